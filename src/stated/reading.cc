// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text". Reads a text in passes: lay out its blocks,
// cut tokens and sentences block by block, join numbers, vote on the language of each sentence,
// interpret each word by the tables of that language, find dates, and note the heading and lead of
// each sentence. Words are interpreted after the vote because many are function words in one
// language only ("die", "man").
#include "stated/reading.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "stated/idioms.h"
#include "stated/layout.h"
#include "stated/lemma.h"
#include "stated/number.h"
#include "stated/scan.h"
#include "text/scan.h"

namespace arborist::stated {

namespace {

constexpr std::uint32_t kFunction = kNeutral | kPreposition | kDeterminer;

// True for an ASCII mark that may end a sentence, and for any byte beyond ASCII.
bool MayEndSentence(char c) {
  return c == '.' || c == '!' || c == '?' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

class Reader {
 public:
  Reader(Reading* reading, Part part) : reading_(*reading), text_(reading->text_), part_(part) {}

  void Run() {
    reading_.tokens_.reserve(text_.size() / 5 + 1);
    for (const Block& block : LayOut(text_, part_)) ReadBlock(block);
    JoinNumbers(&reading_.tokens_, &reading_.letters_);
    Renumber();
    FindLanguages();
    for (Sentence& sentence : reading_.sentences_) Interpret(&sentence);
    JoinDates(&reading_.tokens_, &reading_.letters_);
    Introduce();
  }

 private:
  void ReadBlock(const Block& block) {
    constexpr std::size_t kLongest = 400;  // tokens; then a new sentence begins
    Scanner scanner(text_.substr(0, block.end), block.begin);
    bool in_quote = false;
    bool opens = true;  // the next token opens a sentence
    const std::size_t first_sentence = reading_.sentences_.size();
    std::size_t before_quote = 0;  // tokens of the block before the open quote
    std::size_t count = 0;
    std::vector<Token>& tokens = reading_.tokens_;
    for (;;) {
      const std::size_t from = scanner.end();
      Token& token = tokens.emplace_back();
      if (!scanner.Next(&token, &reading_.letters_)) {
        tokens.pop_back();
        break;
      }
      const std::size_t number = tokens.size() - 1;
      const std::string_view gap = text_.substr(from, token.begin - from);
      for (const char c : gap) {
        if (c != '"') continue;
        in_quote = !in_quote;
        if (in_quote) before_quote = count;
      }
      token.quoted = in_quote;
      if (!opens) {
        const Sentence& now = reading_.sentences_.back();
        const Token& before = tokens[number - 1];
        const bool blank = gap.size() == 1 && gap[0] == ' ';  // one blank, as between most words
        opens = (!blank && EndsSentence(token, before, gap)) || number - now.first >= kLongest;
        if (opens) CloseSentence(before.end, token.begin);
      }
      if (opens) {
        Sentence sentence;
        sentence.first = static_cast<std::uint32_t>(number);
        sentence.begin = token.begin;
        sentence.paragraph = block.paragraph;
        sentence.form = block.form;
        // Wholly inside quotes that a text of the block introduces.
        sentence.spoken = in_quote && before_quote > 0;
        reading_.sentences_.push_back(sentence);
        opens = false;
      }
      token.sentence = static_cast<std::uint32_t>(reading_.sentences_.size() - 1);
      reading_.sentences_.back().last = static_cast<std::uint32_t>(tokens.size());
      ++count;
    }
    if (reading_.sentences_.size() > first_sentence) {
      CloseSentence(reading_.tokens_.back().end, block.end);
      // Marks it; Introduce finds the lead.
      if (block.list_start) reading_.sentences_[first_sentence].lead = 0;
    }
  }

  // Extends the sentence to the marks that end it.
  void CloseSentence(std::size_t from, std::size_t limit) {
    Sentence& sentence = reading_.sentences_.back();
    std::size_t end = from;
    for (std::size_t pos = from; pos < limit;) {
      const std::size_t start = pos;
      const char32_t c = text::Decode(text_, &pos);
      if (text::IsWhitespace(c) || c == '(' || c == '[') break;
      if (c == '"' && pos < limit && !text::IsWhitespace(text::At(text_, pos)) && start != from &&
          text::IsWhitespace(text::Before(text_, start))) {
        break;
      }
      if (c == '?' || c == 0xFF1F) sentence.asks = true;
      end = pos;
    }
    sentence.end = static_cast<std::uint32_t>(end);
  }

  // Names of programs and options open sentences in lower case: "systemd is ...", "--bare: Treat
  // ...". Behind an abbreviation, a letter or a number the sentence continues.
  static bool MayOpenLower(const Token& before, std::string_view gap) {
    constexpr std::size_t kShortest = 4;
    const bool word = before.kind == Kind::kWord && !before.capital &&
                      !before.lower.contains('.') && gap.find_first_of(".!?") == 0;
    return word && (before.lower.size() >= kShortest || gap.contains('\n'));
  }

  bool EndsSentence(const Token& next, const Token& before, std::string_view gap) const {
    if (std::ranges::none_of(gap, MayEndSentence)) return false;
    if (gap.find("。") != std::string_view::npos || gap.find("！") != std::string_view::npos ||
        gap.find("？") != std::string_view::npos || gap.find("｡") != std::string_view::npos) {
      return true;
    }
    const std::size_t mark = gap.find_first_of(".!?");
    const bool ellipsis = gap.contains("…");
    if (mark == std::string_view::npos && !ellipsis) return false;
    const bool blank = gap.find_first_of(" \n\t") != std::string_view::npos;
    // Scraped texts often lack the blank between two sentences.
    if (!blank && !(next.capital && before.end - before.begin > 1 && !before.capital &&
                    before.kind == Kind::kWord)) {
      return false;
    }
    const char32_t start = text::At(text_, next.begin);
    const bool lower = text::IsLower(start);
    if (lower && !gap.contains('"') && !MayOpenLower(before, gap)) return false;
    const bool only_point = gap.find_first_of("!?") == std::string_view::npos;
    if (!only_point) return true;
    const std::size_t size = before.end - before.begin;
    const bool initial = size == 1 && before.capital && next.capital && !next.Is(kFunction) &&
                         next.listed->FlagsIn(Language::kEnglish) == 0;
    const bool dotted = before.lower.size() > 1 && before.lower[1] == '.';
    if (dotted && !next.capital) return false;
    const bool opener = next.listed->FlagsIn(Language::kEnglish) != 0 || next.kind == Kind::kNumber;
    if (dotted || initial) return opener && !initial;
    const bool abbreviation =
        ((before.listed->FlagsIn(Language::kEnglish) | before.listed->FlagsIn(Language::kGerman)) &
         kAbbreviation) != 0;
    // "3. Mai", "No. 5".
    const bool ordinal = before.kind == Kind::kNumber && size <= 2 && next.listed->month != 0;
    if (ordinal || !abbreviation) return !ordinal;
    // "... and bidding, etc. The largest": unlike a title, it may end a sentence.
    constexpr std::string_view kClosing[] = {"etc", "usw", "inc", "ltd", "co",  "corp",
                                             "art", "jr",  "sr",  "al",  "max", "min"};
    if (std::ranges::find(kClosing, before.lower) == std::end(kClosing)) return false;
    const std::uint32_t opening =
        next.listed->FlagsIn(Language::kEnglish) | next.listed->FlagsIn(Language::kGerman);
    return next.capital && (opening & (kDeterminer | kPreposition | kPronoun)) != 0;
  }

  // Joining numbers removed tokens: find the ranges of the sentences again.
  void Renumber() {
    std::vector<Sentence>& sentences = reading_.sentences_;
    for (Sentence& sentence : sentences) sentence.first = sentence.last = 0;
    const std::vector<Token>& tokens = reading_.tokens_;
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
      Sentence& sentence = sentences[tokens[i].sentence];
      if (sentence.last == 0) sentence.first = i;
      sentence.last = i + 1;
    }
  }

  std::array<std::size_t, 8> Votes(std::size_t first, std::size_t last) const {
    const std::vector<Token>& tokens = reading_.tokens_;
    std::array<std::size_t, 8> votes{};
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t own = tokens[i].listed->votes;
      if (own == 0) continue;
      // A capital inside a sentence makes a name: "World War II" has no German "war".
      if (tokens[i].capital && i > first && !IsShouted(tokens[i])) continue;
      for (std::uint32_t left = own; left != 0; left &= left - 1)
        ++votes[static_cast<std::size_t>(std::countr_zero(left))];
    }
    return votes;
  }
  bool IsShouted(const Token& token) const {
    return text::IsUpperString(text_.substr(token.begin, token.end - token.begin));
  }
  // The language with most function words, if they are at least one word in five.
  static Language Winner(const std::array<std::size_t, 8>& votes, std::size_t words) {
    const auto most = std::ranges::max_element(votes);
    if (*most == 0 || 5 * *most < words) return Language::kUnknown;
    return static_cast<Language>(most - votes.begin());
  }

