// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <string>

#include "merkle/tree.h"

// The ideas of the negative inclusion cases of transparency-dev/merkle (RFC 6962), on our own
// trees: their hashes have another node prefix, so the files themselves do not apply. Every kind of
// change is made to every proof of every tree of 1 to 40 leaves.
namespace arborist::merkle {
namespace {

struct Claim {
  Proof proof;
  std::uint64_t leaf_count = 0;
};

Hash256 Garbage(int seed) { return HashLeaf("garbage " + std::to_string(seed)); }

std::vector<Hash256> Leaves(int count) {
  std::vector<Hash256> leaves;
  leaves.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) leaves.push_back(HashLeaf("leaf " + std::to_string(i)));
  return leaves;
}

using Visit = std::function<void(const char* kind, const Claim& wrong)>;

void IndexChanges(const Claim& truth, const Visit& visit) {
  const std::uint64_t index = truth.proof.leaf_index;
  const auto moved = [&](const char* kind, std::uint64_t to) {
    if (to == index) return;
    Claim wrong = truth;
    wrong.proof.leaf_index = to;
    visit(kind, wrong);
    // The same with sides that fit the new index: only the hashes can tell.
    for (std::size_t i = 0; i < wrong.proof.siblings.size(); ++i) {
      wrong.proof.siblings[i].is_left = ((to >> i) & 1) == 1;
    }
    visit("leaf index moved, sides fitted", wrong);
  };
  for (std::uint64_t by = 1; by <= 4; ++by) {
    moved("leaf index plus", index + by);
    moved("leaf index minus", index - by);  // wraps below 0
    moved("leaf index xor", index ^ by);
  }
  for (int bit = 3; bit < 64; ++bit) moved("leaf index xor", index ^ (std::uint64_t{1} << bit));
}

void PathChanges(const Claim& truth, const Visit& visit) {
  const std::vector<ProofStep>& path = truth.proof.siblings;
  const std::array inserts = {Garbage(1), truth.proof.root, truth.proof.leaf, Hash256{}};
  for (std::size_t at = 0; at <= path.size(); ++at) {
    for (const Hash256& hash : inserts) {
      for (const bool is_left : {false, true}) {
        Claim wrong = truth;
        wrong.proof.siblings.insert(wrong.proof.siblings.begin() + static_cast<std::ptrdiff_t>(at),
                                    {hash, is_left});
        visit(at == 0             ? "preceding component"
              : at == path.size() ? "trailing component"
                                  : "inserted component",
              wrong);
      }
    }
  }
  for (std::size_t at = 0; at < path.size(); ++at) {
    Claim removed = truth;
    removed.proof.siblings.erase(removed.proof.siblings.begin() + static_cast<std::ptrdiff_t>(at));
    visit("removed component", removed);
    Claim flipped = truth;
    flipped.proof.siblings[at].is_left = !flipped.proof.siblings[at].is_left;
    visit("flipped side", flipped);
    for (const std::size_t bit : {0u, 3u, 128u, 255u}) {
      Claim wrong = truth;
      wrong.proof.siblings[at].hash.bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
      visit("modified bit", wrong);
    }
    for (std::size_t other = at + 1; other < path.size(); ++other) {
      Claim swapped = truth;
      std::swap(swapped.proof.siblings[at].hash, swapped.proof.siblings[other].hash);
      visit("swapped components", swapped);
    }
  }
  if (!path.empty()) {
    Claim empty = truth;
    empty.proof.siblings.clear();
    visit("empty path", empty);
  }
}

void HashChanges(const Claim& truth, const Visit& visit) {
  for (const Hash256& hash : {Garbage(2), Hash256{}}) {
    Claim root = truth;
    root.proof.root = hash;
    visit("wrong root", root);
    Claim leaf = truth;
    leaf.proof.leaf = hash;
    visit("wrong leaf", leaf);
  }
}

// The refusal's name; empty when the claim is accepted.
std::string Refusal(const Claim& claim) {
  const Status status = Verify(claim.proof, claim.leaf_count);
  if (status) return {};
  return status.error().message.substr(0, status.error().message.find(':'));
}

TEST(WrongInclusionProofs, AreRefusedByNameInEveryTree) {
  const std::set<std::string> names = {"leaf_index_out_of_range", "path_too_short", "path_too_long",
                                       "side_mismatch", "root_mismatch"};
  std::map<std::string, int> refused;
  for (int n = 1; n <= 40; ++n) {
    const std::vector<Hash256> leaves = Leaves(n);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Claim truth{Prove(leaves, i), leaves.size()};
      ASSERT_EQ(Refusal(truth), "");
      const Visit visit = [&](const char* kind, const Claim& wrong) {
        if (wrong.proof == truth.proof) return;  // swapping equal siblings changes nothing
        const std::string name = Refusal(wrong);
        EXPECT_TRUE(names.contains(name)) << kind << " accepted: leaf " << i << " of " << n << name;
        ++refused[kind];
      };
      IndexChanges(truth, visit);
      PathChanges(truth, visit);
      HashChanges(truth, visit);
    }
  }
  for (const auto& [kind, count] : refused) std::cout << "merkle: " << count << " " << kind << "\n";
  EXPECT_EQ(refused.size(), 14u);
}

// Unlike RFC 6962's, our proof does not prove the tree's size: the length of the path only bounds
// it (decision 7). A wrong count passes exactly when it has the same path length and holds the
// index.
TEST(WrongLeafCounts, AreRefusedUnlessThePathLengthAllowsThem) {
  int refused = 0, allowed = 0;
  for (int n = 1; n <= 40; ++n) {
    const std::vector<Hash256> leaves = Leaves(n);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Proof proof = Prove(leaves, i);
      for (std::uint64_t count = 0; count <= 100; ++count) {
        const bool may_pass = i < count && PathLength(count) == proof.siblings.size();
        EXPECT_EQ(Verify(proof, count).has_value(), may_pass)
            << i << " of " << n << " as " << count;
        ++(may_pass ? allowed : refused);
      }
      const auto size = static_cast<std::uint64_t>(n);
      EXPECT_FALSE(Verify(proof, size * 2)) << n;
      if (n > 1) {
        EXPECT_FALSE(Verify(proof, size / 2)) << n;
      }
    }
  }
  std::cout << "merkle: " << refused << " leaf counts refused, " << allowed
            << " of the same path length\n";
}

// The odd rule repeats the last element of a layer: its twin is no leaf of the document.
TEST(RepeatedLeaves, TheTwinIsOutOfRange) {
  for (int n = 3; n <= 39; n += 2) {
    std::vector<Hash256> leaves = Leaves(n);
    const Hash256 root = Root(leaves);
    leaves.push_back(leaves.back());
    ASSERT_EQ(Root(leaves), root);
    const Claim twin{Prove(leaves, static_cast<std::size_t>(n)), static_cast<std::uint64_t>(n)};
    EXPECT_EQ(Refusal(twin), "leaf_index_out_of_range");
  }
}

}  // namespace
}  // namespace arborist::merkle
