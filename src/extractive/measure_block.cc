// SPDX-License-Identifier: AGPL-3.0-only
// Measures a unit by its place in the document: the terms of the question in its headings, its lead
// and its term, how precise a heading or a term is (how many of its own words are asked), and
// whether its kind is the one that the form of the question wants (program text and options for
// "how do I", "X is a ..." for a definition). Also signs of program text and of instructions.
// Linear in the text of the unit.
#include <algorithm>
#include <array>
#include <vector>

#include "extractive/measure.h"

namespace arborist::extractive {

namespace {

using blocks::Block;
using blocks::kNoBlock;

std::int32_t Flag(bool value) { return value ? 1000 : 0; }

std::int32_t Precision(const Around& around) {
  if (around.words == 0) return 0;
  return static_cast<std::int32_t>(around.asked * 1000 / around.words);
}

bool IsLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Whether the text has an option of a command (-f, --force) after a blank or at its start.
bool HasOption(std::string_view text) {
  for (std::size_t at = text.find('-'); at != std::string_view::npos; at = text.find('-', at + 1)) {
    if (at > 0 && !std::string_view(" \t\n`('\"[|").contains(text[at - 1])) continue;
    std::size_t letter = at + 1;
    if (letter < text.size() && text[letter] == '-') ++letter;
    if (letter < text.size() && IsLetter(text[letter])) return true;
  }
  return false;
}

// Whether the text has a word of programs: snake_case, camelCase, call(), a/path, KEY=value.
bool HasIdentifier(std::string_view text) {
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    const bool between = IsLetter(text[i - 1]) && IsLetter(text[i + 1]);
    if (between && std::string_view("_/=.").contains(text[i])) return true;
    if (text[i] == '(' && text[i + 1] == ')') return true;
    if (text[i - 1] >= 'a' && text[i - 1] <= 'z' && text[i] >= 'A' && text[i] <= 'Z') return true;
  }
  return false;
}

constexpr std::string_view kInstructions[] = {
    "use",     "run",     "press",    "click",     "select",    "set",      "type",    "enter",
    "choose",  "add",     "open",     "execute",   "call",      "pass",     "specify", "start",
    "create",  "install", "remove",   "delete",    "put",       "switch",   "turn",    "enable",
    "disable", "edit",    "change",   "configure", "invoke",    "insert",   "write",   "should",
    "must",    "via",     "using",    "can",       "verwenden", "benutzen", "geben",   "wählen",
    "klicken", "führen",  "aufrufen", "drücken",   "setzen",    "öffnen",   "können",  "kann",
    "müssen",  "muss",    "mit"};
constexpr std::string_view kBehindImperative[] = {"the",  "a",   "an",    "your", "and", "on",
                                                  "this", "it",  "these", "all",  "any", "to",
                                                  "in",   "Sie", "die",   "den",  "das"};

// Whether a heading names a section of things that are not, or no more, the case: rejected ideas,
// history, references.
bool IsOdd(std::string_view heading) {
  constexpr std::string_view kOdd[] = {"reject",         "reference",  "see also",      "histor",
                                       "changelog",      "acknowledg", "copyright",     "author",
                                       "bugs",           "siehe auch", "release notes", "footnote",
                                       "further reading"};
  std::string lower(heading.substr(0, 64));
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return std::ranges::any_of(kOdd, [&](std::string_view word) { return lower.contains(word); });
}

}  // namespace

Levels Measure::WholeOf(const MatchedPassage& passage, const Read& read) const {
  Levels whole = read.levels;
  Raise(&whole, passage.title);
  const Block& block = passage.reading->blocks[read.unit.block];
  for (const std::uint32_t heading : passage.reading->PathOf(block)) {
    Raise(&whole, passage.around.at(heading).levels);
  }
  for (std::uint32_t lead = block.lead, depth = 0; lead != kNoBlock && depth < 2; ++depth) {
    Raise(&whole, passage.around.at(lead).levels);
    lead = passage.reading->blocks[lead].lead;
  }
  if (const auto term = passage.terms.find(read.unit.block); term != passage.terms.end()) {
    Raise(&whole, term->second.levels);
  }
  return whole;
}

