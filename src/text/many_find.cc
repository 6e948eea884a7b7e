// SPDX-License-Identifier: AGPL-3.0-only
// Aho-Corasick: a trie of the needles, in which each node also has a fallback (the longest proper
// suffix of its path that is a path too) and `shorter` (the nearest node along the fallbacks where
// a needle ends). A search takes one step per byte of the haystack; the fallbacks taken are bounded
// by the bytes read. Reporting is not: needles that end each other ("a", "aa", "aaa") may report
// many places at one end, so visitors can ask to skip the shorter ones. Children are sibling lists,
// because texts have few; the root, where most bytes fall, has a table.
#include "text/many_find.h"

namespace arborist::text {

ManyFind::ManyFind() {
  nodes_.emplace_back();
  root_.fill(kNone);
}

ManyFind::ManyFind(std::span<const std::string> needles) : ManyFind() {
  lengths_.reserve(needles.size());
  for (const std::string& needle : needles) {
    const std::size_t known = needle_count();
    CHECK(Add(needle) == known);
  }
  Link();
}

std::size_t ManyFind::Add(std::string_view needle) {
  CHECK(!needle.empty() && !linked_);
  std::uint32_t node = 0;
  for (const char c : needle) node = AddChild(node, static_cast<std::uint8_t>(c));
  if (nodes_[node].needle == kNone) {
    nodes_[node].needle = static_cast<std::uint32_t>(lengths_.size());
    lengths_.push_back(needle.size());
  }
  return nodes_[node].needle;
}

std::uint32_t ManyFind::AddChild(std::uint32_t node, std::uint8_t byte) {
  if (const std::uint32_t child = Child(node, byte); child != kNone) return child;
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.next_sibling = nodes_[node].first_child, .byte = byte});
  nodes_[node].first_child = child;
  if (node == 0) root_[byte] = child;
  return child;
}

void ManyFind::Link() {
  linked_ = true;
  // Breadth first: a fallback is shorter than its node, so it is done before it.
  std::vector<std::uint32_t> queue = {0};
  queue.reserve(nodes_.size());
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const std::uint32_t node = queue[i];
    for (std::uint32_t child = nodes_[node].first_child; child != kNone;
         child = nodes_[child].next_sibling) {
      if (node != 0) {
        const std::uint32_t fallback = Step(nodes_[node].fallback, nodes_[child].byte);
        nodes_[child].fallback = fallback;
        nodes_[child].shorter =
            nodes_[fallback].needle != kNone ? fallback : nodes_[fallback].shorter;
      }
      queue.push_back(child);
    }
  }
}

std::vector<std::size_t> ManyFind::First(std::string_view haystack) const {
  std::vector<std::size_t> first(lengths_.size(), std::string_view::npos);
  std::size_t missing = lengths_.size();
  if (missing == 0) return first;
  ForEach(haystack, [&](const Place& place) {
    // If this needle was found before, all needles that end it were found then.
    if (first[place.needle] != std::string_view::npos) return Next::kSkipShorter;
    first[place.needle] = place.begin;
    return --missing == 0 ? Next::kStop : Next::kOn;
  });
  return first;
}

}  // namespace arborist::text
