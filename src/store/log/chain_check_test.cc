// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/chain_check.h"

#include <gtest/gtest.h>

#include "store/fsck/chain.h"
#include "store/log/audit_log.h"
#include "store/log/nodes.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class ChainCheckTest : public StoreTest {
 protected:
  void Fill(int documents) {
    for (int i = 0; i < documents; ++i) {
      PutOne(
          MakeDocument("u:" + std::to_string(i), "text \"quoted\" \xC3\xA9 " + std::to_string(i)));
    }
  }
  // Events without documents, in one go.
  void Append(int events) {
    auto database = sqlite::Database::Open(File(), {.mode = sqlite::OpenMode::kReadWrite});
    auto transaction = sqlite::Transaction::Begin(&*database);
    auto log = AuditLog::Open(&*database, &clock_, &random_, "test");
    for (int i = 0; i < events; ++i) {
      ASSERT_TRUE(log->Append({.type = "test", .subject = "x", .hashes = {}, .texts = {}}));
    }
    ASSERT_TRUE(transaction->Commit());
  }
  std::filesystem::path File() { return OpenReader()->address().shown(); }
  void Change(const std::string& sql) {
    auto database = sqlite::Database::Open(File(), {.mode = sqlite::OpenMode::kReadWrite});
    ASSERT_TRUE(database->Execute(
        "DROP TRIGGER audit_events_no_update; DROP TRIGGER audit_events_no_delete; "
        "PRAGMA foreign_keys=OFF"));
    const Status changed = database->Execute(sql);
    ASSERT_TRUE(changed) << changed.error().message;
  }
  // By both ways through a log, which must agree.
  std::string Found() {
    const auto quick = CheckChain(File(), {});
    EXPECT_TRUE(quick) << quick.error().message;
    auto database = sqlite::Database::Open(File(), {});
    const auto slow = WalkChain(&*database, [](const StoredEvent&) {});
    EXPECT_TRUE(slow) << slow.error().message;
    EXPECT_EQ(quick->broken.has_value(), slow->broken.has_value());
    EXPECT_EQ(quick->holds, slow->size);
    if (!quick->broken || !slow->broken) return "";
    EXPECT_EQ(quick->broken->kind, slow->broken->kind);
    EXPECT_EQ(quick->broken->subject, slow->broken->subject);
    return quick->broken->kind + " " + quick->broken->subject;
  }
};

TEST_F(ChainCheckTest, HoldsAndHasTheTreeOfTheLog) {
  Fill(3);
  Append(600);
  const auto chain = CheckChain(File(), {});
  ASSERT_TRUE(chain) << chain.error().message;
  EXPECT_FALSE(chain->broken);
  const auto reader = OpenReader();
  const LogNodes nodes(&reader->log(), nullptr, chain->head.log);
  for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{256}, chain->head.size}) {
    EXPECT_EQ(merkle::LogRoot(size, chain->Subtrees(&reader->log())).value(),
              nodes.TreeAt(size).value().Root());
  }
  EXPECT_EQ(chain->levels[0].size(), chain->head.size / 256);
  EXPECT_EQ(Found(), "");
}
TEST_F(ChainCheckTest, TellsWhereWantedEventsStand) {
  Fill(5);
  const LogHead head = OpenReader()->Head().value();
  const auto chain = CheckChain(File(), {.threads = 1, .wanted = {head.head, Hash256{}}});
  ASSERT_TRUE(chain);
  EXPECT_EQ(chain->found.size(), 1u);
  EXPECT_EQ(chain->found.at(head.head), head.size - 1);
}
TEST_F(ChainCheckTest, NamesTheFirstEventThatDoesNotHold) {
  Fill(6);
  Change("UPDATE audit_events SET time=time+1 WHERE seq=3");
  EXPECT_EQ(Found(), "event_hash_mismatch event 3");
}
TEST_F(ChainCheckTest, NamesAGapATimeAndAnotherId) {
  Fill(6);
  Change("DELETE FROM audit_events WHERE seq=2");
  EXPECT_EQ(Found(), "seq_gap event 2");
}
TEST_F(ChainCheckTest, NamesATimeThatGoesBack) {
  Fill(6);
  Change("UPDATE audit_events SET time=time-1 WHERE seq=4");
  EXPECT_EQ(Found(), "time_decreased event 4");
}
TEST_F(ChainCheckTest, NamesAnotherId) {
  Fill(2);
  Change("UPDATE schema_meta SET value='" + std::string(64, 'a') + "' WHERE key='log'");
  EXPECT_EQ(Found(), "log_changed event 0");
}
TEST_F(ChainCheckTest, EveryColumnIsBound) {
  Fill(4);
  for (const char* change :
       {"type_id=actor_id", "actor_id=type_id", "subject=CAST('tx' AS BLOB)", "hashes=x''",
        "event_hash=zeroblob(32)", "hashes=zeroblob(33)", "subject=x'00'"}) {
    SCOPED_TRACE(change);
    const std::string before = (File().parent_path() / "copy").string();
    std::filesystem::copy_file(File(), before, std::filesystem::copy_options::overwrite_existing);
    auto database = sqlite::Database::Open(File(), {.mode = sqlite::OpenMode::kReadWrite});
    ASSERT_TRUE(database->Execute("DROP TRIGGER IF EXISTS audit_events_no_update"));
    ASSERT_TRUE(database->Execute("BEGIN; UPDATE audit_events SET " + std::string(change) +
                                  " WHERE seq=2; COMMIT"));
    const auto chain = CheckChain(File(), {});
    ASSERT_TRUE(chain && chain->broken);
    EXPECT_EQ(chain->broken->subject, "event 2");
    EXPECT_EQ(chain->holds, 2u);
    ASSERT_TRUE(database->Execute("PRAGMA wal_checkpoint(TRUNCATE)"));
    std::filesystem::copy_file(before, File(), std::filesystem::copy_options::overwrite_existing);
  }
}

}  // namespace
}  // namespace arborist::store
