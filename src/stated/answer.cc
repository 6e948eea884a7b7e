// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Units". Reads an answer and checks each sentence
// and each quotation against the source. A sentence that only introduces is no unit; questions,
// short phrases, statements about the sources and text with direction controls are units that
// cannot be checked, so they count against STRICT. A quotation must be verbatim; if the whole
// sentence is stated, its quotations are not checked again.
#include "stated/answer.h"

#include <algorithm>

#include "text/scan.h"

namespace arborist::stated {

namespace {

constexpr std::size_t kShortestPhrase = 12;  // characters of a phrase that is no sentence
constexpr std::size_t kShortestQuote = 8;

bool IsFrame(const Token& token) {
  // For "The text says:" before a quotation in another language.
  const std::uint32_t english = token.listed->FlagsIn(Language::kEnglish);
  if (!token.quoted && (english & (kFrame | kNeutral)) != 0 && (english & kNegation) == 0)
    return true;
  if (token.Is(kNegation) || (token.Is(kOperator) && !token.Is(kFrame))) return false;
  return token.Is(kFrame) || !token.must;
}

class AnswerReader {
 public:
  AnswerReader(std::string_view answer, const SourceIndex& source, Budget* budget, Scope scope)
      : folded_(Fold(answer)),
        reading_(folded_.text, Part::kAnswer, source.reading().language()),
        source_(source),
        budget_(budget),
        scope_(scope) {}

  std::vector<Unit> Run() {
    for (const Sentence& sentence : reading_.sentences()) ReadSentence(sentence);
    return std::move(units_);
  }

 private:
  void ReadSentence(const Sentence& sentence) {
    auto tokens =
        std::span(reading_.tokens()).subspan(sentence.first, sentence.last - sentence.first);
    tokens = WithoutLead(tokens);
    if (std::ranges::all_of(tokens, IsFrame)) return;
    const Language language = sentence.language;
    bool outside = false;  // the sentence says something outside of its quotations
    for (const Token& token : tokens) outside = outside || (!token.quoted && !IsFrame(token));
    // If the whole sentence is stated, so are its quotations.
    if (outside) Add(tokens, language, false, sentence.asks, Stops(sentence), sentence.end);
    const bool whole = outside && units_.back().verdict == Verdict::kStated;
    std::size_t quotes = 0;
    for (std::size_t begin = 0; begin < tokens.size();) {
      std::size_t end = begin;
      while (end < tokens.size() && tokens[end].quoted) ++end;
      if (end > begin && tokens[end - 1].end - tokens[begin].begin >= kShortestQuote) {
        ++quotes;
        if (!whole) {
          Add(tokens.subspan(begin, end - begin), language, true, false, false,
              WithStop(tokens[end - 1].end));
        }
      }
      begin = std::max(end, begin + 1);
    }
    if (!outside && quotes == 0)
      Add(tokens, language, false, sentence.asks, Stops(sentence), sentence.end);
  }

  // The end of a quotation, including the stop inside its marks.
  std::size_t WithStop(std::size_t end) const {
    const std::string_view text = folded_.text;
    const bool stop = end < text.size() && std::string_view(".!?").contains(text[end]);
    return stop && end + 1 < text.size() && text[end + 1] == '"' ? end + 1 : end;
  }

  bool Stops(const Sentence& sentence) const {
    const char last = folded_.text[sentence.end - 1];
    return last == '.' || last == '!' || last == ':';
  }

  static std::span<const Token> WithoutLead(std::span<const Token> tokens) {
    constexpr std::size_t kLongest = 10;
    for (std::size_t i = 1; i < std::min(tokens.size(), kLongest); ++i) {
      if ((tokens[i].gap & (kComma | kColon)) == 0) continue;
      const auto lead = tokens.first(i);
      const bool frames = std::ranges::all_of(lead, IsFrame) &&
                          std::ranges::none_of(lead, [](const Token& t) { return t.Is(kBe); }) &&
                          std::ranges::any_of(lead, [](const Token& t) { return t.Is(kFrame); });
      return frames ? tokens.subspan(i) : tokens;
    }
    return tokens;
  }

