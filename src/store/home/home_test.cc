// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/home.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "merkle/log_tree.h"
#include "store/home/notes.h"
#include "store/log/audit_log.h"
#include "store/sample_store_test.h"
#include "store/schema/schema.h"

namespace arborist::store {
namespace {

class HomeStoreTest : public StoreTest {
 protected:
  Status CatchUp() {
    auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    const Corpus corpus = OpenCorpus();
    return (*home)->CatchUp(corpus.shards());
  }
  std::int64_t HomeInt(const std::string& sql) {
    auto database = sqlite::Database::Open(home_.home_store(), {});
    return database->QueryInt(sql).value();
  }
  std::int64_t HomeEvents() { return HomeInt("SELECT count(*) FROM audit_events"); }
  // The tree root that the newest shard_head event names, and that of the log from its start.
  Hash256 NotedRoot() {
    auto database = sqlite::Database::Open(home_.home_store(), {});
    Hash256 root;
    EXPECT_TRUE(ReadEvents(&*database, 0, [&](const StoredEvent& event) {
      if (event.body.type == "shard_head") root = event.body.hashes.at("tree");
      return true;
    }));
    return root;
  }
  Hash256 RootFromTheStart() {
    merkle::LogTree tree;
    const auto reader = OpenReader();
    EXPECT_TRUE(reader->log().ReadEvents(0, kNewestEvent, [&](const StoredEvent& event) {
      tree.Append(AsText(event.hash.view()));
      return true;
    }));
    return tree.Root();
  }
};

TEST_F(HomeStoreTest, CatchesUpOncePerGrowthOfAShard) {
  PutOne(MakeDocument("u:1", "one"), "a");
  PutOne(MakeDocument("u:1", "one"), "b");
  ASSERT_TRUE(CatchUp());
  EXPECT_EQ(HomeEvents(), 3);
  ASSERT_TRUE(CatchUp());
  EXPECT_EQ(HomeEvents(), 3);
  PutOne(MakeDocument("u:2", "two"), "b");
  ASSERT_TRUE(CatchUp());
  EXPECT_EQ(HomeEvents(), 4);
  EXPECT_EQ(Problems(), "");
}

TEST_F(HomeStoreTest, AShardRestoredFromACopyIsRefusedAsRolledBack) {
  PutOne(MakeDocument("u:1", "one"));
  const auto copy = home_.root / "copy";
  std::filesystem::copy_file(ShardPath(), copy);
  PutOne(MakeDocument("u:2", "two"));
  ASSERT_TRUE(CatchUp());
  std::filesystem::copy_file(copy, ShardPath(), std::filesystem::copy_options::overwrite_existing);
  Status status = CatchUp();
  ASSERT_FALSE(status);
  EXPECT_EQ(status.error().code, ErrorCode::kDoesNotHold);
  EXPECT_TRUE(status.error().message.starts_with("rolled_back: ")) << status.error().message;
  // Also when it has grown past that in another way.
  PutOne(MakeDocument("u:3", "three"));
  PutOne(MakeDocument("u:4", "four"));
  status = CatchUp();
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.starts_with("rolled_back: ")) << status.error().message;
  EXPECT_EQ(Kinds(), (std::vector<std::string>{"rolled_back"}));
}

TEST_F(HomeStoreTest, AnOlderCopyOfAShardIsRefusedAlsoWhenItsHeadWasDeleted) {
  PutOne(MakeDocument("u:1", "one"));
  const auto copy = home_.root / "copy";
  std::filesystem::copy_file(ShardPath(), copy);
  PutOne(MakeDocument("u:2", "two"));
  ASSERT_TRUE(CatchUp());
  Sql("DELETE FROM shard_heads", home_.home_store());
  ASSERT_TRUE(CatchUp());  // the log goes on, so the row is made again
  EXPECT_EQ(HomeInt("SELECT count(*) FROM shard_heads"), 1);
  Sql("DELETE FROM shard_heads", home_.home_store());
  std::filesystem::copy_file(copy, ShardPath(), std::filesystem::copy_options::overwrite_existing);
  const Status status = CatchUp();
  ASSERT_FALSE(status);
  EXPECT_TRUE(status.error().message.starts_with("rolled_back: ")) << status.error().message;
}

// Events are never dated back: one of 2185 would date all that follow.
TEST_F(HomeStoreTest, AClockFarAheadIsRefusedAndNothingIsWritten) {
  PutOne(MakeDocument("u:1", "one"));
  ASSERT_TRUE(CatchUp());
  const std::int64_t right = clock_.now;
  for (const std::int64_t wrong : {std::int64_t{6800000000}, right + kMaxStepSeconds + 1}) {
    clock_.now = wrong;
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    const auto put = writer->Put(MakeDocument("u:2", "two"));
    ASSERT_FALSE(put);
    EXPECT_EQ(put.error().code, ErrorCode::kEnvironment);
    EXPECT_TRUE(put.error().message.starts_with("clock_ahead: ")) << put.error().message;
  }
  clock_.now = right + kMaxStepSeconds;
  PutOne(MakeDocument("u:2", "two"));
  clock_.now = right;  // a clock that goes back is no hindrance
  PutOne(MakeDocument("u:3", "three"));
  EXPECT_EQ(Problems(), "");
}

TEST_F(HomeStoreTest, NotesTheRootOfTheTreeOfAShardsEvents) {
  for (int i = 0; i < 12; ++i) {
    PutOne(MakeDocument("u:" + std::to_string(i), "text " + std::to_string(i)));
    ASSERT_TRUE(CatchUp());
    ASSERT_EQ(NotedRoot(), RootFromTheStart()) << i;
  }
  EXPECT_EQ(Problems(), "");
}

TEST_F(HomeStoreTest, MakesADamagedFrontierAnew) {
  PutOne(MakeDocument("u:1", "one"));
  ASSERT_TRUE(CatchUp());
  for (const char* damage :
       {"frontier=zeroblob(length(frontier))", "frontier=x''", "frontier=NULL"}) {
    Sql("UPDATE shard_heads SET " + std::string(damage), home_.home_store());
    PutOne(MakeDocument("u:1", damage));
    ASSERT_TRUE(CatchUp());
    EXPECT_EQ(NotedRoot(), RootFromTheStart()) << damage;
    EXPECT_EQ(Problems(), "");
  }
}

TEST_F(HomeStoreTest, AStoreOfSchemaOneGetsItsTreesAtTheNextCatchUp) {
  PutOne(MakeDocument("u:1", "one"));
  ASSERT_TRUE(CatchUp());
  Sql("ALTER TABLE shard_heads DROP COLUMN tree_root; ALTER TABLE shard_heads DROP COLUMN "
      "frontier; DROP TABLE falsifications; DROP TABLE record_sources; DROP TABLE records; "
      "DROP TABLE follow_files; DROP TABLE follow_roots; DROP TABLE lookup_memos; DROP TABLE "
      "model_revisions; DROP TABLE log_nodes; "
      "DROP TABLE head_sizes; DROP TABLE checkpoints; DROP TABLE snapshot_parts; "
      "DROP TABLE snapshots; DROP TABLE document_hits; DROP TABLE concept_relations; DROP TABLE "
      "tokens; PRAGMA "
      "user_version=1",
      home_.home_store());
  ASSERT_TRUE(CatchUp());
  EXPECT_EQ(HomeInt("PRAGMA user_version"), HomeSchemaKind().newest());
  EXPECT_EQ(HomeInt("SELECT count(*) FROM records"), 0);
  EXPECT_EQ(HomeInt("SELECT count(*) FROM shard_heads WHERE tree_root IS NOT NULL"), 1);
  EXPECT_EQ(NotedRoot(), RootFromTheStart());
  EXPECT_EQ(Problems(), "");
}

TEST_F(HomeStoreTest, KeepsSoftValues) {
  const auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
  ASSERT_TRUE(home);
  Notes notes(home->get());
  EXPECT_EQ(notes.Get("x").value(), std::nullopt);
  ASSERT_TRUE(notes.Set("x", "1"));
  ASSERT_TRUE(notes.Set("x", "2"));
  EXPECT_EQ(notes.Get("x").value(), "2");
}

}  // namespace
}  // namespace arborist::store
