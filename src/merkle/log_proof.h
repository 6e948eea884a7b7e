// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"

namespace arborist::merkle {

// FROZEN log proofs: docs/format/audit-chain.md. RFC 6962, sections 2.1.1 and 2.1.2. Pure
// functions.

// Gives a prover its hashes: the root of the full subtree over the 2^level leaves from index *
// 2^level on. Leaves are hashes already (LogLeaf) and have level 0. Its errors end the proof.
using FullSubtree = std::function<Result<Hash256>(unsigned level, std::uint64_t index)>;
// A FullSubtree over leaves in memory, which must outlive it.
FullSubtree SubtreesOf(std::span<const Hash256> leaves);

// The root of the tree of the first `size` leaves.
Result<Hash256> LogRoot(std::uint64_t size, const FullSubtree& subtree);

// The audit path: the siblings from a leaf up to the root. Precondition: index < size.
Result<std::vector<Hash256>> ProveInclusion(std::uint64_t size, std::uint64_t index,
                                            const FullSubtree& subtree);
std::vector<Hash256> ProveInclusion(std::span<const Hash256> leaves, std::uint64_t index);

// The proof that the tree of `size` leaves begins with the tree of `old_size` leaves. Precondition:
// 0 < old_size <= size.
Result<std::vector<Hash256>> ProveConsistency(std::uint64_t old_size, std::uint64_t size,
                                              const FullSubtree& subtree);

// Whether the leaf is at that index of a tree of that size and root. The length of the path bounds
// the size but does not fix it; something must state root and size together. Refusals by name:
// leaf_index_out_of_range, path_too_short, path_too_long, root_mismatch.
Status VerifyInclusion(const Hash256& leaf, std::uint64_t index, std::uint64_t size,
                       std::span<const Hash256> path, const Hash256& root);

// Whether the log of the newer tree begins with the log of the older one. Refusals by name:
// old_size_zero (an empty log is consistent with every log), size_shrank, path_too_short,
// path_too_long, old_root_mismatch, root_mismatch.
struct TreeHead {
  std::uint64_t size = 0;
  Hash256 root;
  bool operator==(const TreeHead&) const = default;
};
Status VerifyConsistency(const TreeHead& older, const TreeHead& newer,
                         std::span<const Hash256> path);

// The leaf of an event: sha256(0x00 | its hash).
Hash256 LogLeaf(const EventHash& event);

}  // namespace arborist::merkle
