// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace arborist::core {

// FROZEN tfidf v1: docs/format/core.md; a change is v2. Whole numbers only, so that every machine
// says the same.
inline constexpr std::string_view kKeywords = "tfidf";
inline constexpr std::size_t kKeywordCount = 32;
inline constexpr std::size_t kFewestKeywords = 4;

// Counts of terms, each asked for by a view.
struct TermHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view term) const {
    return std::hash<std::string_view>()(term);
  }
};
template <typename Count>
using TermMap = std::unordered_map<std::string, Count, TermHash, std::equal_to<>>;

// How often each term that may be a keyword stands in the texts of a document, by term.
struct TermCounts {
  std::unique_ptr<std::string> text;  // that the views look into
  std::vector<std::pair<std::string_view, std::uint32_t>> counts;
  bool contains(std::string_view term) const;
};
TermCounts CountTerms(std::span<const std::string> spans);

// In how many documents of a scope each term stands. Filled by distill from all current surfaces.
struct Scope {
  std::uint64_t documents = 0;
  TermMap<std::uint32_t> frequency = {};
};

// The terms that tell a document from the others of the scope, the strongest first, with a blank
// between. Empty when it has none.
std::string Keywords(std::span<const std::string> spans, const Scope& scope);

// Of keywords the first half, as the next depth has them; empty when there are few enough.
std::string FewerKeywords(std::string_view keywords);

// 2^16 times the logarithm to base 2, rounded down. value > 0.
std::uint64_t Log2Q16(std::uint64_t value);

}  // namespace arborist::core
