// SPDX-License-Identifier: AGPL-3.0-only
#include "text/unicode.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

namespace arborist::text {

namespace {

struct Range {
  char32_t first;
  char32_t last;
  std::uint16_t flags;
};

constexpr Range kRanges[] = {
#include "text/unicode15.inc"
};

std::uint16_t Search(char32_t c) {
  const auto* it = std::upper_bound(std::begin(kRanges), std::end(kRanges), c,
                                    [](char32_t value, const Range& r) { return value < r.first; });
  if (it == std::begin(kRanges)) return 0;
  --it;
  return c <= it->last ? it->flags : std::uint16_t{0};
}

constexpr std::size_t kFlat = 0x20000;  // planes 0 and 1: nearly all text

// Spread out once: a constant, only too large to write down.
const std::array<std::uint16_t, kFlat>& FlatTable() {
  static const auto table = [] {
    auto flat = std::make_unique<std::array<std::uint16_t, kFlat>>();
    for (const Range& range : kRanges) {
      for (char32_t c = range.first; c <= range.last && c < kFlat; ++c) (*flat)[c] = range.flags;
    }
    return flat;
  }();
  return *table;
}

}  // namespace

std::uint16_t UnicodeFlags(char32_t c) {
  static const auto& flat = FlatTable();
  return c < kFlat ? flat[c] : Search(c);
}

}  // namespace arborist::text
