// SPDX-License-Identifier: AGPL-3.0-only
// The tree of documents, snapshots and runs. FROZEN: docs/format/merkle.md, decision 7. Root and
// Prove rebuild the layers bottom up in O(n); a path has at most 63 steps. Two known attacks on
// such trees, and how Verify meets them:
//
// Duplicate leaves (CVE-2012-2459 in Bitcoin). An odd layer repeats its last element, so two
// different lists of leaves have one root:
//
//            R                       R
//          .   .                   .   .
//        AB     CC               AB     CC
//       .  .   .  .             .  .   .  .
//      a    b c   (c)          a    b c    c
//
//     [a,b,c], c repeated    [a,b,c,c], four real leaves
//
// The root alone therefore does not prove how many leaves there are: a path for "leaf 3" of the
// left tree folds correctly. Verify demands the leaf count, an index below it, a path of exactly
// PathLength steps, and each sibling on the side that the bits of the index give. The count itself
// is believed only as far as something else binds it: a row of the store, an event of the log.
//
// Second preimages. If leaves and nodes were hashed alike, the 64 bytes left | right of a node
// could be presented as the content of a leaf, which shortens the tree. Leaves begin with 0x00 and
// nodes with 0x03, so no byte string hashes as both; and the length of the path is fixed by the
// count. Trees over roots (snapshots, runs) take hashes as leaves without a prefix; there only the
// count keeps a node from passing for a leaf.
#include "merkle/tree.h"

#include <array>
#include <cstring>
#include <string>

#include "base/check.h"
#include "crypto/sha256.h"

namespace arborist::merkle {

namespace {

constexpr char kLeafPrefix = 0x00;
constexpr std::uint8_t kNodePrefix = 0x03;

std::vector<Hash256> NextLayer(std::span<const Hash256> layer) {
  std::vector<Hash256> next;
  next.reserve((layer.size() + 1) / 2);
  for (std::size_t i = 0; i < layer.size(); i += 2) {
    next.push_back(HashNode(layer[i], i + 1 < layer.size() ? layer[i + 1] : layer[i]));
  }
  return next;
}

}  // namespace

LeafHash HashLeaf(std::string_view canonical_bytes) {
  if (canonical_bytes.size() == 32) {  // an event of a log; one block, without a hasher
    std::array<std::uint8_t, 33> bytes;
    bytes[0] = static_cast<std::uint8_t>(kLeafPrefix);
    std::memcpy(bytes.data() + 1, canonical_bytes.data(), 32);
    return LeafHash(crypto::Sha256(Bytes(bytes)));
  }
  // One for each thread: a context of OpenSSL is dearer to make than to use again.
  thread_local crypto::Sha256Hasher hasher;
  hasher.Update(std::string_view(&kLeafPrefix, 1));
  hasher.Update(canonical_bytes);
  return LeafHash(hasher.Finish());
}

Hash256 HashNode(const Hash256& left, const Hash256& right) {
  std::array<std::uint8_t, 65> bytes;
  bytes[0] = kNodePrefix;
  std::memcpy(bytes.data() + 1, left.bytes.data(), 32);
  std::memcpy(bytes.data() + 33, right.bytes.data(), 32);
  return crypto::Sha256(Bytes(bytes));
}

Hash256 Root(std::span<const Hash256> leaves) {
  if (leaves.empty()) return {};
  if (leaves.size() == 1) return leaves[0];
  std::vector<Hash256> layer = NextLayer(leaves);
  while (layer.size() > 1) layer = NextLayer(layer);
  return layer[0];
}

Proof Prove(std::span<const Hash256> leaves, std::size_t index) {
  CHECK(index < leaves.size());
  Proof proof{.leaf = leaves[index], .leaf_index = index, .siblings = {}, .root = {}};
  std::vector<Hash256> layer(leaves.begin(), leaves.end());
  std::size_t i = index;
  while (layer.size() > 1) {
    const std::size_t sibling = i ^ 1;
    proof.siblings.push_back(
        {.hash = sibling < layer.size() ? layer[sibling] : layer[i], .is_left = (i & 1) == 1});
    layer = NextLayer(layer);
    i /= 2;
  }
  proof.root = layer[0];
  return proof;
}

std::size_t PathLength(std::uint64_t leaf_count) {
  std::size_t length = 0;
  for (std::uint64_t size = leaf_count; size > 1; size = size / 2 + size % 2) ++length;
  return length;
}

Status VerifyFold(const Proof& proof) {
  Hash256 current = proof.leaf;
  for (const ProofStep& step : proof.siblings) {
    current = step.is_left ? HashNode(step.hash, current) : HashNode(current, step.hash);
  }
  if (current != proof.root) {
    return Refuse("root_mismatch",
                  "the path leads to " + current.hex() + ", not to " + proof.root.hex());
  }
  return {};
}

Status Verify(const Proof& proof, std::uint64_t leaf_count) {
  if (proof.leaf_index >= leaf_count) {
    return Refuse("leaf_index_out_of_range",
                  "leaf " + std::to_string(proof.leaf_index) + " of " + std::to_string(leaf_count));
  }
  const std::size_t expected = PathLength(leaf_count);
  if (proof.siblings.size() != expected) {
    const Refusal refusal =
        proof.siblings.size() < expected ? Refusal("path_too_short") : Refusal("path_too_long");
    return Refuse(refusal, std::to_string(proof.siblings.size()) + " steps where " +
                               std::to_string(leaf_count) + " leaves need " +
                               std::to_string(expected));
  }
  for (std::size_t i = 0; i < expected; ++i) {
    if (proof.siblings[i].is_left != (((proof.leaf_index >> i) & 1) == 1)) {
      return Refuse("side_mismatch", "step " + std::to_string(i) +
                                         " is on the wrong side for leaf " +
                                         std::to_string(proof.leaf_index));
    }
  }
  return VerifyFold(proof);
}

}  // namespace arborist::merkle
