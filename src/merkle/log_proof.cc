// SPDX-License-Identifier: AGPL-3.0-only
#include "merkle/log_proof.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "merkle/log_tree.h"
#include "merkle/tree.h"

namespace arborist::merkle {

namespace {

Hash256 SubtreeRoot(std::span<const Hash256> leaves) {
  if (leaves.size() == 1) return leaves[0];
  const std::size_t split = std::bit_floor(leaves.size() - 1);
  return HashLogNode(SubtreeRoot(leaves.first(split)), SubtreeRoot(leaves.subspan(split)));
}

}  // namespace

Hash256 LogLeaf(const EventHash& event) { return HashLeaf(AsText(event.view())); }

std::vector<Hash256> ProveInclusion(std::span<const Hash256> leaves, std::uint64_t index) {
  CHECK(index < leaves.size());
  std::vector<Hash256> path;
  while (leaves.size() > 1) {
    const std::size_t split = std::bit_floor(leaves.size() - 1);
    if (index < split) {
      path.push_back(SubtreeRoot(leaves.subspan(split)));
      leaves = leaves.first(split);
    } else {
      path.push_back(SubtreeRoot(leaves.first(split)));
      leaves = leaves.subspan(split);
      index -= split;
    }
  }
  std::ranges::reverse(path);
  return path;
}

Status VerifyInclusion(const Hash256& leaf, std::uint64_t index, std::uint64_t size,
                       std::span<const Hash256> path, const Hash256& root) {
  if (index >= size) {
    return Fail(ErrorCode::kDoesNotHold, "leaf_index_out_of_range: leaf " + std::to_string(index) +
                                             " of " + std::to_string(size));
  }
  // From the leaf up; `last` is the place of the layer's last node (RFC 9162, section 2.1.3.2).
  Hash256 hash = leaf;
  std::uint64_t last = size - 1;
  for (const Hash256& sibling : path) {
    if (last == 0) {
      return Fail(ErrorCode::kDoesNotHold, "path_too_long: a tree of " + std::to_string(size) +
                                               " leaves needs fewer steps than " +
                                               std::to_string(path.size()));
    }
    if ((index & 1) == 1 || index == last) {
      hash = HashLogNode(sibling, hash);
      // The last node of an odd layer has no sibling there and goes up as it is.
      while ((index & 1) == 0 && index != 0) {
        index >>= 1;
        last >>= 1;
      }
    } else {
      hash = HashLogNode(hash, sibling);
    }
    index >>= 1;
    last >>= 1;
  }
  if (last != 0) {
    return Fail(ErrorCode::kDoesNotHold, "path_too_short: a tree of " + std::to_string(size) +
                                             " leaves needs more steps than " +
                                             std::to_string(path.size()));
  }
  if (hash != root) {
    return Fail(ErrorCode::kDoesNotHold,
                "root_mismatch: the path leads to " + hash.hex() + ", not to " + root.hex());
  }
  return {};
}

}  // namespace arborist::merkle