void Measure::MeasureBlock(std::size_t number, const MatchedPassage& passage, const Read& read,
                           Features* features) const {
  Features& f = *features;
  const blocks::Reading& reading = *passage.reading;
  const Block& block = reading.blocks[read.unit.block];
  const Form form = asked_.form();
  const UnitKind kind = read.unit.kind;
  f[Feature::kFormHowTo] = Flag(form == Form::kHowTo);
  f[Feature::kFormDefinition] = Flag(form == Form::kDefinition);
  f[Feature::kFormYesNo] = Flag(form == Form::kYesNo);
  f[Feature::kFormKeywords] = Flag(form == Form::kKeywords);
  f[Feature::kKindEntry] = Flag(kind == UnitKind::kEntry);
  f[Feature::kKindRow] = Flag(kind == UnitKind::kRow);
  const bool code = kind == UnitKind::kCode || kind == UnitKind::kLeadCode;
  f[Feature::kKindCode] = Flag(code);
  f[Feature::kKindLeadCode] = Flag(kind == UnitKind::kLeadCode);
  f[Feature::kKindSteps] = Flag(kind == UnitKind::kSteps);

  Levels path{};
  std::int32_t precise = 0;
  bool odd = false;
  for (const std::uint32_t heading : reading.PathOf(block)) {
    Raise(&path, passage.around.at(heading).levels);
    odd = odd || IsOdd(reading.TextOf(reading.blocks[heading]));
  }
  if (block.heading != kNoBlock && passage.around.contains(block.heading)) {
    const Around& heading = passage.around.at(block.heading);
    precise = Precision(heading);
    f[Feature::kHeadingCover] = Weigh(heading.levels, Match::kKin);
  }
  f[Feature::kHeadingPrecise] = precise;
  f[Feature::kPathCover] = Weigh(path, Match::kKin);
  f[Feature::kOddSection] = Flag(odd);
  if (block.lead != kNoBlock) {
    f[Feature::kLeadAdds] = Adds(read.levels, passage.around.at(block.lead).levels);
  }
  const Levels whole = WholeOf(passage, read);
  f[Feature::kWholeCover] = Weigh(whole, Match::kKin);
  f[Feature::kWholeBest] = best_whole_ - f[Feature::kWholeCover];
  std::int64_t top = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (whole[t] < Match::kFront) top = std::max(top, terms_[t].weight);
  }
  f[Feature::kWholeTopMissing] = Share(top);
  if (const auto term = passage.terms.find(read.unit.block); term != passage.terms.end()) {
    f[Feature::kTermCover] = Weigh(term->second.levels, Match::kKin);
    f[Feature::kTermPrecise] = Precision(term->second);
  }
  f[Feature::kSectionFirst] = block.position == 0 && read.unit.first ? 1000 : 0;
  f[Feature::kSectionPosition] =
      static_cast<std::int32_t>(std::min<std::uint32_t>(block.position, 10) * 100);
  f[Feature::kBlockFirst] = Flag(read.unit.first);

  const std::string_view span = evidence_.objects()[number].span;
  const std::string_view text = span.substr(read.piece.begin, read.piece.end - read.piece.begin);
  const bool option = HasOption(text);
  const auto shown = [&](std::size_t i) {
    const Word& word = passage.words[i];
    return span.substr(word.begin, word.end - word.begin);
  };
  bool instructs = false;
  for (std::size_t i = read.first_word; i < read.end_word && !instructs; ++i) {
    instructs = std::ranges::find(kInstructions, shown(i)) != std::end(kInstructions);
  }
  const Word& first = passage.words[read.first_word];
  const bool imperative = (first.flags & kCapital) != 0 && !IsStop(first) &&
                          read.first_word + 1 < read.end_word &&
                          std::ranges::find(kBehindImperative, shown(read.first_word + 1)) !=
                              std::end(kBehindImperative);
  f[Feature::kInstructs] = Flag(imperative) / 2 + Flag(instructs) / 2;
  std::int32_t signs = 0;
  for (const char c : text) {
    signs += std::string_view("[]<>|{}()=_$*`'\"/\\").contains(c) ? 1 : 0;
  }
  f[Feature::kSignShare] =
      std::min(1000, signs * 4000 / static_cast<std::int32_t>(text.size() + 1));
  f[Feature::kHasOption] = Flag(option);
  f[Feature::kHasIdentifier] = Flag(HasIdentifier(text));
  f[Feature::kCodeUnasked] = Flag(code && form != Form::kHowTo);
  if (form == Form::kDefinition) {
    // The question's words are the first of the sentence: "A Pod is ...".
    constexpr std::uint32_t kOpening = 4;
    std::int64_t opens = 0;
    for (std::size_t i = read.first_place; i < read.end_place; ++i) {
      const Place& place = passage.places[i];
      if (place.word < kOpening && place.match >= Match::kKin) opens += terms_[place.term].weight;
    }
    f[Feature::kDefinitionStarts] = std::min(Share(opens), 1000);
    f[Feature::kDefinitionEntry] = kind == UnitKind::kEntry ? f[Feature::kTermPrecise] : 0;
    f[Feature::kDefinitionSection] = f[Feature::kSectionFirst] > 0 ? precise : 0;
  }
  if (form == Form::kHowTo) {
    f[Feature::kHowToCode] = Flag(code);
    f[Feature::kHowToCommand] = Flag(option || (code && text.contains("$ ")));
    f[Feature::kHowToSteps] = Flag(kind == UnitKind::kSteps);
    f[Feature::kHowToInstructs] = Flag(instructs);
    f[Feature::kHowToImperative] = Flag(imperative);
    f[Feature::kHowToBeginsTo] = Flag(text.starts_with("To ") || text.starts_with("Um "));
    f[Feature::kHowToAfterLead] = code && !read.unit.joined ? f[Feature::kLeadAdds] : 0;
  }
  MeasureSection(number, passage, read, features);
}

