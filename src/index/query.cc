// SPDX-License-Identifier: AGPL-3.0-only
#include "index/query.h"

#include <algorithm>

namespace arborist::index {

namespace {

// The members of a group; null for a leaf.
const std::vector<Node>* MembersOf(const Node& node) {
  if (const All* all = std::get_if<All>(&node.is)) return &all->members;
  if (const Any* any = std::get_if<Any>(&node.is)) return &any->members;
  return nullptr;
}

void AppendLeaves(const Node& node, std::vector<const Node*>* leaves) {
  const std::vector<Node>* members = MembersOf(node);
  if (members == nullptr) return leaves->push_back(&node);
  for (const Node& member : *members) AppendLeaves(member, leaves);
}

}  // namespace

std::vector<const Node*> Leaves(const Node& tree) {
  std::vector<const Node*> leaves;
  AppendLeaves(tree, &leaves);
  return leaves;
}

bool IsFlat(const Node& tree) {
  if (std::holds_alternative<All>(tree.is)) return false;
  const std::vector<Node>* members = MembersOf(tree);
  return members == nullptr || std::ranges::all_of(*members, [](const Node& member) {
           return MembersOf(member) == nullptr;
         });
}

bool ScopeFilter::Has(std::int64_t row) {
  if (row < scope_.within.first || row > scope_.within.last) return false;
  while (next_ < scope_.without.size() && scope_.without[next_].last < row) ++next_;
  return next_ == scope_.without.size() || row < scope_.without[next_].first;
}

}  // namespace arborist::index