  // One function word may belong to a name ("Armin van Buuren"): against the language of the text
  // two are needed, or a negation.
  bool IsDoubtful(Language own, std::size_t votes, std::size_t first, std::size_t last) const {
    if (own == Language::kUnknown || votes > 1) return false;
    for (std::size_t i = first; i < last; ++i) {
      if ((reading_.tokens_[i].listed->FlagsIn(own) & kNegation) != 0) return false;
    }
    return true;
  }

  void FindLanguages() {
    const std::vector<Token>& tokens = reading_.tokens_;
    std::array<std::size_t, 8> all{};
    std::vector<std::array<std::size_t, 8>> each;
    each.reserve(reading_.sentences_.size());
    for (const Sentence& sentence : reading_.sentences_) {
      each.push_back(Votes(sentence.first, sentence.last));
      for (std::size_t i = 0; i < all.size(); ++i) all[i] += each.back()[i];
    }
    Language main = Winner(all, tokens.size());
    if (reading_.language_ != Language::kUnknown &&
        IsDoubtful(main, all[static_cast<std::size_t>(main)], 0, tokens.size())) {
      main = reading_.language_;
    }
    if (main == Language::kUnknown &&
        *std::ranges::max_element(all) <= all[static_cast<std::size_t>(reading_.language_)]) {
      main = reading_.language_;
    }
    reading_.language_ = main;
    for (std::size_t s = 0; s < reading_.sentences_.size(); ++s) {
      Sentence& sentence = reading_.sentences_[s];
      const std::size_t words = sentence.last - sentence.first;
      const Language own = Winner(each[s], words);
      // A short sentence may have no function word. It then has the language of the text, unless
      // another language has more votes.
      const std::size_t main_votes = each[s][static_cast<std::size_t>(main)];
      const std::size_t most = *std::ranges::max_element(each[s]);
      sentence.language = own;
      if (main != Language::kUnknown && main_votes == most && own != main) sentence.language = main;
      if (own == Language::kUnknown && most > main_votes) sentence.language = Language::kUnknown;
      if (main != Language::kUnknown && IsDoubtful(own, most, sentence.first, sentence.last)) {
        sentence.language = main;
      }
      if (own == Language::kUnknown && !IsLatin(sentence)) sentence.language = Language::kUnknown;
    }
  }

