// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN tfidf v1: docs/format/core.md. BM25-like weights in whole numbers only: a floating-point
// logarithm may differ between machines and libraries in the last bit, which would change the order
// of words and so the root of a core. Log2Q16 computes the logarithm in fixed point by repeated
// squaring: each squaring of the mantissa yields the next bit.
#include "core/keywords.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/check.h"

namespace arborist::core {

namespace {

constexpr std::uint64_t kFractionBits = 16;

template <typename Visit>
void ForEachWord(std::string_view words, Visit visit) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    visit(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

std::uint64_t RarityOf(std::uint64_t all, std::uint64_t frequency) {
  const std::uint64_t log = Log2Q16(all + 1);
  return frequency > all ? 0 : log - std::min(log, Log2Q16(frequency));
}

struct Ranked {
  std::uint64_t score = 0;
  std::string_view term = {};
};

Ranked Rank(std::uint64_t rarity, std::uint64_t count, std::string_view term) {
  // Saturates: the tenth mention says less than the second.
  return {.score = rarity * 22 * count / (10 * count + 12), .term = term};
}

std::string Strongest(std::vector<Ranked> ranked) {
  std::erase_if(ranked, [](const Ranked& one) { return one.score == 0; });
  const std::size_t kept = std::min(kKeywordCount, ranked.size());
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(kept);
  const auto before = [](const Ranked& a, const Ranked& b) {
    return a.score != b.score ? a.score > b.score : a.term < b.term;
  };
  if (end != ranked.end()) std::nth_element(ranked.begin(), end, ranked.end(), before);
  std::sort(ranked.begin(), end, before);
  std::string text;
  for (auto it = ranked.begin(); it != end; ++it) {
    if (!text.empty()) text.push_back(' ');
    text += it->term;
  }
  return text;
}

}  // namespace

std::uint64_t Log2Q16(std::uint64_t value) {
  CHECK(value > 0);
  const auto whole = static_cast<std::uint64_t>(std::bit_width(value) - 1);
  // The mantissa, 1 <= m < 2, with 31 bits behind the point. Each squaring yields a bit.
  std::uint64_t m = whole >= 31 ? value >> (whole - 31) : value << (31 - whole);
  std::uint64_t fraction = 0;
  for (std::uint64_t i = 0; i < kFractionBits; ++i) {
    m = m * m >> 31;
    fraction <<= 1;
    if (m >> 32 != 0) {
      fraction |= 1;
      m >>= 1;
    }
  }
  return whole << kFractionBits | fraction;
}

Scope::Scope(std::uint64_t documents, TermTable terms, std::span<const std::uint32_t> frequency)
    : documents_(documents), terms_(std::move(terms)) {
  CHECK(frequency.size() == terms_.size());
  rarity_.reserve(frequency.size());
  for (const std::uint32_t count : frequency)
    rarity_.push_back(static_cast<std::uint32_t>(RarityOf(documents_, count)));
}

std::uint64_t Scope::Rarity(std::string_view term) const {
  const std::optional<TermId> known = terms_.Find(term);
  return known ? rarity_[*known] : RarityOf(documents_, 1);
}

std::string Keywords(std::span<const std::string> spans, const Scope& scope) {
  TermCounter counter;
  std::vector<Ranked> ranked;
  for (const TermCount& one : counter.Count(spans)) {
    const std::string_view term = counter.terms()[one.term];
    ranked.push_back(Rank(scope.Rarity(term), one.count, term));
  }
  return Strongest(std::move(ranked));
}

std::string Keywords(std::span<const TermCount> counts, const Scope& scope) {
  std::vector<Ranked> ranked;
  ranked.reserve(counts.size());
  for (const TermCount& one : counts)
    ranked.push_back(Rank(scope.Rarity(one.term), one.count, scope.terms()[one.term]));
  return Strongest(std::move(ranked));
}

std::string FewerKeywords(std::string_view keywords) {
  std::vector<std::string_view> words;
  ForEachWord(keywords, [&](std::string_view word) { words.push_back(word); });
  if (words.size() <= kFewestKeywords) return {};
  const std::string_view last = words[(words.size() + 1) / 2 - 1];
  return std::string(
      keywords.substr(0, static_cast<std::size_t>(last.data() - keywords.data()) + last.size()));
}

}  // namespace arborist::core
