// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/snapshots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <random>

#include "audit/snapshot_event.h"
#include "sqlite/damage_test.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class SnapshotsTest : public StoreTest {
 protected:
  std::unique_ptr<HomeStore> OpenHome() {
    auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return home ? std::move(*home) : nullptr;
  }
  Snapshot Take(std::string_view reason = "") {
    const auto home = OpenHome();
    auto made = Snapshots(home.get()).Create(OpenCorpus(), reason);
    EXPECT_TRUE(made) << made.error().message;
    clock_.now += 60;
    return made.value_or(Snapshot());
  }
  std::vector<DocumentRoot> Members(std::int64_t id) {
    const auto home = OpenHome();
    auto members = Snapshots(home.get()).Members(id);
    EXPECT_TRUE(members) << members.error().message;
    return members.value_or(std::vector<DocumentRoot>{});
  }
  // What Verify says; empty when the snapshot holds.
  std::string Problem(std::int64_t id) {
    const auto home = OpenHome();
    Snapshots snapshots(home.get());
    const auto snapshot = snapshots.Resolve(std::to_string(id));
    if (!snapshot) return snapshot.error().message;
    const Status status = snapshots.Verify(*snapshot);
    return status ? "" : status.error().message;
  }
  void HomeSql(const std::string& sql) { Sql(sql, home_.home_store()); }
  std::int64_t HomeInt(const std::string& sql) { return sqlite::QueryInt(home_.home_store(), sql); }
};