  bool IsLatin(const Sentence& sentence) const {
    for (std::uint32_t i = sentence.first; i < sentence.last; ++i) {
      const char32_t c = text::At(text_, reading_.tokens_[i].begin);
      if (text::IsAlpha(c) && c > 0x24F && !(c >= 0x1E00 && c <= 0x1EFF)) return false;
    }
    return true;
  }

  void Interpret(Sentence* sentence) {
    for (std::uint32_t i = sentence->first; i < sentence->last; ++i) {
      Token& token = reading_.tokens_[i];
      const bool first = i == sentence->first || (token.gap & (kColon | kQuote | kCell)) != 0;
      if (text::HasFlag(text::At(text_, token.begin), text::kDense)) sentence->scripted = true;
      InterpretToken(*sentence, i, first, &token);
    }
    ReadIdioms(
        std::span(reading_.tokens_).subspan(sentence->first, sentence->last - sentence->first),
        sentence->language);
    if (sentence->scripted) sentence->language = Language::kUnknown;
  }

  void InterpretToken(const Sentence& sentence, std::uint32_t i, bool first, Token* token) {
    const Language language = sentence.language;
    if (token->kind == Kind::kNumber) {
      if (language == Language::kGerman) GermanNumber(token, &reading_.letters_);
      token->flags = token->key.starts_with('o') ? kOperator | kTop : 0;
      token->must = true;
      if (token->lower == "first" || token->lower == "second" || token->lower == "third") {
        token->flags = token->listed->FlagsIn(Language::kEnglish);
      }
      if (token->lower == "one" && i + 1 < sentence.last && reading_.tokens_[i + 1].lower == "of") {
        token->flags = kOperator;
      }
      return;
    }
    if (token->kind == Kind::kSymbol) {
      token->must = true;
      return;
    }
    token->flags = token->listed->FlagsIn(language);
    const std::string_view raw = text_.substr(token->begin, token->end - token->begin);
    if (token->lower.back() == 't' && token->lower.ends_with("n't"))
      token->flags = kNegation | kOperator;
    const bool name = token->capital && !first && language != Language::kGerman;
    const bool letter = raw.size() == 1 && text::IsAlpha(static_cast<char32_t>(raw[0]));
    const bool article = token->lower == "a" && (!token->capital || first);
    const bool speaker = token->lower == "i" && !AfterName(i, sentence);
    if (letter && !article && !speaker && !(language == Language::kFrench) &&
        !(language == Language::kItalian) && !(language == Language::kSpanish) &&
        !(language == Language::kPortuguese)) {
      token->kind = Kind::kName;  // vitamin C, plan A, Charles I: the letter as written
      token->flags = 0;
      token->key = raw;
      token->must = true;
      return;
    }
    // A function word in capitals is a name: US, IT, WHO.
    const bool acronym = raw.size() >= 2 && language != Language::kUnknown && name &&
                         text::IsUpperString(raw) && token->Is(kNeutral | kWeak | kOperator);
    if (acronym && !AllCapitals(sentence)) token->flags = 0;
    if (name && token->flags == 0) token->kind = Kind::kName;
    if (token->Is(kNegation)) {
      constexpr std::string_view kPlain[] = {"not",    "no",     "nicht", "kein",
                                             "keine",  "keinen", "none",  "keinem",
                                             "keiner", "keines", "cannot"};
      const bool plain = std::ranges::find(kPlain, token->lower) != std::end(kPlain) ||
                         token->lower.ends_with("n't");
      token->key = plain ? std::string_view("not") : token->lower;
      if (token->lower == "cannot" || token->lower == "can't") token->key = "not";
    } else if (const std::string_view unit = UnitOf(*token->listed);
               !unit.empty() && i > sentence.first &&
               reading_.tokens_[i - 1].kind == Kind::kNumber) {
      token->key = unit;
      token->flags = 0;
    } else {
      // Names are not inflected: Roberts is not Robert.
      token->key =
          token->kind == Kind::kName ? token->lower : Lemma(*token, language, &reading_.letters_);
    }
    constexpr std::uint32_t kFree =
        kNeutral | kPreposition | kDeterminer | kPronoun | kRelative | kCoordinator | kDiscourse;
    constexpr std::uint32_t kBound = kOperator | kNegation | kWeak | kCondition;
    // The particle of a German verb, at the end of its clause: "nahm ... ab".
    const bool particle = language == Language::kGerman && token->Is(kPreposition) &&
                          (i + 1 == sentence.last || (reading_.tokens_[i + 1].gap & kPause) != 0);
    if (particle) token->flags = kOperator;
    token->must = (token->flags & kFree) == 0 || (token->flags & kBound) != 0 ||
                  language == Language::kUnknown;
  }

