// SPDX-License-Identifier: AGPL-3.0-only
// Inclusion and consistency proofs of RFC 6962 (verification as in RFC 9162). FROZEN:
// docs/format/audit-chain.md. Provers ask a FullSubtree for roots of full subtrees, which a store
// keeps as rows; RangeRoot folds ranges that are not full from those. So a proof reads O(log² n)
// hashes instead of all leaves. Verification walks from the leaf to the root with two numbers: the
// place of the node in its layer and the place of the layer's last node. Where the node is last and
// even it has no sibling and moves up unchanged. Both run to zero exactly when the path has the
// right length, so a path that is too long or too short is refused before any root is compared.
#include "merkle/log_proof.h"

#include <algorithm>
#include <bit>

#include "base/check.h"
#include "merkle/log_tree.h"
#include "merkle/tree.h"

namespace arborist::merkle {

namespace {

// The root over `count` leaves from `begin`, which must be a multiple of a power of two >= count.
// Split as the RFC does: at the largest power of two below count.
Result<Hash256> RangeRoot(std::uint64_t begin, std::uint64_t count, const FullSubtree& subtree) {
  if (std::has_single_bit(count)) {
    const auto level = static_cast<unsigned>(std::countr_zero(count));
    return subtree(level, begin >> level);
  }
  const std::uint64_t split = std::bit_floor(count);
  TRY_ASSIGN(const Hash256 left, RangeRoot(begin, split, subtree));
  TRY_ASSIGN(const Hash256 right, RangeRoot(begin + split, count - split, subtree));
  return HashLogNode(left, right);
}

Hash256 RootInMemory(std::span<const Hash256> leaves) {
  if (leaves.size() == 1) return leaves[0];
  const std::size_t split = leaves.size() / 2;
  return HashLogNode(RootInMemory(leaves.first(split)), RootInMemory(leaves.subspan(split)));
}

}  // namespace

Hash256 LogLeaf(const EventHash& event) { return HashLeaf(AsText(event.view())); }

FullSubtree SubtreesOf(std::span<const Hash256> leaves) {
  return [leaves](unsigned level, std::uint64_t index) -> Result<Hash256> {
    const std::uint64_t count = std::uint64_t{1} << level;
    CHECK((index + 1) * count <= leaves.size());
    return RootInMemory(leaves.subspan(index * count, count));
  };
}

Result<Hash256> LogRoot(std::uint64_t size, const FullSubtree& subtree) {
  if (size == 0) return LogTree().Root();
  return RangeRoot(0, size, subtree);
}

Result<std::vector<Hash256>> ProveInclusion(std::uint64_t size, std::uint64_t index,
                                            const FullSubtree& subtree) {
  CHECK(index < size);
  std::vector<Hash256> path;
  for (std::uint64_t begin = 0, count = size; count > 1;) {
    const std::uint64_t split = std::bit_floor(count - 1);
    const bool left = index - begin < split;
    TRY_ASSIGN(const Hash256 sibling, left ? RangeRoot(begin + split, count - split, subtree)
                                           : RangeRoot(begin, split, subtree));
    path.push_back(sibling);
    begin += left ? 0 : split;
    count = left ? split : count - split;
  }
  std::ranges::reverse(path);
  return path;
}

std::vector<Hash256> ProveInclusion(std::span<const Hash256> leaves, std::uint64_t index) {
  auto path = ProveInclusion(leaves.size(), index, SubtreesOf(leaves));
  CHECK(path.has_value());
  return std::move(*path);
}

Result<std::vector<Hash256>> ProveConsistency(std::uint64_t old_size, std::uint64_t size,
                                              const FullSubtree& subtree) {
  CHECK(0 < old_size && old_size <= size);
  std::vector<Hash256> path;
  std::uint64_t begin = 0, count = size;
  // Descend to the subtree in which the old log ends.
  while (begin + count != old_size) {
    const std::uint64_t split = std::bit_floor(count - 1);
    const bool left = old_size - begin <= split;
    TRY_ASSIGN(const Hash256 sibling, left ? RangeRoot(begin + split, count - split, subtree)
                                           : RangeRoot(begin, split, subtree));
    path.push_back(sibling);
    begin += left ? 0 : split;
    count = left ? split : count - split;
  }
  // If that subtree is the whole old tree, the checker knows its root already.
  if (begin != 0) {
    TRY_ASSIGN(const Hash256 last, RangeRoot(begin, count, subtree));
    path.push_back(last);
  }
  std::ranges::reverse(path);
  return path;
}

Status VerifyConsistency(const TreeHead& older, const TreeHead& newer,
                         std::span<const Hash256> path) {
  if (older.size == 0) return Refuse("old_size_zero", "every log begins with nothing");
  if (older.size > newer.size) {
    return Refuse("size_shrank", "from " + std::to_string(older.size) + " leaves to " +
                                     std::to_string(newer.size));
  }
  if (older.size == newer.size) {
    if (!path.empty()) return Refuse("path_too_long", "trees of one size need no path");
    if (older.root != newer.root) return Refuse("root_mismatch", "two trees of one size differ");
    return {};
  }
  // RFC 9162, section 2.1.4.2. If the old size is a power of two, the old tree is a full subtree
  // and the path does not repeat its root. The same steps are folded into the old and the new root.
  const bool full = std::has_single_bit(older.size);
  if (!full && path.empty()) return Refuse("path_too_short", "there is none");
  std::uint64_t place = older.size - 1, last = newer.size - 1;
  for (; (place & 1) == 1; place >>= 1) last >>= 1;
  Hash256 old_root = full ? older.root : path[0];
  Hash256 new_root = old_root;
  for (const Hash256& step : path.subspan(full ? 0 : 1)) {
    if (last == 0) {
      return Refuse("path_too_long", "from " + std::to_string(older.size) + " to " +
                                         std::to_string(newer.size) +
                                         " leaves it takes fewer steps");
    }
    if ((place & 1) == 1 || place == last) {
      old_root = HashLogNode(step, old_root);
      new_root = HashLogNode(step, new_root);
      while ((place & 1) == 0 && place != 0) {
        place >>= 1;
        last >>= 1;
      }
    } else {
      new_root = HashLogNode(new_root, step);
    }
    place >>= 1;
    last >>= 1;
  }
  if (last != 0) {
    return Refuse("path_too_short", "from " + std::to_string(older.size) + " to " +
                                        std::to_string(newer.size) + " leaves it takes more steps");
  }
  if (old_root != older.root) {
    return Refuse("old_root_mismatch",
                  "the path leads to " + old_root.hex() + ", not to " + older.root.hex());
  }
  if (new_root != newer.root) {
    return Refuse("root_mismatch",
                  "the path leads to " + new_root.hex() + ", not to " + newer.root.hex());
  }
  return {};
}

Status VerifyInclusion(const Hash256& leaf, std::uint64_t index, std::uint64_t size,
                       std::span<const Hash256> path, const Hash256& root) {
  if (index >= size) {
    return Refuse("leaf_index_out_of_range",
                  "leaf " + std::to_string(index) + " of " + std::to_string(size));
  }
  // From the leaf up; `last` is the place of the last node of the layer (RFC 9162, section
  // 2.1.3.2).
  Hash256 hash = leaf;
  std::uint64_t last = size - 1;
  for (const Hash256& sibling : path) {
    if (last == 0) {
      return Refuse("path_too_long", "a tree of " + std::to_string(size) +
                                         " leaves needs fewer steps than " +
                                         std::to_string(path.size()));
    }
    if ((index & 1) == 1 || index == last) {
      hash = HashLogNode(sibling, hash);
      // The last node of an odd layer has no sibling and moves up unchanged.
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
    return Refuse("path_too_short", "a tree of " + std::to_string(size) +
                                        " leaves needs more steps than " +
                                        std::to_string(path.size()));
  }
  if (hash != root) {
    return Refuse("root_mismatch", "the path leads to " + hash.hex() + ", not to " + root.hex());
  }
  return {};
}

}  // namespace arborist::merkle