// How well the sentence defines the subject of the question, in thousandths: all words of the
// subject near its beginning, at most four words on a verb that defines, then an article ("A
// backtrace is a list").
std::int32_t Measure::Defines(std::size_t number, const MatchedPassage& passage,
                              const Read& read) const {
  constexpr std::uint32_t kReach = 8;    // words before the subject ends
  constexpr std::uint32_t kBetween = 4;  // words between subject and verb: an acronym, a version
  std::array<bool, Asked::kMaxTerms> met{};
  std::size_t wanted = 0, count = 0;
  for (const AskedTerm& term : terms_) wanted += term.subject ? 1 : 0;
  if (wanted == 0) return 0;
  std::uint32_t last = 0, first = static_cast<std::uint32_t>(-1);
  for (std::size_t i = read.first_place; i < read.end_place; ++i) {
    const Place& place = passage.places[i];
    if (!terms_[place.term].subject || met[place.term] || place.match < Match::kStem) continue;
    if (place.word > kReach + wanted) break;
    met[place.term] = true;
    first = std::min(first, place.word);
    last = place.word;
    ++count;
  }
  if (count < wanted) return 0;
  const std::string_view span = evidence_.objects()[number].span;
  const std::size_t words = read.end_word - read.first_word;
  const auto shown = [&](std::size_t i) {
    const Word& word = passage.words[read.first_word + i];
    return span.substr(word.begin, word.end - word.begin);
  };
  constexpr std::string_view kVerbs[] = {
      "is",         "are",      "was",       "were",   "means",      "mean",
      "refers",     "denotes",  "describes", "stands", "consists",   "represents",
      "defines",    "allows",   "provides",  "lets",   "ist",        "sind",
      "bezeichnet", "bedeutet", "heißt",     "steht",  "beschreibt", "meint"};
  constexpr std::string_view kArticles[] = {"a",   "an",  "the", "one", "ein", "eine", "einen",
                                            "der", "die", "das", "for", "to",  "für"};
  for (std::size_t i = last + 1; i < words && i <= last + 1 + kBetween; ++i) {
    if (std::ranges::find(kVerbs, shown(i)) == std::end(kVerbs)) continue;
    const bool article =
        i + 1 < words && std::ranges::find(kArticles, shown(i + 1)) != std::end(kArticles);
    const bool soon = first <= 2;
    return article ? (soon ? 1000 : 700) : (soon ? 500 : 300);
  }
  return 0;
}

