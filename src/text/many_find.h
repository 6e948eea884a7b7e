// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::text {

// Every place of many needles in one pass (Aho-Corasick over bytes): as long as the needles and the
// haystack together, where looking for one after the other takes their product.
class ManyFind {
 public:
  // Needles are not empty and differ from each other.
  explicit ManyFind(std::span<const std::string> needles);

  struct Place {
    std::size_t needle;  // its number
    std::size_t begin;   // bytes of the haystack
    std::size_t end;
  };
  // Places come in the order of their ends, overlapping ones included. The visitor returns false to
  // stop.
  void ForEach(std::string_view haystack, const std::function<bool(const Place&)>& visit) const;

  // Where each needle first begins in the haystack, or npos. Linear even where one needle ends with
  // many others, unlike ForEach, which names each of their places.
  std::vector<std::size_t> First(std::string_view haystack) const;
  // Which of the needles stand in the haystack.
  std::vector<bool> Present(std::string_view haystack) const;

  std::size_t needle_count() const { return lengths_.size(); }

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFFu;
  // Children of a node form a list; those of the root, where most bytes fall, a table.
  struct Node {
    std::uint32_t first_child = kNone;
    std::uint32_t next_sibling = kNone;
    std::uint32_t fallback = 0;     // the longest suffix that is a path too
    std::uint32_t needle = kNone;   // that ends here
    std::uint32_t shorter = kNone;  // nearest node on the way of fallbacks where one ends
    std::uint8_t byte = 0;
  };

  std::uint32_t Child(std::uint32_t node, std::uint8_t byte) const;
  std::uint32_t Step(std::uint32_t node, std::uint8_t byte) const;
  std::uint32_t AddChild(std::uint32_t node, std::uint8_t byte);
  void LinkFallbacks();

  std::vector<Node> nodes_;
  std::array<std::uint32_t, 256> root_{};
  std::vector<std::size_t> lengths_;
  std::vector<std::uint32_t> by_depth_;  // nodes, the root first
};

}  // namespace arborist::text