  bool AfterName(std::uint32_t i, const Sentence& sentence) const {
    if (i == sentence.first) return false;
    const Token& before = reading_.tokens_[i - 1];
    return before.capital && (reading_.tokens_[i].gap & ~(kBlank | kLine)) == 0;
  }
  bool AllCapitals(const Sentence& sentence) const {
    return text::IsUpperString(text_.substr(sentence.begin, sentence.end - sentence.begin));
  }

  // A line introduces the list below it if it does not end like a sentence, or points to what
  // follows.
  bool LeadsIn(const Sentence& sentence) const {
    if (sentence.form == Form::kItem || sentence.end == 0) return false;
    if (!std::string_view(".!?)\"").contains(text_[sentence.end - 1])) return true;
    constexpr std::string_view kPointing[] = {"following", "follows",   "below",     "these",
                                              "folgende",  "folgenden", "folgendes", "diese"};
    for (std::uint32_t i = sentence.first; i < sentence.last; ++i) {
      const std::string_view lower = reading_.tokens_[i].lower;
      if (std::ranges::find(kPointing, lower) != std::end(kPointing)) return true;
    }
    return false;
  }

  // Gives each item the line that introduces its list, and each sentence the heading above it.
  void Introduce() {
    std::uint32_t heading = kNoSentence, lead = kNoSentence;
    std::vector<Sentence>& sentences = reading_.sentences_;
    for (std::uint32_t s = 0; s < sentences.size(); ++s) {
      Sentence& sentence = sentences[s];
      if (sentence.form == Form::kHeading) {
        heading = s;
        lead = kNoSentence;
        continue;
      }
      sentence.heading = heading;
      if (sentence.form == Form::kItem) {
        if (sentence.lead != kNoSentence) {  // the first item of its list
          const bool near = s > 0 && sentence.paragraph <= sentences[s - 1].paragraph + 1;
          lead = near && LeadsIn(sentences[s - 1]) ? s - 1 : heading;
        }
        sentence.lead = lead;
      }
    }
  }

  Reading& reading_;
  std::string_view text_;
  Part part_;
};

Reading::Reading(std::string_view folded, Part part, Language otherwise)
    : text_(folded), language_(otherwise) {
  if (part == Part::kSource && folded.contains("<!--")) {
    // Comments are not text of the source. Blanks in their place keep the offsets.
    std::string masked(folded);
    for (std::size_t begin = masked.find("<!--"); begin != std::string::npos;
         begin = masked.find("<!--", begin)) {
      const std::size_t close = masked.find("-->", begin);
      const std::size_t end = close == std::string::npos ? masked.size() : close + 3;
      for (std::size_t at = begin; at < end; ++at) {
        if (masked[at] != '\n') masked[at] = ' ';
      }
      begin = end;
    }
    text_ = letters_.Keep(masked);
  }
  Reader(this, part).Run();
}

}  // namespace arborist::stated