namespace {

// Which bytes stand inside [], () or //.
std::vector<bool> Aside(std::string_view text) {
  std::vector<bool> aside(text.size());
  const auto mark = [&](std::size_t begin, std::size_t end) {
    std::fill(aside.begin() + static_cast<std::ptrdiff_t>(begin),
              aside.begin() + static_cast<std::ptrdiff_t>(end), true);
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const bool spoken = text[at] == '/' && (at == 0 || text[at - 1] == ' ') &&
                        at + 1 < text.size() && text[at + 1] != ' ';
    if (!spoken && text[at] != '[' && text[at] != '(') continue;
    const char closing = text[at] == '[' ? ']' : text[at] == '(' ? ')' : '/';
    // What is not closed here goes on in the next sentence.
    std::size_t end = text.find(closing, at + 1);
    if (end == std::string_view::npos) {
      if (closing != ']') continue;
      end = text.size() - 1;
    }
    mark(at, end + 1);
    at = end;
  }
  return aside;
}

// "3.5. Drives Up 3.7. Playback": a line of contents, or of ways to other pages.
bool IsContents(std::string_view text) {
  constexpr std::size_t kLongest = 160;
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string_view number = text.substr(0, end);
  const std::size_t dot = number.find('.');
  if (number.size() < 4 || dot == 0 || dot + 2 >= number.size() || !number.ends_with('.') ||
      number.contains("..")) {
    return false;
  }
  const bool ends = std::string_view(".!?:;)").contains(text.back());
  return text.size() <= kLongest && end < text.size() && text[end] == ' ' && !ends;
}

// The bytes of the number of a section: "7. Worms", "1.2 Birds".
std::size_t SectionNumber(std::string_view text) {
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const bool dotted = text.substr(0, end).contains('.');
  return dotted && end < text.size() && text[end] == ' ' ? end : 0;
}

bool IsFigureReference(std::string_view text) {
  return std::ranges::any_of(
      std::array<std::string_view, 6>{"[fig", "Figure ", "Fig. ", "Abbildung ", "[abb", "Abb. "},
      [&](std::string_view begin) { return text.starts_with(begin); });
}

}  // namespace

bool Measure::NamesOnly(std::size_t number, const MatchedPassage& passage, const Read& read) const {
  constexpr std::string_view kParts[] = {"n",    "v",    "vt",   "vi",  "adj",  "adv",  "interj",
                                         "prov", "obs",  "pl",   "syn", "noun", "verb", "imp",
                                         "excl", "abbr", "pref", "suf", "var"};
  if (read.unit.kind == UnitKind::kHeading || read.unit.kind == UnitKind::kColumns ||
      read.piece.kind == PieceKind::kCode) {
    return false;
  }
  const std::string_view span = evidence_.objects()[number].span;
  const std::string_view text = span.substr(read.piece.begin, read.piece.end - read.piece.begin);
  if (IsContents(text)) return true;
  if (asked_.form() != Form::kDefinition && asked_.shape() != Shape::kWhatIs) return false;
  if (IsFigureReference(text)) return true;
  const std::vector<bool> aside = Aside(text);
  const std::size_t numbered = SectionNumber(text);
  std::vector<std::uint64_t> news;
  for (std::size_t i = read.first_word; i < read.end_word; ++i) {
    const Word& word = passage.words[i];
    if ((word.flags & kDense) != 0) return false;
    if (aside[word.begin - read.piece.begin] || IsStop(word) || (word.flags & kJoined) != 0) {
      continue;
    }
    const std::string_view shown = span.substr(word.begin, word.end - word.begin);
    if (passage.matches[i] >= Match::kFront || word.end <= read.piece.begin + numbered) continue;
    if (std::ranges::find(kParts, shown) != std::end(kParts)) continue;
    if (std::ranges::find(news, word.exact) == news.end()) news.push_back(word.exact);
  }
  const bool ended = text.ends_with('.') || text.ends_with('!') || text.ends_with(':');
  return news.empty() || (news.size() == 1 && !ended && numbered > 0);
}

