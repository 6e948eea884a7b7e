// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/nodes.h"

#include <gtest/gtest.h>

#include "sqlite/damage_test.h"
#include "store/home/home.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

// A home log of many events, in a file of its own.
class LogNodesTest : public StoreTest {
 protected:
  void Grow(std::size_t events) {
    auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    ASSERT_TRUE(home);
    ASSERT_TRUE((*home)->AppendEvents(
        std::vector<PlainEvent>(events, {.type = "test", .subject = "x", .hashes = {}})));
    ASSERT_TRUE((*home)->CatchUp({}));
  }
  std::unique_ptr<HomeStore> Open() { return std::move(*HomeStore::OpenToRead(home_)); }
  static std::vector<Hash256> LeavesOf(const LogView& log, std::uint64_t size) {
    std::vector<Hash256> leaves;
    EXPECT_TRUE(log.ReadHashes(
        0, size, [&](const EventHash& hash) { leaves.push_back(merkle::LogLeaf(hash)); }));
    return leaves;
  }
};

TEST_F(LogNodesTest, AreKeptAsTheLogGrowsAndGiveItsTree) {
  for (const std::size_t more : {255U, 1U, 300U, 700U}) {
    Grow(more);
    const auto home = Open();
    const LogHead head = home->log().Head().value();
    const LogNodes nodes(&home->log(), home.get(), head.log);
    EXPECT_EQ(nodes.Count().value(), LogNodes::CountFor(head.size));
    const auto leaves = LeavesOf(home->log(), head.size);
    for (const std::uint64_t size : {std::uint64_t{1}, head.size / 2, head.size - 1, head.size}) {
      const Hash256 root = merkle::LogRoot(size, merkle::SubtreesOf(leaves)).value();
      EXPECT_EQ(merkle::LogRoot(size, nodes.Subtrees()).value(), root);
      EXPECT_EQ(nodes.TreeAt(size).value().Root(), root);
      EXPECT_EQ(LogNodes(&home->log(), nullptr, head.log).TreeAt(size).value().Root(), root);
      const auto path = merkle::ProveInclusion(size, size / 3, nodes.Subtrees());
      EXPECT_TRUE(merkle::VerifyInclusion(leaves[size / 3], size / 3, size, *path, root));
    }
  }
}
TEST_F(LogNodesTest, AreMadeAgainWhenTheyAreLost) {
  Grow(1000);
  sqlite::Damage(home_.home_store(), "DELETE FROM log_nodes WHERE place=2");
  Grow(1);
  const auto home = Open();
  const LogHead head = home->log().Head().value();
  EXPECT_EQ(LogNodes(&home->log(), home.get(), head.log).Count().value(), 3u);
  EXPECT_EQ(Problems(), "");
}
TEST_F(LogNodesTest, AGapIsWorkedOutFromTheEvents) {
  Grow(1000);
  sqlite::Damage(home_.home_store(), "DELETE FROM log_nodes WHERE place=1");
  const auto home = Open();
  const LogHead head = home->log().Head().value();
  const auto leaves = LeavesOf(home->log(), head.size);
  EXPECT_EQ(
      merkle::LogRoot(head.size, LogNodes(&home->log(), home.get(), head.log).Subtrees()).value(),
      merkle::LogRoot(head.size, merkle::SubtreesOf(leaves)).value());
  EXPECT_EQ(Problems(), "");
}
TEST_F(LogNodesTest, AChangedOneIsFoundByFsck) {
  Grow(1000);
  sqlite::Damage(home_.home_store(), "UPDATE log_nodes SET root=zeroblob(32) WHERE place=1");
  EXPECT_TRUE(Problems().contains("tree_mismatch")) << Problems();
}

}  // namespace
}  // namespace arborist::store
