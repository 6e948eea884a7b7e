// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/multi_search.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

namespace arborist::verify {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

// One needle. memmem: linear in the text whatever the needle, unlike std::string::find.
std::size_t FindOne(std::string_view text, std::string_view needle) {
  const void* found = memmem(text.data(), text.size(), needle.data(), needle.size());
  if (found == nullptr) return kNowhere;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

// Needles by their first four bytes: each place of the text is compared with those that begin as it
// does. Fast on real text; hostile needles that share a beginning would make it quadratic, so it
// gives up, with false, when it compared more than the text and the needles are long.
bool FindByPrefix(std::span<const std::string_view> needles, std::string_view text,
                  std::vector<std::size_t>* places, std::size_t* work) {
  constexpr std::size_t kPrefix = 4, kBuckets = 2048;
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  const auto bucket_at = [](const char* bytes) {
    std::uint32_t prefix;
    std::memcpy(&prefix, bytes, kPrefix);
    return (prefix * 0x9E3779B1u) >> 21;
  };
  std::array<std::uint32_t, kBuckets> heads;
  heads.fill(kNone);
  std::vector<std::uint32_t> next(needles.size(), kNone);
  std::size_t budget = 4 * text.size();
  for (std::size_t i = needles.size(); i-- > 0;) {
    const std::string_view needle = needles[i];
    budget += needle.size();
    if (needle.size() < kPrefix) {
      (*places)[i] = FindOne(text, needle);
      *work += text.size();
      continue;
    }
    std::uint32_t& head = heads[bucket_at(needle.data())];
    next[i] = head;
    head = static_cast<std::uint32_t>(i);
  }
  *work += text.size();
  for (std::size_t pos = 0; pos + kPrefix <= text.size(); ++pos) {
    std::uint32_t* link = &heads[bucket_at(text.data() + pos)];
    while (*link != kNone) {
      const std::string_view needle = needles[*link];
      std::size_t same = 0;
      const std::size_t limit = std::min(needle.size(), text.size() - pos);
      while (same < limit && needle.data()[same] == text.data()[pos + same]) ++same;
      *work += same + 1;
      if (same + 1 >= budget) return false;
      budget -= same + 1;
      if (same == needle.size()) {
        (*places)[*link] = pos;
        *link = next[*link];  // found: it need not be looked for again
      } else {
        link = &next[*link];
      }
    }
  }
  return true;
}

// The trie of the needles (Aho-Corasick): linear whatever they are. Edges stand in one table keyed
// by (node, byte): needles of a megabyte would need gigabytes as arrays of 256.
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
    std::vector<std::uint32_t> depth(fail_.size(), 0), begin(1, 0);
    for (std::uint32_t node = 1; node < fail_.size(); ++node) {
      depth[node] = depth[parents_[node - 1].node] + 1;  // a parent is made before its child
      if (depth[node] >= begin.size()) begin.resize(depth[node] + 1);
      ++begin[depth[node]];
    }
    std::uint32_t nodes = 0;
    for (std::uint32_t& count : begin) nodes += std::exchange(count, nodes);
    by_depth_.resize(fail_.size() - 1);
    for (std::uint32_t node = 1; node < fail_.size(); ++node) {
      by_depth_[begin[depth[node]]++] = node;
    }
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

namespace {

void FindByAutomaton(std::span<const std::string_view> needles, std::string_view text,
                     std::vector<std::size_t>* places, std::size_t* work) {
  std::size_t total = 0;
  for (const std::string_view needle : needles) total += needle.size();
  *work += total + text.size();
  Automaton automaton(total);
  std::vector<std::uint32_t> ends;
  ends.reserve(needles.size());
  for (const std::string_view needle : needles) ends.push_back(automaton.Add(needle));
  automaton.Link();
  automaton.Run(text);
  for (std::size_t i = 0; i < needles.size(); ++i) {
    const std::size_t end = automaton.first_end(ends[i]);
    (*places)[i] = needles[i].empty() ? 0 : end == kNowhere ? kNowhere : end - needles[i].size();
  }
}

}  // namespace

std::vector<std::size_t> FindEach(std::span<const std::string_view> needles, std::string_view text,
                                  std::size_t* work) {
  std::vector<std::size_t> places(needles.size(), kNowhere);
  constexpr std::size_t kFew = 3;
  if (needles.size() <= kFew) {
    for (std::size_t i = 0; i < needles.size(); ++i) places[i] = FindOne(text, needles[i]);
    *work += needles.size() * text.size();
  } else if (!FindByPrefix(needles, text, &places, work)) {
    FindByAutomaton(needles, text, &places, work);
  }
  return places;
}

}  // namespace arborist::verify
