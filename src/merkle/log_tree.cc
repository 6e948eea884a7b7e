// SPDX-License-Identifier: AGPL-3.0-only
// The growing tree of RFC 6962, kept as its frontier: one root for each 1 bit of the size, the
// largest subtree first. Appending a leaf is a binary addition: where the size has 1 bits at its
// end, subtrees of equal size are joined like carries, and each joined subtree is reported once, so
// that a store can keep every node ever completed. The root folds the frontier from the right.
//
//   size 6 = 110b:    [4 leaves] [2 leaves]              frontier: 2 hashes
//   append:           [4 leaves] [2 leaves] [1 leaf]     size 7 = 111b
//   append:           [8 leaves]                         1+1 -> 2, 2+2 -> 4, 4+4 -> 8
#include "merkle/log_tree.h"

#include <array>
#include <bit>
#include <cstring>
#include <string>

#include "crypto/sha256.h"
#include "merkle/tree.h"

namespace arborist::merkle {

Hash256 HashLogNode(const Hash256& left, const Hash256& right) {
  std::array<std::uint8_t, 65> bytes;
  bytes[0] = 0x01;
  std::memcpy(bytes.data() + 1, left.bytes.data(), 32);
  std::memcpy(bytes.data() + 33, right.bytes.data(), 32);
  return crypto::Sha256(Bytes(bytes));
}

Result<LogTree> LogTree::FromFrontier(std::uint64_t size, std::span<const Hash256> frontier) {
  if (frontier.size() != static_cast<std::size_t>(std::popcount(size))) {
    return Fail(ErrorCode::kCorrupt, "a tree of " + std::to_string(size) + " leaves has not " +
                                         std::to_string(frontier.size()) + " full subtrees");
  }
  LogTree tree;
  tree.size_ = size;
  tree.frontier_.assign(frontier.begin(), frontier.end());
  return tree;
}

void LogTree::Append(std::string_view leaf_bytes) { Append(leaf_bytes, {}); }

void LogTree::Append(std::string_view leaf_bytes, const Completed& completed) {
  frontier_.push_back(HashLeaf(leaf_bytes));
  if (completed) completed(0, size_, frontier_.back());
  // A binary carry: a subtree joins its left neighbour of the same size.
  for (unsigned level = 1; ((size_ >> (level - 1)) & 1) == 1; ++level) {
    const Hash256 right = frontier_.back();
    frontier_.pop_back();
    frontier_.back() = HashLogNode(frontier_.back(), right);
    if (completed) completed(level, size_ >> level, frontier_.back());
  }
  ++size_;
}

Hash256 LogTree::Root() const {
  if (frontier_.empty()) return crypto::Sha256(std::string_view());
  Hash256 root = frontier_.back();
  for (std::size_t i = frontier_.size() - 1; i > 0; --i) root = HashLogNode(frontier_[i - 1], root);
  return root;
}

}  // namespace arborist::merkle
