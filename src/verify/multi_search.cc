// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/multi_search.h"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace arborist::verify {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// The trie of the needles. Edges stand in one table keyed by (node, byte): needles of a megabyte
// would need gigabytes as arrays of 256.
class Automaton {
 public:
  explicit Automaton(std::size_t total_bytes)
      : edges_(std::bit_ceil(2 * (total_bytes + 1))), fail_(1, 0), first_end_(1, kNowhere) {}

  std::uint32_t Add(std::string_view needle) {
    std::uint32_t node = 0;
    for (const char c : needle) {
      Edge& edge = Slot(node, static_cast<std::uint8_t>(c));
      if (edge.key == 0) {
        const auto next = static_cast<std::uint32_t>(fail_.size());
        edge = {Key(node, static_cast<std::uint8_t>(c)), next};
        fail_.push_back(0);
        first_end_.push_back(kNowhere);
        parents_.push_back({node, static_cast<std::uint8_t>(c)});
      }
      node = edge.target;
    }
    return node;
  }

  // Nodes by depth, so that a failure link's target is ready before its source.
  void Link() {
    std::vector<std::uint32_t> depth(fail_.size(), 0);
    for (std::uint32_t node = 1; node < fail_.size(); ++node) {
      depth[node] = depth[parents_[node - 1].node] + 1;  // a parent is made before its child
    }
    by_depth_.resize(fail_.size() - 1);
    for (std::uint32_t node = 1; node < fail_.size(); ++node) by_depth_[node - 1] = node;
    std::ranges::stable_sort(by_depth_, {}, [&](std::uint32_t node) { return depth[node]; });
    for (const std::uint32_t node : by_depth_) {
      const Parent parent = parents_[node - 1];
      fail_[node] = parent.node == 0 ? 0 : Step(fail_[parent.node], parent.byte);
    }
  }

  void Run(std::string_view text) {
    std::uint32_t node = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
      node = Step(node, static_cast<std::uint8_t>(text[i]));
      first_end_[node] = std::min(first_end_[node], i + 1);
    }
    // Whoever was met ends with its failure target too.
    for (auto node_at = by_depth_.rbegin(); node_at != by_depth_.rend(); ++node_at) {
      std::size_t& target = first_end_[fail_[*node_at]];
      target = std::min(target, first_end_[*node_at]);
    }
  }

  std::size_t first_end(std::uint32_t node) const { return first_end_[node]; }

 private:
  struct Edge {
    std::uint64_t key = 0;  // 0: free
    std::uint32_t target = 0;
  };
  struct Parent {
    std::uint32_t node;
    std::uint8_t byte;
  };

  static std::uint64_t Key(std::uint32_t node, std::uint8_t byte) {
    return ((std::uint64_t{node} << 8) | byte) + 1;
  }
  Edge& Slot(std::uint32_t node, std::uint8_t byte) {
    const std::uint64_t key = Key(node, byte);
    std::size_t at = (key * 0x9E3779B97F4A7C15u) >> 20 & (edges_.size() - 1);
    while (edges_[at].key != 0 && edges_[at].key != key) at = (at + 1) & (edges_.size() - 1);
    return edges_[at];
  }
  std::uint32_t Step(std::uint32_t node, std::uint8_t byte) {
    while (true) {
      const Edge& edge = Slot(node, byte);
      if (edge.key != 0) return edge.target;
      if (node == 0) return 0;
      node = fail_[node];
    }
  }

  std::vector<Edge> edges_;
  std::vector<std::uint32_t> fail_;
  std::vector<std::size_t> first_end_;
  std::vector<Parent> parents_;  // of node 1, 2, ...
  std::vector<std::uint32_t> by_depth_;
};

}  // namespace

std::vector<std::size_t> FindEach(std::span<const std::string_view> needles,
                                  std::string_view text) {
  std::size_t total = 0;
  for (const std::string_view needle : needles) total += needle.size();
  Automaton automaton(total);
  std::vector<std::uint32_t> ends;
  ends.reserve(needles.size());
  for (const std::string_view needle : needles) ends.push_back(automaton.Add(needle));
  automaton.Link();
  automaton.Run(text);
  std::vector<std::size_t> places;
  places.reserve(needles.size());
  for (std::size_t i = 0; i < needles.size(); ++i) {
    if (needles[i].empty()) {
      places.push_back(0);
      continue;
    }
    const std::size_t end = automaton.first_end(ends[i]);
    places.push_back(end == kNowhere ? kNowhere : end - needles[i].size());
  }
  return places;
}

}  // namespace arborist::verify
