// SPDX-License-Identifier: AGPL-3.0-only
#include "merkle/log_tree.h"

#include <gtest/gtest.h>

#include <map>

#include <bit>
#include <string>
#include <vector>

#include "crypto/sha256.h"

namespace arborist::merkle {
namespace {

using Leaves = std::vector<std::string>;

LogTree TreeOf(const Leaves& leaves) {
  LogTree tree;
  for (const std::string& leaf : leaves) tree.Append(leaf);
  return tree;
}

// RFC 6962, section 2.1, word for word.
Hash256 NaiveRoot(const Leaves& leaves) {
  if (leaves.empty()) return crypto::Sha256(std::string_view());
  if (leaves.size() == 1) return crypto::Sha256(std::string(1, '\0') + leaves[0]);
  const auto split = static_cast<std::ptrdiff_t>(std::bit_floor(leaves.size() - 1));
  const Hash256 left = NaiveRoot({leaves.begin(), leaves.begin() + split});
  const Hash256 right = NaiveRoot({leaves.begin() + split, leaves.end()});
  return crypto::Sha256("\x01" + std::string(AsText(left.view())) +
                        std::string(AsText(right.view())));
}

Leaves Numbered(std::size_t count) {
  Leaves leaves;
  for (std::size_t i = 0; i < count; ++i) leaves.push_back("leaf " + std::to_string(i));
  return leaves;
}

TEST(LogTree, HasTheRootsThatCertificateTransparencyPublishes) {
  const Leaves leaves = {"",
                         std::string(1, '\0'),
                         "\x10",
                         "\x20\x21",
                         "\x30\x31",
                         "\x40\x41\x42\x43",
                         "\x50\x51\x52\x53\x54\x55\x56\x57",
                         "\x60\x61\x62\x63\x64\x65\x66\x67\x68\x69\x6a\x6b\x6c\x6d\x6e\x6f"};
  const Leaves roots = {"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
                        "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
                        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
                        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
                        "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
                        "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
                        "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
                        "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"};
  LogTree tree;
  EXPECT_EQ(tree.Root().hex(), roots[0]);
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    tree.Append(leaves[i]);
    EXPECT_EQ(tree.Root().hex(), roots[i + 1]) << i;
  }
}

TEST(LogTree, IsTheTreeOfTheRfcAtEverySize) {
  for (std::size_t count = 0; count <= 70; ++count)
    EXPECT_EQ(TreeOf(Numbered(count)).Root(), NaiveRoot(Numbered(count))) << count;
}

TEST(LogTree, GoesOnFromItsFrontier) {
  const Leaves leaves = Numbered(50);
  for (std::size_t cut = 0; cut <= leaves.size(); ++cut) {
    const LogTree before = TreeOf({leaves.begin(), leaves.begin() + static_cast<long>(cut)});
    auto tree = LogTree::FromFrontier(before.size(), before.frontier());
    ASSERT_TRUE(tree) << tree.error().message;
    EXPECT_EQ(tree->Root(), before.Root());
    for (std::size_t i = cut; i < leaves.size(); ++i) tree->Append(leaves[i]);
    EXPECT_EQ(tree->Root(), NaiveRoot(leaves)) << cut;
  }
}

TEST(LogTree, RefusesAFrontierThatDoesNotFitTheSize) {
  const LogTree tree = TreeOf(Numbered(7));
  EXPECT_EQ(tree.frontier().size(), 3u);
  for (const std::uint64_t size : {0u, 1u, 6u, 8u})
    EXPECT_EQ(LogTree::FromFrontier(size, tree.frontier()).error().code, ErrorCode::kCorrupt);
}

TEST(LogTree, TellsOfEachFullSubtreeOnce) {
  std::map<std::pair<unsigned, std::uint64_t>, Hash256> nodes;
  LogTree tree;
  for (int i = 0; i < 21; ++i) {
    tree.Append("event " + std::to_string(i),
                [&](unsigned level, std::uint64_t index, const Hash256& root) {
                  EXPECT_TRUE(nodes.emplace(std::pair(level, index), root).second);
                });
  }
  EXPECT_EQ(nodes.size(), 21u + 10 + 5 + 2 + 1);
  EXPECT_EQ((nodes[{1, 3}]), HashLogNode(nodes[{0, 6}], nodes[{0, 7}]));
  EXPECT_EQ((nodes[{4, 0}]), HashLogNode(nodes[{3, 0}], nodes[{3, 1}]));
  EXPECT_EQ((nodes[{4, 0}]), tree.frontier()[0]);
}

}  // namespace
}  // namespace arborist::merkle
