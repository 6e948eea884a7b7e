// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash256.h"

namespace arborist::merkle {

// FROZEN merkle: docs/format/merkle.md. leaf = sha256(0x00 | bytes); node = sha256(0x03 | left |
// right); an odd layer repeats its last element; one leaf is its own root; no leaf gives 32 zero
// bytes. Pure functions; threads may call them at once.
LeafHash HashLeaf(std::string_view canonical_bytes);
Hash256 HashNode(const Hash256& left, const Hash256& right);

struct ProofStep {
  Hash256 hash;
  bool is_left = false;  // the sibling is on the left
  bool operator==(const ProofStep&) const = default;
};

// The path from one leaf to the root. It proves a position only together with the number of leaves,
// because [a,b,c] and [a,b,c,c] share a root; tree.cc draws why.
struct Proof {
  Hash256 leaf;
  std::uint64_t leaf_index = 0;
  std::vector<ProofStep> siblings;
  Hash256 root;
  bool operator==(const Proof&) const = default;
};

// Builds over hashes, never over content: documents, snapshots, evidence maps and runs give 32-byte
// values.
Hash256 Root(std::span<const Hash256> leaves);

// Precondition: index < leaves.size().
Proof Prove(std::span<const Hash256> leaves, std::size_t index);

// The number of steps from a leaf to the root in a tree of leaf_count leaves.
std::size_t PathLength(std::uint64_t leaf_count);

// Folds the path and compares with the root. Does not prove the position: use Verify.
Status VerifyFold(const Proof& proof);

// Checks everything that decision 7 demands. Refusals by name, the first that applies:
// leaf_index_out_of_range, path_too_short, path_too_long, side_mismatch, root_mismatch.
Status Verify(const Proof& proof, std::uint64_t leaf_count);

}  // namespace arborist::merkle