void Measure::MeasureSection(std::size_t number, const MatchedPassage& passage, const Read& read,
                             Features* features) const {
  Features& f = *features;
  const blocks::Reading& reading = *passage.reading;
  const Block& block = reading.blocks[read.unit.block];
  Levels section = read.levels, paragraph = read.levels;
  if (const auto all = passage.sections.find(block.heading); all != passage.sections.end()) {
    Raise(&section, all->second);
  }
  if (const auto all = passage.paragraphs.find(read.unit.block); all != passage.paragraphs.end()) {
    Raise(&paragraph, all->second);
  }
  f[Feature::kSectionCover] = Weigh(section, Match::kKin);
  f[Feature::kSectionAdds] = Adds(read.levels, section);
  f[Feature::kParagraphCover] = Weigh(paragraph, Match::kKin);
  std::int64_t literal = 0, missing = 0;
  for (std::size_t t = 0; t < terms_.size(); ++t) {
    if (!terms_[t].literal) continue;
    (read.levels[t] >= Match::kExact ? literal : missing) += terms_[t].weight;
  }
  f[Feature::kLiteralHere] = Share(literal);
  f[Feature::kLiteralMissing] = Share(missing);
  const std::size_t rank = ranks_[number];
  f[Feature::kDocumentRank] = Log16(rank + 1) * 10;
  f[Feature::kTopDocument] = Flag(rank == 0);
  const std::string_view span = evidence_.objects()[number].span;
  const std::string_view text = span.substr(read.piece.begin, read.piece.end - read.piece.begin);
  f[Feature::kEndsWithColon] = Flag(text.ends_with(':'));
  std::int32_t stops = 0, capitals = 0, words = 0, numbers = 0;
  for (std::size_t i = read.first_word; i < read.end_word; ++i) {
    const Word& word = passage.words[i];
    if ((word.flags & kJoined) != 0) continue;
    ++words;
    if (IsStop(word)) ++stops;
    if (i > read.first_word && (word.flags & kCapital) != 0) ++capitals;
    if ((word.flags & kDigits) != 0) ++numbers;
  }
  f[Feature::kStopShare] = stops * 1000 / std::max(words, 1);
  f[Feature::kCapitalShare] = capitals * 1000 / std::max(words, 1);
  f[Feature::kRowNumbers] =
      read.unit.kind == UnitKind::kRow ? numbers * 1000 / std::max(words, 1) : 0;
  if (asked_.form() == Form::kDefinition) {
    f[Feature::kDefinesSubject] = Defines(number, passage, read);
    const bool top = block.heading == kNoBlock || reading.blocks[block.heading].level <= 1;
    f[Feature::kDefinitionTitle] = top && f[Feature::kSectionFirst] > 0 ? passage.title_share : 0;
  }
  std::int64_t opens = 0;
  std::array<bool, Asked::kMaxTerms> met{};
  for (std::size_t i = read.first_place; i < read.end_place; ++i) {
    const Place& place = passage.places[i];
    if (place.word >= 5 || met[place.term] || place.match < Match::kKin) continue;
    met[place.term] = true;
    opens += terms_[place.term].weight;
  }
  f[Feature::kOpensSubject] = std::min(Share(opens), 1000);
}

}  // namespace arborist::extractive
