// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"

namespace arborist::merkle {

// FROZEN log proofs: docs/format/audit-chain.md.
// The audit path of RFC 6962, section 2.1.1: the siblings from a leaf of a log's tree up to its
// root. Leaves are hashes already (LogLeaf).
// Precondition: index < leaves.size().
std::vector<Hash256> ProveInclusion(std::span<const Hash256> leaves, std::uint64_t index);

// Whether the leaf stands at that place of a tree of that size and root. The size is a claim that
// the path bounds and does not fix: who states root and size together binds it. Refusals by name:
// leaf_index_out_of_range, path_too_short, path_too_long, root_mismatch.
Status VerifyInclusion(const Hash256& leaf, std::uint64_t index, std::uint64_t size,
                       std::span<const Hash256> path, const Hash256& root);

// The leaf of an event: sha256(0x00 | its hash).
Hash256 LogLeaf(const EventHash& event);

}  // namespace arborist::merkle
