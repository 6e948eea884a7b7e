// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/term_table.h"

namespace arborist::core {

// FROZEN tfidf v1: docs/format/core.md; a changed rule would be v2. Whole numbers only, so that
// every machine computes the same.
inline constexpr std::string_view kKeywords = "tfidf";
inline constexpr std::size_t kKeywordCount = 32;
inline constexpr std::size_t kFewestKeywords = 4;

// The statistics of the documents of a scope: how rare each of their terms is. Immutable.
class Scope {
 public:
  Scope() = default;
  // frequency: by term number, the number of documents that have the term.
  Scope(std::uint64_t documents, TermTable terms, std::span<const std::uint32_t> frequency);

  // A term that no document has counts as rare as one that a single document has.
  std::uint64_t Rarity(std::string_view term) const;
  std::uint64_t Rarity(TermId term) const { return rarity_[term]; }
  const TermTable& terms() const { return terms_; }

 private:
  std::uint64_t documents_ = 0;
  TermTable terms_;
  std::vector<std::uint32_t> rarity_;  // by term number
};

// The terms that distinguish a document from the others of the scope, strongest first, with single
// blanks. Empty if it has none.
std::string Keywords(std::span<const std::string> spans, const Scope& scope);
// The same from counts already taken, by the term numbers of the scope.
std::string Keywords(std::span<const TermCount> counts, const Scope& scope);

// The first half of keywords, which is the next depth; empty if there are few enough already.
std::string FewerKeywords(std::string_view keywords);

// 2^16 times the binary logarithm, rounded down. value > 0.
std::uint64_t Log2Q16(std::uint64_t value);

}  // namespace arborist::core
