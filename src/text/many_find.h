// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"

namespace arborist::text {

// Finds every place of many needles in one pass (Aho-Corasick over bytes), in time linear in
// needles, haystack and places; searching for one needle after the other costs their product.
// Immutable after Link; searches may then run in several threads.
class ManyFind {
 public:
  // No needle yet: Add them, then Link.
  ManyFind();
  // Of these needles, which must be distinct; already linked.
  explicit ManyFind(std::span<const std::string> needles);

  // Adds a needle, which must not be empty, and returns its number; equal needles share one.
  std::size_t Add(std::string_view needle);
  // Call after the last Add and before the first search.
  void Link();

  struct Place {
    std::size_t needle;  // its number
    std::size_t begin;   // bytes of the haystack
    std::size_t end;
  };
  // The answer of a visitor. Of places with the same end the longest comes first; the shorter ones
  // are those of needles that end it.
  enum class Next { kOn, kSkipShorter, kStop };
  // Visits places in the order of their ends, overlapping ones too.
  template <typename Visitor>
  void ForEach(std::string_view haystack, Visitor&& visit) const;

  // Where each needle first begins, or npos. Linear even if needles end each other.
  std::vector<std::size_t> First(std::string_view haystack) const;

  std::size_t needle_count() const { return lengths_.size(); }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  // Children form a list; those of the root, where most bytes fall, a table.
  struct Node {
    std::uint32_t first_child = kNone;
    std::uint32_t next_sibling = kNone;
    std::uint32_t fallback = 0;     // the node of the longest proper suffix that is a path too
    std::uint32_t needle = kNone;   // the needle that ends here
    std::uint32_t shorter = kNone;  // nearest node along the fallbacks where a needle ends
    std::uint8_t byte = 0;
  };

  std::uint32_t Child(std::uint32_t node, std::uint8_t byte) const {
    if (node == 0) return root_[byte];
    std::uint32_t child = nodes_[node].first_child;
    while (child != kNone && nodes_[child].byte != byte) child = nodes_[child].next_sibling;
    return child;
  }
  std::uint32_t Step(std::uint32_t node, std::uint8_t byte) const {
    for (;;) {
      if (const std::uint32_t child = Child(node, byte); child != kNone) return child;
      if (node == 0) return 0;
      node = nodes_[node].fallback;
    }
  }
  std::uint32_t AddChild(std::uint32_t node, std::uint8_t byte);

  std::vector<Node> nodes_;
  std::array<std::uint32_t, 256> root_{};
  std::vector<std::size_t> lengths_;
  bool linked_ = false;
};

template <typename Visitor>
void ManyFind::ForEach(std::string_view haystack, Visitor&& visit) const {
  CHECK(linked_);
  std::uint32_t node = 0;
  for (std::size_t pos = 0; pos < haystack.size(); ++pos) {
    node = Step(node, static_cast<std::uint8_t>(haystack[pos]));
    for (std::uint32_t end = nodes_[node].needle != kNone ? node : nodes_[node].shorter;
         end != kNone; end = nodes_[end].shorter) {
      const std::size_t needle = nodes_[end].needle;
      const Next next = visit(Place{needle, pos + 1 - lengths_[needle], pos + 1});
      if (next == Next::kStop) return;
      if (next == Next::kSkipShorter) break;
    }
  }
}

}  // namespace arborist::text
