// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/nodes.h"

#include <gtest/gtest.h>

#include "store/home/home.h"
#include "store/log/audit_log.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

// A home log of many events, in a file of its own.
class LogNodesTest : public StoreTest {
 protected:
  void Grow(int events) {
    auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    ASSERT_TRUE(home);
    auto transaction = sqlite::Transaction::Begin((*home)->database());
    auto log = (*home)->OpenLog();
    ASSERT_TRUE(log);
    for (int i = 0; i < events; ++i) {
      ASSERT_TRUE(log->Append({.type = "test", .subject = "x", .hashes = {}, .texts = {}}));
    }
    ASSERT_TRUE(transaction->Commit());
    ASSERT_TRUE((*home)->CatchUp({}));
  }
  sqlite::Database Open(sqlite::OpenMode mode = sqlite::OpenMode::kReadOnly) {
    return std::move(*sqlite::Database::Open(home_.home_store(), {.mode = mode}));
  }
  static std::vector<Hash256> LeavesOf(sqlite::Database* database, std::uint64_t size) {
    std::vector<Hash256> leaves;
    EXPECT_TRUE(ReadEventHashes(database, 0, size, [&](const EventHash& hash) {
      leaves.push_back(merkle::LogLeaf(hash));
    }));
    return leaves;
  }
};

TEST_F(LogNodesTest, AreKeptAsTheLogGrowsAndGiveItsTree) {
  for (const int more : {255, 1, 300, 700}) {
    Grow(more);
    auto database = Open();
    const LogHead head = ReadHead(&database).value();
    const LogNodes nodes(&database, &database, head.log);
    EXPECT_EQ(nodes.Count().value(), LogNodes::CountFor(head.size));
    const auto leaves = LeavesOf(&database, head.size);
    for (const std::uint64_t size : {std::uint64_t{1}, head.size / 2, head.size - 1, head.size}) {
      const Hash256 root = merkle::LogRoot(size, merkle::SubtreesOf(leaves)).value();
      EXPECT_EQ(merkle::LogRoot(size, nodes.Subtrees()).value(), root);
      EXPECT_EQ(nodes.TreeAt(size).value().Root(), root);
      EXPECT_EQ(LogNodes(&database, nullptr, head.log).TreeAt(size).value().Root(), root);
      const auto path = merkle::ProveInclusion(size, size / 3, nodes.Subtrees());
      EXPECT_TRUE(merkle::VerifyInclusion(leaves[size / 3], size / 3, size, *path, root));
    }
  }
}
TEST_F(LogNodesTest, AreMadeAgainWhenTheyAreLost) {
  Grow(1000);
  ASSERT_TRUE(Open(sqlite::OpenMode::kReadWrite).Execute("DELETE FROM log_nodes WHERE place=2"));
  Grow(1);
  auto database = Open();
  const LogHead head = ReadHead(&database).value();
  EXPECT_EQ(LogNodes(&database, &database, head.log).Count().value(), 3u);
  EXPECT_EQ(Problems(), "");
}
TEST_F(LogNodesTest, AGapIsWorkedOutFromTheEvents) {
  Grow(1000);
  auto database = Open(sqlite::OpenMode::kReadWrite);
  ASSERT_TRUE(database.Execute("DELETE FROM log_nodes WHERE place=1"));
  const LogHead head = ReadHead(&database).value();
  const auto leaves = LeavesOf(&database, head.size);
  EXPECT_EQ(merkle::LogRoot(head.size, LogNodes(&database, &database, head.log).Subtrees()).value(),
            merkle::LogRoot(head.size, merkle::SubtreesOf(leaves)).value());
  EXPECT_EQ(Problems(), "");
}
TEST_F(LogNodesTest, AChangedOneIsFoundByFsck) {
  Grow(1000);
  ASSERT_TRUE(Open(sqlite::OpenMode::kReadWrite)
                  .Execute("UPDATE log_nodes SET root=zeroblob(32) WHERE place=1"));
  EXPECT_TRUE(Problems().contains("tree_mismatch")) << Problems();
}

}  // namespace
}  // namespace arborist::store
