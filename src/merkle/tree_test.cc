// SPDX-License-Identifier: AGPL-3.0-only
#include "merkle/tree.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::merkle {
namespace {

std::vector<Hash256> Letters(int count) {
  std::vector<Hash256> leaves;
  leaves.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    leaves.push_back(HashLeaf(std::string(1, static_cast<char>('a' + i))));
  return leaves;
}

// The rule written down a second time, as plainly as possible.
Hash256 NaiveRoot(std::vector<Hash256> layer) {
  if (layer.empty()) return {};
  while (layer.size() > 1) {
    if (layer.size() % 2 == 1) layer.push_back(layer.back());
    std::vector<Hash256> next;
    for (std::size_t i = 0; i < layer.size(); i += 2)
      next.push_back(HashNode(layer[i], layer[i + 1]));
    layer = next;
  }
  return layer[0];
}

std::string Refusal(const Proof& proof, std::uint64_t leaf_count) {
  const Status status = Verify(proof, leaf_count);
  if (status) return "accepted";
  return status.error().message.substr(0, status.error().message.find(':'));
}

TEST(MerkleRoot, HasThePublishedVectors) {
  EXPECT_EQ(Root({}).hex(), std::string(64, '0'));
  EXPECT_EQ(Root(Letters(1)).hex(),
            "022a6979e6dab7aa5ae4c3e5e45f7e977112a7e63593820dbec1ec738a24f93c");
  EXPECT_EQ(Root(Letters(2)).hex(),
            "ea6b667f6870eea04dcee10fe7ef6dd4254d3f51a574c54d4971086947421aa9");
  EXPECT_EQ(Root(Letters(3)).hex(),
            "8789a2bb348f305c0f3fc375d68684fb07f97fe6405c6d7b7c89493f93559bc4");
  EXPECT_EQ(Root(Letters(5)).hex(),
            "6d04cc46b92d90959803dd70e0c310e78f16df038b2106bbe6404b08b519c8c0");
  EXPECT_EQ(HashLeaf("").hex(), "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d");
  EXPECT_EQ(HashNode({}, {}).hex(),
            "dc48a742ae32cfd66352372d6120ed14d6629fc166246b05ff8b03e23804701f");
}

TEST(MerkleRoot, EqualsTheNaiveRule) {
  for (int n = 0; n <= 26; ++n) EXPECT_EQ(Root(Letters(n)), NaiveRoot(Letters(n))) << n;
}

TEST(MerkleRoot, OrderMatters) {
  const auto leaves = Letters(2);
  EXPECT_NE(Root(leaves), Root(std::vector<Hash256>{leaves[1], leaves[0]}));
}

TEST(MerkleProof, EveryLeafOfEveryTreeProves) {
  for (int n = 1; n <= 26; ++n) {
    const auto leaves = Letters(n);
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const Proof proof = Prove(leaves, i);
      EXPECT_EQ(proof.root, Root(leaves));
      EXPECT_EQ(proof.siblings.size(), PathLength(static_cast<std::uint64_t>(n)));
      EXPECT_TRUE(Verify(proof, static_cast<std::uint64_t>(n)));
      EXPECT_TRUE(VerifyFold(proof));
    }
  }
}

class WrongProof : public testing::Test {
 protected:
  std::vector<Hash256> leaves_ = Letters(7);
  Proof proof_ = Prove(leaves_, 2);
};

TEST_F(WrongProof, TruncatedIsRefused) {
  proof_.siblings.pop_back();
  EXPECT_EQ(Refusal(proof_, 7), "path_too_short");
}
TEST_F(WrongProof, ExtendedIsRefused) {
  proof_.siblings.push_back({proof_.root, false});
  EXPECT_EQ(Refusal(proof_, 7), "path_too_long");
}
TEST_F(WrongProof, PrependedIsRefused) {
  proof_.siblings.insert(proof_.siblings.begin(), {proof_.leaf, false});
  EXPECT_EQ(Refusal(proof_, 7), "path_too_long");
}
TEST_F(WrongProof, SwappedSiblingsAreRefused) {
  std::swap(proof_.siblings[0].hash, proof_.siblings[1].hash);
  EXPECT_EQ(Refusal(proof_, 7), "root_mismatch");
}
TEST_F(WrongProof, FlippedSideIsRefused) {
  proof_.siblings[1].is_left = !proof_.siblings[1].is_left;
  EXPECT_EQ(Refusal(proof_, 7), "side_mismatch");
}
TEST_F(WrongProof, EveryFlippedBitIsRefused) {
  for (std::size_t step = 0; step < proof_.siblings.size(); ++step) {
    for (std::size_t bit = 0; bit < 256; bit += 31) {
      Proof damaged = proof_;
      damaged.siblings[step].hash.bytes[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
      EXPECT_EQ(Refusal(damaged, 7), "root_mismatch");
    }
  }
  proof_.leaf.bytes[0] ^= 1;
  EXPECT_EQ(Refusal(proof_, 7), "root_mismatch");
}
TEST_F(WrongProof, WrongIndexIsRefused) {
  for (const std::uint64_t index : {0u, 1u, 3u, 4u, 5u, 6u}) {
    Proof moved = proof_;
    moved.leaf_index = index;
    EXPECT_EQ(Refusal(moved, 7), "side_mismatch") << index;
  }
  proof_.leaf_index = 7;
  EXPECT_EQ(Refusal(proof_, 7), "leaf_index_out_of_range");
}
TEST_F(WrongProof, WrongLeafCountIsRefused) {
  EXPECT_EQ(Refusal(proof_, 14), "path_too_short");
  EXPECT_EQ(Refusal(proof_, 3), "path_too_long");
  EXPECT_EQ(Refusal(proof_, 2), "leaf_index_out_of_range");
  EXPECT_EQ(Refusal(proof_, 0), "leaf_index_out_of_range");
}
TEST_F(WrongProof, OtherRootsAreRefused) {
  for (const Hash256& root : {Hash256{}, proof_.leaf, proof_.siblings[0].hash}) {
    Proof wrong = proof_;
    wrong.root = root;
    EXPECT_EQ(Refusal(wrong, 7), "root_mismatch");
  }
}

TEST(OddLayers, TreesThatShareARootAreToldApartByTheirLeafCount) {
  const auto three = Letters(3);
  auto four = three;
  four.push_back(three[2]);
  ASSERT_EQ(Root(three), Root(four));
  const Proof phantom = Prove(four, 3);  // "leaf 3 of [a,b,c]"
  EXPECT_TRUE(VerifyFold(phantom));
  EXPECT_EQ(Refusal(phantom, 3), "leaf_index_out_of_range");
}

}  // namespace
}  // namespace arborist::merkle
