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

// FROZEN tfidf v1: docs/format/core.md; a change is v2. Whole numbers only, so that every machine
// says the same.
inline constexpr std::string_view kKeywords = "tfidf";
inline constexpr std::size_t kKeywordCount = 32;
inline constexpr std::size_t kFewestKeywords = 4;

// What the documents of a scope have in common: how rare each of their terms is.
class Scope {
 public:
  Scope() = default;
  // frequency: in how many of the documents each term stands, by its number.
  Scope(std::uint64_t documents, TermTable terms, std::span<const std::uint32_t> frequency);

  // A term that no document has is as rare as one that a single document has.
  std::uint64_t Rarity(std::string_view term) const;
  std::uint64_t Rarity(TermId term) const { return rarity_[term]; }
  const TermTable& terms() const { return terms_; }

 private:
  std::uint64_t documents_ = 0;
  TermTable terms_;
  std::vector<std::uint32_t> rarity_;  // by term
};

// The terms that tell a document from the others of the scope, the strongest first, with a blank
// between. Empty when it has none.
std::string Keywords(std::span<const std::string> spans, const Scope& scope);
// The same from counts that were taken already, by the numbers of the scope's terms.
std::string Keywords(std::span<const TermCount> counts, const Scope& scope);

// Of keywords the first half, as the next depth has them; empty when there are few enough.
std::string FewerKeywords(std::string_view keywords);

// 2^16 times the logarithm to base 2, rounded down. value > 0.
std::uint64_t Log2Q16(std::uint64_t value);

}  // namespace arborist::core
