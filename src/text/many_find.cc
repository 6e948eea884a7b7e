// SPDX-License-Identifier: AGPL-3.0-only
#include "text/many_find.h"

#include <algorithm>

#include "base/check.h"

namespace arborist::text {

ManyFind::ManyFind(std::span<const std::string> needles) {
  nodes_.emplace_back();
  root_.fill(kNone);
  lengths_.reserve(needles.size());
  for (const std::string& needle : needles) {
    CHECK(!needle.empty());
    std::uint32_t node = 0;
    for (const char c : needle) node = AddChild(node, static_cast<std::uint8_t>(c));
    CHECK(nodes_[node].needle == kNone);
    nodes_[node].needle = static_cast<std::uint32_t>(lengths_.size());
    lengths_.push_back(needle.size());
  }
  LinkFallbacks();
}

std::uint32_t ManyFind::Child(std::uint32_t node, std::uint8_t byte) const {
  if (node == 0) return root_[byte];
  std::uint32_t child = nodes_[node].first_child;
  while (child != kNone && nodes_[child].byte != byte) child = nodes_[child].next_sibling;
  return child;
}

std::uint32_t ManyFind::AddChild(std::uint32_t node, std::uint8_t byte) {
  if (const std::uint32_t child = Child(node, byte); child != kNone) return child;
  const auto child = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({.next_sibling = nodes_[node].first_child, .byte = byte});
  nodes_[node].first_child = child;
  if (node == 0) root_[byte] = child;
  return child;
}

std::uint32_t ManyFind::Step(std::uint32_t node, std::uint8_t byte) const {
  for (;;) {
    if (const std::uint32_t child = Child(node, byte); child != kNone) return child;
    if (node == 0) return 0;
    node = nodes_[node].fallback;
  }
}

void ManyFind::LinkFallbacks() {
  // Breadth first: a fallback is shorter, so it is done before the node that falls back to it.
  by_depth_ = {0};
  by_depth_.reserve(nodes_.size());
  for (std::size_t i = 0; i < by_depth_.size(); ++i) {
    const std::uint32_t node = by_depth_[i];
    for (std::uint32_t child = nodes_[node].first_child; child != kNone;
         child = nodes_[child].next_sibling) {
      if (node != 0) {
        const std::uint32_t fallback = Step(nodes_[node].fallback, nodes_[child].byte);
        nodes_[child].fallback = fallback;
        nodes_[child].shorter =
            nodes_[fallback].needle != kNone ? fallback : nodes_[fallback].shorter;
      }
      by_depth_.push_back(child);
    }
  }
}

void ManyFind::ForEach(std::string_view haystack,
                       const std::function<bool(const Place&)>& visit) const {
  std::uint32_t node = 0;
  for (std::size_t pos = 0; pos < haystack.size(); ++pos) {
    node = Step(node, static_cast<std::uint8_t>(haystack[pos]));
    for (std::uint32_t end = nodes_[node].needle != kNone ? node : nodes_[node].shorter;
         end != kNone; end = nodes_[end].shorter) {
      const std::size_t needle = nodes_[end].needle;
      if (!visit({needle, pos + 1 - lengths_[needle], pos + 1})) return;
    }
  }
}

std::vector<std::size_t> ManyFind::First(std::string_view haystack) const {
  constexpr std::size_t kNowhere = std::string_view::npos;
  std::vector<std::size_t> first_end(nodes_.size(), kNowhere);
  std::uint32_t node = 0;
  for (std::size_t pos = 0; pos < haystack.size(); ++pos) {
    node = Step(node, static_cast<std::uint8_t>(haystack[pos]));
    first_end[node] = std::min(first_end[node], pos + 1);
  }
  // Whoever was met ends with its fallback too: handed down once, from the deepest on.
  std::vector<std::size_t> first(lengths_.size(), kNowhere);
  for (auto at = by_depth_.rbegin(); at != by_depth_.rend(); ++at) {
    const std::size_t end = first_end[*at];
    if (end == kNowhere) continue;
    std::size_t& shorter = first_end[nodes_[*at].fallback];
    shorter = std::min(shorter, end);
    const std::uint32_t needle = nodes_[*at].needle;
    if (needle != kNone) first[needle] = end - lengths_[needle];
  }
  return first;
}

std::vector<bool> ManyFind::Present(std::string_view haystack) const {
  std::vector<bool> present;
  present.reserve(lengths_.size());
  for (const std::size_t place : First(haystack)) {
    present.push_back(place != std::string_view::npos);
  }
  return present;
}

}  // namespace arborist::text
