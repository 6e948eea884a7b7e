// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"

namespace arborist::merkle {

// A node of the log's tree: sha256(0x01 | left | right).
Hash256 HashLogNode(const Hash256& left, const Hash256& right);

// FROZEN log tree: docs/format/audit-chain.md. The Merkle tree of RFC 6962 over a log that grows:
// leaf = sha256(0x00 | bytes), node = sha256(0x01 | left | right), no leaf gives the sha256 of
// nothing. Different from the tree of documents, whose nodes have another prefix and whose odd
// layers repeat their last element.
//
// Keeps only the roots of the full subtrees (the frontier), about log2(size) hashes, which is
// enough to continue the tree. One thread at a time.
class LogTree {
 public:
  LogTree() = default;
  // Continues a stored tree. kCorrupt if the frontier does not have one hash for each 1 bit of
  // size.
  static Result<LogTree> FromFrontier(std::uint64_t size, std::span<const Hash256> frontier);

  void Append(std::string_view leaf_bytes);
  // The same, and calls `completed` for each full subtree that this leaf completes, the smallest
  // first: its level (a leaf has 0), its index within the level, its root.
  using Completed = std::function<void(unsigned level, std::uint64_t index, const Hash256& root)>;
  void Append(std::string_view leaf_bytes, const Completed& completed);

  std::uint64_t size() const { return size_; }
  Hash256 Root() const;
  // From the left, the largest subtree first.
  std::span<const Hash256> frontier() const { return frontier_; }

 private:
  std::uint64_t size_ = 0;
  std::vector<Hash256> frontier_;
};

}  // namespace arborist::merkle
