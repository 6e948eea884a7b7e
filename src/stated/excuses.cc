// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 1. Who is meant by a sentence that does
// not name its subject: by a pronoun the subject of the sentence before, else the nearest name
// above, which is the term of its item, its heading or the title of its passage.
#include "stated/excuses.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "stated/grammar.h"

namespace arborist::stated {

namespace {

bool StandsForOther(const Token& pronoun) {
  const std::string_view lower = pronoun.lower;
  return lower.size() <= 4 && (lower == "he" || lower == "she" || lower == "er" || lower == "sie" ||
                               lower == "it" || lower == "es" || lower == "they");
}

bool OpensClaim(const std::vector<bool>& excused) {
  bool ended = false;
  for (const bool one : excused) {
    if (one && ended) return false;
    ended = ended || !one;
  }
  return true;
}

}  // namespace

Excuse Excuses::Of(std::uint32_t sentence, const Alignment& alignment) const {
  if (auto words = ByPronoun(sentence, alignment)) return {.words = std::move(*words)};
  return ByName(sentence, alignment);
}

bool Excuses::MayExcuse(std::uint32_t number) const {
  const Sentence& sentence = source_.sentences()[number];
  return StandsForOther(source_.tokens()[sentence.first]) || sentence.heading != kNoSentence ||
         !source_.TitleOf(sentence).empty() || !TermOf(number).tokens.empty();
}

// Whether the pronoun may mean another than the subject of the sentence before: that opens it, and
// for a person no other name may compete.
bool Excuses::HasRival(const Sentence& before, const Token& pronoun) const {
  const bool thing = pronoun.lower == "it" || pronoun.lower == "es";
  const bool many = pronoun.lower == "they";
  const std::uint32_t subject_end = SubjectEnd(before);
  bool rival = false;
  for (std::uint32_t at = subject_end; at < before.last; ++at) {
    const Token& token = source_.tokens()[at];
    if (token.kind != Kind::kName || token.Is(kMonth)) continue;
    const Token& left = source_.tokens()[at - 1];
    if (!left.Is(kPreposition) && !(left.kind == Kind::kName)) rival = true;
  }
  if (many) {
    rival = false;
    for (std::uint32_t at = subject_end; at < before.last; ++at) {
      const Token& token = source_.tokens()[at];
      rival = rival || (token.must && token.kind != Kind::kNumber && token.lower.ends_with('s'));
    }
  }
  if (thing) {
    bool be = false;
    for (std::uint32_t at = subject_end; at < std::min(subject_end + 2, before.last); ++at) {
      be = be || source_.tokens()[at].Is(kBe);
    }
    rival = !be;
  }
  return rival;
}

// "She won" after "Clara Voss was born": the pronoun means the only name before it.
std::optional<std::vector<bool>> Excuses::ByPronoun(std::uint32_t number,
                                                    const Alignment& a) const {
  if (number == 0) return std::nullopt;
  const Sentence& sentence = source_.sentences()[number];
  const Sentence& before = source_.sentences()[number - 1];
  if (before.paragraph != sentence.paragraph || !SameText(before, sentence)) return std::nullopt;
  const Token& pronoun = source_.tokens()[sentence.first];
  if (!StandsForOther(pronoun)) return std::nullopt;
  if (HasRival(before, pronoun)) return std::nullopt;
  const std::uint32_t subject_end = SubjectEnd(before);
  std::vector<bool> own(claim_.size(), false);
  for (std::size_t i = 0; i < claim_.size(); ++i) {
    if (a.placed(i)) continue;
    const auto it = std::ranges::lower_bound(places_[i], before.first);
    if (it == places_[i].end() || *it >= subject_end) return std::nullopt;
    own[i] = true;
  }
  if (!OpensClaim(own)) return std::nullopt;
  return own;
}

// True in prose or inside one item of a list: no bullet stands between the two.
bool Excuses::SameText(const Sentence& before, const Sentence& sentence) const {
  if (before.form != sentence.form) return false;
  if (before.form == Form::kProse) return true;
  const std::string_view between =
      std::string_view(source_.folded().text).substr(before.end, sentence.begin - before.end);
  return before.form == Form::kItem &&
         between.find_first_not_of(" \n\r\t") == std::string_view::npos;
}

// Where the opening subject ends: names, or the words up to the verb.
std::uint32_t Excuses::SubjectEnd(const Sentence& sentence) const {
  return sentence.first +
         static_cast<std::uint32_t>(SubjectLength(source_.TokensOf(sentence), sentence.language));
}

// Tries the nearest name above the sentence: the term of its item, a heading, the title.
Excuse Excuses::ByName(std::uint32_t number, const Alignment& a) const {
  const Sentence& sentence = source_.sentences()[number];
  SubjectFrom from = SubjectFrom::kHeading;
  SubjectName name = TermOf(number);
  const bool headed =
      sentence.heading != kNoSentence &&
      source_.PassageOf(source_.sentences()[sentence.heading]) == source_.PassageOf(sentence);
  if (name.tokens.empty() && headed) {
    name.tokens = source_.TokensOf(source_.sentences()[sentence.heading]);
    name.directly_above = sentence.heading + 1 == number;
  } else if (name.tokens.empty()) {
    name.tokens = source_.TitleOf(sentence);
    name.directly_above = number == 0 || source_.PassageOf(source_.sentences()[number - 1]) !=
                                             source_.PassageOf(sentence);
    from = SubjectFrom::kTitle;
  }
  auto own = ExcusedByName(name, a);
  if (!own) return {.words = std::vector<bool>(claim_.size(), false)};
  return {.words = std::move(*own), .subject_from = from};
}

// "gc.auto: When there are ... The default value is 6700.": the term before the colon.
SubjectName Excuses::TermOf(std::uint32_t number) const {
  constexpr std::uint32_t kFarthest = 12;
  constexpr std::size_t kLongestTerm = 4;
  for (std::uint32_t at = number; at > 0 && number - at < kFarthest; --at) {
    const Sentence& above = source_.sentences()[at - 1];
    if (above.paragraph != source_.sentences()[number].paragraph ||
        !SameText(above, source_.sentences()[at])) {
      break;
    }
    const auto opening = source_.TokensOf(above);
    for (std::size_t i = 1; i < std::min(opening.size(), kLongestTerm + 1); ++i) {
      if ((opening[i].gap & kColon) == 0) continue;
      return {.tokens = opening.first(i), .directly_above = at == number};
    }
  }
  return {};
}

}  // namespace arborist::stated
