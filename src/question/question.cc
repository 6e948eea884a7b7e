// SPDX-License-Identifier: AGPL-3.0-only
// The canonical question, FROZEN per mode (docs/format/keys.md, decision 5). Two questions with one
// canonical form share cached answers, so merging too much is worse than merging too little:
// equivalence_class drops every "a" and made "plan A" equal to "the plan", which is why version 2
// keeps an "a" that may be a name. Closing marks are stripped from the end only; quotes and
// brackets never.
#include "question/question.h"

#include <algorithm>
#include <array>
#include <utility>

#include "crypto/sha256.h"
#include "text/canonical.h"

namespace arborist::question {

namespace {

// Stripped from the end, together with blanks. Never quotes, brackets or apostrophes.
constexpr std::array<std::string_view, 12> kClosing = {".", "?",  "!",  ",",  ";",  ":",
                                                       " ", "？", "！", "。", "、", "…"};

// FROZEN with equivalence_class_v2, sorted: behind these words an `a` is an article. Behind any
// other it may be a name: plan A, vitamin A, grade A.
constexpr auto kFunctionWords = std::to_array<std::string_view>(
    {"about",   "after",   "against", "am",      "among",   "and",     "are",    "aren't",
     "aren’t",  "as",      "at",      "be",      "because", "been",    "before", "being",
     "between", "but",     "by",      "can",     "could",   "did",     "didn't", "didn’t",
     "do",      "does",    "doesn't", "doesn’t", "don't",   "don’t",   "during", "for",
     "from",    "had",     "has",     "have",    "having",  "he",      "how",    "how's",
     "how’s",   "i",       "if",      "in",      "into",    "is",      "isn't",  "isn’t",
     "it",      "it's",    "it’s",    "like",    "may",     "might",   "must",   "not",
     "of",      "on",      "onto",    "or",      "over",    "per",     "shall",  "she",
     "should",  "such",    "than",    "that",    "that's",  "that’s",  "there",  "there's",
     "there’s", "these",   "they",    "this",    "those",   "through", "to",     "under",
     "until",   "upon",    "versus",  "via",     "was",     "wasn't",  "wasn’t", "we",
     "were",    "weren't", "weren’t", "what",    "what's",  "what’s",  "when",   "where",
     "where's", "where’s", "whether", "which",   "who",     "who's",   "whom",   "whose",
     "who’s",   "why",     "will",    "with",    "within",  "without", "would",  "you"});
static_assert(std::ranges::is_sorted(kFunctionWords));

bool IsArticle(std::string_view word) { return word == "the" || word == "a" || word == "an"; }

// Whether the word is dropped. before: the previous word; empty for the first.
bool IsDropped(std::string_view word, std::string_view before, Dedup dedup) {
  if (!IsArticle(word)) return false;
  if (dedup == Dedup::kEquivalenceClass || word != "a") return true;
  return before.empty() || std::ranges::binary_search(kFunctionWords, before);
}

bool StripOneClosing(std::string_view* text) {
  for (const std::string_view mark : kClosing) {
    if (text->ends_with(mark)) {
      text->remove_suffix(mark.size());
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view Name(Dedup dedup) {
  switch (dedup) {
    case Dedup::kStrict:
      return "strict";
    case Dedup::kEquivalenceClass:
      return "equivalence_class";
    case Dedup::kEquivalenceClassV2:
      break;
  }
  return "equivalence_class_v2";
}

std::optional<Dedup> DedupFromName(std::string_view name) {
  for (const Dedup dedup : {Dedup::kStrict, Dedup::kEquivalenceClass, Dedup::kEquivalenceClassV2}) {
    if (name == Name(dedup)) return dedup;
  }
  return std::nullopt;
}

std::optional<Dedup> AlternateOf(Dedup dedup) {
  return dedup == Dedup::kStrict ? std::nullopt : std::optional(Dedup::kStrict);
}

std::string CanonicalQuestion(std::string_view question, Dedup dedup) {
  std::string canonical = text::Canonicalize(question);
  if (dedup == Dedup::kStrict) return canonical;
  const std::string lower = text::ToLower(canonical);
  std::string_view rest = lower;
  while (StripOneClosing(&rest)) {
  }
  std::string out;
  std::string_view before;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (word.empty()) continue;
    if (IsDropped(word, std::exchange(before, word), dedup)) continue;
    if (!out.empty()) out.push_back(' ');
    out.append(word);
  }
  return out;
}

QuestionHash HashQuestion(std::string_view question, Dedup dedup) {
  return QuestionHash(crypto::Sha256(CanonicalQuestion(question, dedup)));
}

}  // namespace arborist::question
