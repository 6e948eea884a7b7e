// SPDX-License-Identifier: AGPL-3.0-only
#include "question/question.h"

#include <algorithm>
#include <array>

#include "crypto/sha256.h"
#include "text/canonical.h"

namespace arborist::question {

namespace {

// Stripped from the end, together with spaces. Never quotes, brackets or apostrophes.
constexpr std::array<std::string_view, 12> kClosing = {".", "?",  "!",  ",",  ";",  ":",
                                                       " ", "？", "！", "。", "、", "…"};
constexpr std::array<std::string_view, 3> kArticles = {"the", "a", "an"};

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

std::optional<Dedup> DedupFromName(std::string_view name) {
  if (name == "strict") return Dedup::kStrict;
  if (name == "equivalence_class") return Dedup::kEquivalenceClass;
  return std::nullopt;
}

std::string CanonicalQuestion(std::string_view question, Dedup dedup) {
  std::string canonical = text::Canonicalize(question);
  if (dedup == Dedup::kStrict) return canonical;
  const std::string lower = text::ToLower(canonical);
  std::string_view rest = lower;
  while (StripOneClosing(&rest)) {
  }
  std::string out;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    const std::string_view word = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (std::find(kArticles.begin(), kArticles.end(), word) != kArticles.end()) continue;
    if (word.empty()) continue;
    if (!out.empty()) out.push_back(' ');
    out.append(word);
  }
  return out;
}

QuestionHash HashQuestion(std::string_view question, Dedup dedup) {
  return QuestionHash(crypto::Sha256(CanonicalQuestion(question, dedup)));
}

}  // namespace arborist::question
