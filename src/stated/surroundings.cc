// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 8. Whether the text around a sentence
// changes what it says. A verbatim copy can still mislead: it may be an item under "Do not:", the
// answer of a quiz, somebody's quoted words, or be taken back by the next sentence ("This was later
// shown to be wrong"). Looks at the lead of a list, the line before that ends with a colon, and the
// next sentence of the same paragraph; all by word lists, so an unknown phrase is not recognised.
#include <algorithm>
#include <string_view>

#include "stated/check_claim.h"

namespace arborist::stated {

namespace {

std::span<const Token> TokensOf(const SourceIndex& source, std::uint32_t sentence) {
  const Sentence& s = source.sentences()[sentence];
  return std::span(source.tokens()).subspan(s.first, s.last - s.first);
}

bool Has(std::span<const Token> tokens, std::uint32_t flags) {
  return std::ranges::any_of(tokens, [&](const Token& token) { return token.Is(flags); });
}

bool EndsWithColon(const SourceIndex& source, const Sentence& sentence) {
  return sentence.end > 0 && sentence.end <= source.folded().text.size() &&
         source.folded().text[sentence.end - 1] == ':';
}

constexpr std::string_view kTurning[] = {"bad",         "avoid",      "quiz",         "joke",
                                         "placeholder", "removed",    "dropped",      "rejected",
                                         "entfernt",    "deprecated", "discontinued", "forbidden",
                                         "banned",      "verboten",   "untersagt",    "prohibited"};
// Words that turn a line before a list; a chapter called "Examples" says what is so.
constexpr std::string_view kExamples[] = {"example", "examples", "sample", "test", "beispiel"};
// Codes and messages of errors are not errors of the text.
constexpr std::string_view kErrors[] = {"error", "errors", "fehler"};

template <std::size_t N>
bool IsOneOf(const std::string_view (&words)[N], std::string_view word) {
  return std::ranges::find(words, word) != std::end(words);
}

// Looks in English and German: a heading has too few words to tell its language.
bool Denies(const Token& token) {
  const std::uint32_t flags =
      token.listed->FlagsIn(Language::kEnglish) | token.listed->FlagsIn(Language::kGerman);
  return (flags & kDenial) != 0 && !IsOneOf(kErrors, token.lower);
}

// True for a line that turns what it introduces: "The following statements are false:".
bool Turns(std::span<const Token> lead, Form form) {
  // Single letters are options ("-n:").
  const bool turned = std::ranges::any_of(lead, [](const Token& token) {
    return token.lower.size() > 1 && token.Is(kNegation | kCondition | kAttribution);
  });
  return turned || std::ranges::any_of(lead, Denies) ||
         std::ranges::any_of(lead, [&](const Token& token) {
           return IsOneOf(kTurning, token.lower) ||
                  (form != Form::kHeading && IsOneOf(kExamples, token.lower));
         });
}

// True for a sentence that takes back the one before: "This explanation was shown to be wrong."
bool Retracts(std::span<const Token> next) {
  constexpr std::size_t kOpening = 3;
  const auto opening = next.first(std::min(kOpening, next.size()));
  // "It was false" means the sentence before only if the denial is close.
  constexpr std::size_t kClose = 7;
  const bool pronoun = Has(opening, kPronoun) && !Has(opening.subspan(1), kRetractor);
  // "This is important because ... in the wrong place" denies nothing.
  constexpr std::size_t kNear = 10;
  const bool alone = next.size() > 1 && next[0].Is(kRetractor) && next[1].Is(kBe);
  const std::size_t far = pronoun ? kClose : alone ? kNear : next.size();
  const auto reach = next.first(std::min(far, next.size()));
  // A pronoun ("it", "er") must open the sentence: "Fällt er unter 0,8 bar" does not refer back.
  const bool points_back = std::ranges::any_of(opening, [&](const Token& token) {
    const bool personal =
        token.lower == "er" || token.lower == "sie" || token.lower == "es" || token.lower == "it";
    return token.Is(kRetractor) && (!personal || &token == &opening.front());
  });
  if (points_back && Has(reach, kDenial)) return true;
  // "The authors have withdrawn this claim."
  for (std::size_t i = 0; i + 1 < next.size(); ++i) {
    const bool points = next[i].lower == "this" || next[i].lower == "that" ||
                        next[i].lower == "diese" || next[i].lower == "dieser";
    if (points && next[i + 1].Is(kRetractor) && Has(next, kDenial)) return true;
  }
  constexpr std::string_view kNotices[] = {"edit",    "update",    "correction",
                                           "erratum", "korrektur", "nachtrag"};
  const bool notice = std::ranges::any_of(opening, [&](const Token& token) {
    return std::ranges::find(kNotices, token.lower) != std::end(kNotices);
  });
  if (notice && Has(next, kDenial | kNegation)) return true;
  // "At least that is what the label said."
  for (std::size_t i = 0; i + 1 < std::min(kClose, next.size()); ++i) {
    const bool points = next[i].lower == "that" || next[i].lower == "this" ||
                        next[i].lower == "das" || next[i].lower == "dies";
    const auto behind = next.subspan(i, std::min(kClose, next.size() - i));
    const bool what =
        i + 2 < next.size() &&
        (next[i + 2].lower == "what" || next[i + 2].lower == "how" || next[i + 2].lower == "was");
    if (points && next[i + 1].Is(kBe) && what && Has(behind, kAttribution)) return true;
  }
  // "Or so everyone believed", "That is no longer true."
  if (next.size() > 2 && next[0].lower == "or" && next[1].lower == "so") return true;
  const bool not_true = Has(next, kNegation) && std::ranges::any_of(next, [](const Token& token) {
                          return token.lower == "true" || token.lower == "longer" ||
                                 token.lower == "correct" || token.lower == "case" ||
                                 token.lower == "mehr";
                        });
  return not_true && Has(opening, kRetractor) && next.size() <= 10;
}

}  // namespace

Fault Surroundings(const SourceIndex& source, std::uint32_t number) {
  const std::vector<Sentence>& sentences = source.sentences();
  const Sentence& sentence = sentences[number];
  if (sentence.asks || sentence.spoken) return Fault::kUncertain;
  if (sentence.lead != kNoSentence &&
      Turns(TokensOf(source, sentence.lead), sentences[sentence.lead].form)) {
    return Fault::kUncertain;
  }
  if (number > 0) {
    const Sentence& before = sentences[number - 1];
    if (sentence.form != Form::kItem && EndsWithColon(source, before) &&
        sentence.paragraph <= before.paragraph + 1 &&
        Turns(TokensOf(source, number - 1), before.form)) {
      return Fault::kUncertain;
    }
  }
  for (std::uint32_t next = number + 1; next <= number + 1 && next < sentences.size(); ++next) {
    if (sentences[next].paragraph != sentence.paragraph) break;
    if (sentences[next].form != sentence.form) break;
    if (sentence.form == Form::kItem || sentence.form == Form::kRow) break;
    if (Retracts(TokensOf(source, next))) return Fault::kRetracted;
  }
  return Fault::kNone;
}

}  // namespace arborist::stated