TEST_F(SnapshotsTest, ASnapshotKeepsRootCountParentReasonAndEvent) {
  PutOne(MakeDocument("u:1", "one"));
  const Snapshot first = Take("before the move");
  PutOne(MakeDocument("u:2", "two"));
  const Snapshot second = Take();
  EXPECT_EQ(first.doc_count, 1u);
  EXPECT_EQ(first.parent_id, std::nullopt);
  EXPECT_EQ(second.doc_count, 2u);
  EXPECT_EQ(second.parent_root, first.root);
  const auto home = OpenHome();
  const auto list = Snapshots(home.get()).List();
  ASSERT_TRUE(list);
  ASSERT_EQ(list->size(), 2u);
  EXPECT_EQ(list->at(0).root, second.root);
  EXPECT_EQ(list->at(1).reason, "before the move");
  EXPECT_EQ(list->at(1).event_hash, first.event_hash);
  EXPECT_EQ(Problem(1), "");
  EXPECT_EQ(Problem(2), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(SnapshotsTest, TheReasonStandsInTheLogAsASaltedHashOnly) {
  PutOne(MakeDocument("u:1", "one"));
  const Snapshot snapshot = Take("because of Ada");
  const auto home = OpenHome();
  bool found = false;
  ASSERT_TRUE(
      home->log().ReadEvents(snapshot.event_seq, kNewestEvent, [&](const StoredEvent& event) {
        found = event.body.type == audit::kSnapshotCreate && event.body.hashes.contains("reason") &&
                event.body.hashes.at("reason") != crypto::Sha256("because of Ada");
        return false;
      }));
  EXPECT_TRUE(found);
}

TEST_F(SnapshotsTest, AnEmptyCorpusHasASnapshotToo) {
  const Snapshot snapshot = Take();
  EXPECT_TRUE(snapshot.root.is_zero());
  EXPECT_EQ(snapshot.doc_count, 0u);
  EXPECT_EQ(Problem(1), "");
}

TEST_F(SnapshotsTest, ASnapshotIsFoundByNumberRootPrefixOrAsTheLatest) {
  PutOne(MakeDocument("u:1", "one"));
  const Snapshot first = Take();
  const Snapshot again = Take();
  PutOne(MakeDocument("u:2", "two"));
  const Snapshot last = Take();
  EXPECT_EQ(first.root, again.root);
  const auto home = OpenHome();
  Snapshots snapshots(home.get());
  EXPECT_EQ(snapshots.Resolve("1")->id, 1);
  EXPECT_EQ(snapshots.Resolve("latest")->id, 3);
  EXPECT_EQ(snapshots.Resolve(first.root.hex().substr(0, 8))->id, 2) << "the newest of a root";
  EXPECT_EQ(snapshots.Resolve(last.root.hex())->id, 3);
  for (const char* name : {"4", "0", "-1", "", "deadbeef", "u:1", "1x", "abc"}) {
    EXPECT_EQ(snapshots.Resolve(name).error().code, ErrorCode::kNotFound) << name;
  }
}

// Every old snapshot can be told, however it is stored: whole, or as a change of the one before.
TEST_F(SnapshotsTest, OldSnapshotsKeepTheirMembersWhateverCameAfter) {
  std::mt19937 random(11);
  std::map<std::string, std::string> texts;
  std::map<std::int64_t, std::vector<DocumentRoot>> expected;
  const auto writer = OpenWriter();
  for (int round = 0; round < 50; ++round) {
    ASSERT_TRUE(writer->Begin());
    const int changes = round == 0 ? 24 : static_cast<int>(random() % 4);
    for (int i = 0; i < changes; ++i) {
      const std::string uri = "u:" + std::to_string(random() % 40);
      if (random() % 3 == 0 && texts.erase(uri) > 0) {
        ASSERT_TRUE(writer->MarkGone(uri));
      } else {
        texts[uri] = "text " + std::to_string(random() % 100);
        ASSERT_TRUE(writer->Put(MakeDocument(uri, texts[uri])));
      }
    }
    ASSERT_TRUE(writer->Commit());
    std::vector<DocumentRoot> now;
    now.reserve(texts.size());
    for (const auto& [uri, text] : texts) now.push_back(MakeDocument(uri, text).root);
    std::sort(now.begin(), now.end());
    now.erase(std::unique(now.begin(), now.end()), now.end());
    const Snapshot snapshot = Take();
    EXPECT_EQ(snapshot.root, RootOf(now));
    expected[snapshot.id] = now;
  }
  EXPECT_GT(HomeInt("SELECT count(*) FROM snapshots WHERE base_id IS NULL"), 1);
  EXPECT_GT(HomeInt("SELECT count(*) FROM snapshots WHERE base_id IS NOT NULL"), 25);
  for (const auto& [id, members] : expected) {
    EXPECT_EQ(Members(id), members) << id;
    EXPECT_EQ(Problem(id), "");
  }
  const SnapshotDifference change = Difference(expected[3], expected[40]);
  std::vector<DocumentRoot> applied;
  std::ranges::set_difference(expected[3], change.removed, std::back_inserter(applied));
  applied.insert(applied.end(), change.added.begin(), change.added.end());
  std::sort(applied.begin(), applied.end());
  EXPECT_EQ(applied, expected[40]);
}

TEST_F(SnapshotsTest, ChangesCostWhatChanged) {
  const auto writer = OpenWriter();
  ASSERT_TRUE(writer->Begin());
  for (int i = 0; i < 100; ++i) {
    const std::string number = std::to_string(i);
    ASSERT_TRUE(writer->Put(MakeDocument("u:" + number, "text " + number)));
  }
  ASSERT_TRUE(writer->Commit());
  Take();
  ASSERT_TRUE(writer->Begin());
  ASSERT_TRUE(writer->Put(MakeDocument("u:7", "another text")));
  ASSERT_TRUE(writer->Commit());
  Take();
  EXPECT_EQ(HomeInt("SELECT sum(length(roots)) FROM snapshot_parts WHERE snapshot_id=1"), 3200);
  EXPECT_EQ(HomeInt("SELECT sum(length(roots)) FROM snapshot_parts WHERE snapshot_id=2"), 64);
}

TEST_F(SnapshotsTest, ABurnedDocumentLeavesItsRootInOldSnapshots) {
  const PreparedDocument document = MakeDocument("u:1", "a secret text");
  PutOne(document);
  PutOne(MakeDocument("u:2", "another"));
  const Snapshot before = Take();
  {
    const auto writer = OpenWriter();
    ASSERT_TRUE(writer->Begin());
    ASSERT_TRUE(writer->burns().Burn(document.root).value());
    ASSERT_TRUE(writer->Commit());
  }
  const Snapshot after = Take();
  EXPECT_EQ(after.doc_count, 1u);
  EXPECT_TRUE(std::ranges::binary_search(Members(before.id), document.root));
  EXPECT_EQ(Problem(before.id), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(SnapshotsTest, EveryDamageIsFoundByVerifyAndByFsck) {
  for (const auto& [damage, kind] : std::vector<std::pair<std::string, std::string>>{
           {"UPDATE snapshots SET doc_count=3 WHERE snapshot_id=2", "snapshot_mismatch"},
           {"UPDATE snapshots SET snapshot_root=zeroblob(32) WHERE snapshot_id=2",
            "snapshot_mismatch"},
           {"UPDATE snapshots SET parent_id=NULL WHERE snapshot_id=2", "snapshot_mismatch"},
           {"UPDATE snapshots SET event_seq=0 WHERE snapshot_id=2", "snapshot_mismatch"},
           {"UPDATE snapshots SET base_id=2 WHERE snapshot_id=2", "snapshot_mismatch"},
           {"DELETE FROM snapshot_parts WHERE snapshot_id=1", "snapshot_mismatch"},
           {"UPDATE snapshot_parts SET roots=CAST(substr(roots,33)||substr(roots,1,32) AS BLOB) "
            "WHERE "
            "snapshot_id=1",
            "snapshot_mismatch"},
           {"UPDATE snapshot_parts SET roots=substr(roots,2) WHERE snapshot_id=1",
            "snapshot_mismatch"},
           {"UPDATE snapshot_parts SET roots=zeroblob(length(roots)) WHERE snapshot_id=2",
            "snapshot_mismatch"},
           {"DELETE FROM snapshots WHERE snapshot_id=2", "snapshot_missing"}}) {
    std::filesystem::remove_all(home_.root);
    std::filesystem::create_directories(home_.shards());
    for (int i = 0; i < 4; ++i) {
      PutOne(MakeDocument("u:" + std::to_string(i), "text " + std::to_string(i)));
    }
    Take();
    PutOne(MakeDocument("u:5", "text 5"));
    Take();
    ASSERT_EQ(Problem(2), "");
    HomeSql(damage);
    EXPECT_NE(Problem(2), "") << damage;
    const std::vector<std::string> kinds = Kinds();
    EXPECT_TRUE(std::ranges::find(kinds, kind) != kinds.end()) << damage << "\n" << Problems();
  }
}

TEST_F(SnapshotsTest, AReasonIsBurnedAndTheSnapshotStays) {
  PutOne(MakeDocument("u:1", "one"));
  const Snapshot snapshot = Take("because of quokka");
  {
    const auto home = OpenHome();
    const Status burned = Snapshots(home.get()).BurnReason(snapshot);
    ASSERT_TRUE(burned) << burned.error().message;
    EXPECT_EQ(Snapshots(home.get()).Resolve("1")->reason, "");
    // Again: the way to erase what a reader had kept. It leaves no second event.
    const std::uint64_t events = home->log().Head()->size;
    EXPECT_TRUE(Snapshots(home.get()).BurnReason(snapshot));
    EXPECT_EQ(home->log().Head()->size, events);
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(home_.root)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_FALSE(bytes.contains("quokka")) << entry.path();
  }
  EXPECT_EQ(Problem(1), "");
  EXPECT_EQ(Problems(), "");
}

TEST_F(SnapshotsTest, AReasonThatIsMissingWithoutAnEventIsAProblem) {
  PutOne(MakeDocument("u:1", "one"));
  Take("because of Ada");
  HomeSql("DELETE FROM audit_texts WHERE name='reason'");
  EXPECT_EQ(Kinds(), std::vector<std::string>{"log_text_missing"});
}

TEST_F(SnapshotsTest, AParentThatCannotBeReadDoesNotStopTheNext) {
  PutOne(MakeDocument("u:1", "one"));
  PutOne(MakeDocument("u:2", "two"));
  Take();
  HomeSql("DELETE FROM snapshot_parts");
  const Snapshot next = Take();
  EXPECT_EQ(next.doc_count, 2u);
  EXPECT_EQ(Problem(next.id), "");
  EXPECT_NE(Problem(1), "");
}

}  // namespace
}  // namespace arborist::store