  void Add(std::span<const Token> tokens, Language language, bool quote, bool asks, bool stops,
           std::size_t end) {
    const bool phrase = quote || (!tokens.front().capital && !stops);
    ClaimTokens claim = MakeClaim(tokens, language, phrase ? Shape::kFragment : Shape::kSentence);
    // A longer quotation is a statement, so a denial around it in the source counts.
    constexpr std::size_t kTitle = 5;
    claim.has_verb = claim.has_verb || (quote && tokens.size() >= kTitle);
    // The tables do not know every verb by its form ("members pay"). Words that are no names may
    // therefore be a statement, and with a capital and a full stop they are one.
    const bool listed = claim.language == Language::kEnglish ||
                        claim.language == Language::kGerman ||
                        (claim.language == Language::kUnknown && tokens.front().capital);
    if (!quote && listed && MaySay(tokens, claim.language)) {
      claim.has_verb = true;
      if (stops && tokens.front().capital) claim.fragment = false;
    }
    Unit unit;
    unit.quote = quote;
    unit.text = Original(tokens.front().begin, end);
    const bool too_short = claim.fragment && tokens.back().end - tokens.front().begin <
                                                 (quote ? kShortestQuote : kShortestPhrase);
    if (asks || too_short || SpeaksOfSource(tokens) || folded_.steers_direction) {
      unit.verdict = Verdict::kUnread;
      unit.fault = Fault::kUnread;
      units_.push_back(unit);
      return;
    }
    const Checked checked = Check(claim, source_, budget_, scope_);
    unit.verdict = checked.verdict;
    unit.fault = checked.fault;
    unit.verbatim = checked.verbatim;
    unit.subject_from = checked.subject_from;
    if (quote && checked.verdict == Verdict::kStated && !checked.verbatim) {
      unit.verdict = Verdict::kClose;
      unit.fault = Fault::kQuote;
    }
    if (unit.verdict != Verdict::kStated) {
      for (const std::uint32_t token : checked.unsupported) {
        unit.unsupported.push_back(Original(tokens[token].begin, tokens[token].end));
      }
    }
    if (checked.sentence) {
      const Sentence& sentence = source_.sentences()[*checked.sentence];
      unit.place = source_.folded().OriginalOf({sentence.begin, sentence.end});
    }
    units_.push_back(std::move(unit));
  }

  // Two words or more that are no names, not counting the first; one in German, where nouns have a
  // capital.
  static bool MaySay(std::span<const Token> tokens, Language language) {
    const auto plain = std::ranges::count_if(tokens.subspan(1), [](const Token& token) {
      return token.must && token.kind == Kind::kWord && !token.capital;
    });
    const bool german = language == Language::kGerman;
    return plain >= 2 || (plain == 1 && (german || tokens.front().must));
  }

  // "The sources do not mention it" states nothing that could be searched for.
  static bool SpeaksOfSource(std::span<const Token> tokens) {
    const auto opening = tokens.first(std::min<std::size_t>(tokens.size(), 6));
    return std::ranges::any_of(
               opening,
               [](const Token& t) {
                 return t.Is(kFrame) &&
                        (t.lower.starts_with("source") || t.lower.starts_with("passage") ||
                         t.lower.starts_with("context") || t.lower.starts_with("text") ||
                         t.lower.starts_with("document") || t.lower.starts_with("quelle"));
               }) &&
           std::ranges::any_of(tokens, [](const Token& t) { return t.Is(kNegation); });
  }

  Extent Original(std::size_t begin, std::size_t end) const {
    return folded_.OriginalOf({begin, end});
  }

  Folded folded_;
  Reading reading_;
  const SourceIndex& source_;
  Budget* budget_;
  Scope scope_;
  std::vector<Unit> units_;
};

}  // namespace

std::vector<Unit> ReadAnswer(std::string_view answer, const SourceIndex& source, Budget* budget,
                             Scope scope) {
  return AnswerReader(answer, source, budget, scope).Run();
}

}  // namespace arborist::stated
