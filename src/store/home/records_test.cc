// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/records.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <thread>

#include "store/home/memos.h"
#include "store/inside.h"
#include "store/log/audit_log.h"
#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class RecordsTest : public StoreTest {
 protected:
  std::unique_ptr<HomeStore> OpenHome() {
    auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(home) << home.error().message;
    return std::move(*home);
  }
  static Record Make(const std::string& question, const std::string& answer) {
    Record record;
    record.cache_key = CacheKey(crypto::Sha256("key of " + question));
    record.record_hash = crypto::Sha256("record " + question + answer);
    record.run_dag_root = crypto::Sha256("dag " + question + answer);
    record.answer_hash = crypto::Sha256(answer);
    record.question_hash = QuestionHash(crypto::Sha256(question));
    record.audit_mode = "STRICT";
    record.rung = "EVIDENCE-WARRANTED";
    record.method = "claim_lattice";
    record.body = "{\"answer_text\":\"" + answer + "\"}";
    return record;
  }
  DocumentRoot Ingest(const std::string& uri, const std::string& text) {
    const PreparedDocument document = MakeDocument(uri, text);
    PutOne(document);
    return document.root;
  }
  std::vector<std::string> EventTypes() {
    auto database = sqlite::Database::Open(home_.home_store(), {});
    std::vector<std::string> types;
    EXPECT_TRUE(ReadEvents(&*database, 0, [&](const StoredEvent& event) {
      if (event.body.type != "log_created" && event.body.type != "shard_head") {
        types.push_back(event.body.type);
      }
      return true;
    }));
    return types;
  }
  using Types = std::vector<std::string>;
};

TEST_F(RecordsTest, WhatIsInsertedIsFoundWhileItIsLive) {
  auto home = OpenHome();
  Records records(home.get());
  const Record made = Make("q", "a");
  const auto inserted = records.Insert(made, {});
  ASSERT_TRUE(inserted) << inserted.error().message;
  EXPECT_TRUE(inserted->added);
  const auto found = records.FindLive(made.cache_key);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->body, made.body);
  EXPECT_EQ(EventTypes(), (Types{"providence_insert"}));
  ASSERT_TRUE(records.SetState((*found)->record_id, RecordState::kFailed, "wrong"));
  EXPECT_FALSE(*records.FindLive(made.cache_key));
  EXPECT_EQ(records.FalsificationsOf((*found)->record_id)->front().reason, "wrong");
  EXPECT_EQ(EventTypes(), (Types{"providence_insert", "falsify_failed"}));
}

TEST_F(RecordsTest, OneLiveRecordPerKeyWhoeverComesFirst) {
  auto home = OpenHome();
  Records records(home.get());
  const auto first = records.Insert(Make("q", "first"), {});
  const auto second = records.Insert(Make("q", "second"), {});
  EXPECT_FALSE(second->added);
  EXPECT_EQ(second->record.record_id, first->record.record_id);
  EXPECT_EQ(EventTypes(), (Types{"providence_insert"}));
}

TEST_F(RecordsTest, TwoAtOnceGiveOneRecordAndLoseNoEvent) {
  {
    auto home = OpenHome();
  }
  std::vector<std::jthread> threads;
  threads.reserve(4);
  std::atomic<int> added = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      SystemRandom random;
      auto home = HomeStore::Open(home_, {.clock = &clock_, .random = &random, .actor = "test"});
      Records records(home->get());
      for (int i = 0; i < 10; ++i) {
        const auto inserted =
            records.Insert(Make(std::to_string(i), "answer of " + std::to_string(t)), {});
        ASSERT_TRUE(inserted) << inserted.error().message;
        if (inserted->added) ++added;
      }
    });
  }
  threads.clear();
  EXPECT_EQ(added, 10);
  EXPECT_EQ(EventTypes().size(), 10u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RecordsTest, AFalsifiedAnswerDoesNotComeBack) {
  auto home = OpenHome();
  Records records(home.get());
  const auto first = records.Insert(Make("q", "wrong"), {});
  ASSERT_TRUE(records.SetState(first->record.record_id, RecordState::kQuarantined, "no"));
  for (int i = 0; i < 3; ++i) {
    const auto again = records.Insert(Make("q", "wrong"), {});
    EXPECT_TRUE(again->falsified_before);
    EXPECT_FALSE(again->added);
    EXPECT_EQ(again->record.record_id, first->record.record_id);
    EXPECT_EQ(again->record.state, RecordState::kQuarantined);
  }
  EXPECT_EQ(EventTypes(), (Types{"providence_insert", "falsify_quarantined"})) << "nothing changed";
  EXPECT_FALSE(*records.FindLive(first->record.cache_key));
  const auto other = records.Insert(Make("q", "right"), {});
  EXPECT_FALSE(other->falsified_before);
  EXPECT_EQ(other->record.state, RecordState::kLive);
  const auto late = records.Insert(Make("q", "wrong"), {});
  EXPECT_FALSE(late->falsified_before) << "it is the live one that is given";
  EXPECT_EQ(late->record.record_id, other->record.record_id);
}

TEST_F(RecordsTest, TheNewestWordOnAnAnswerCounts) {
  auto home = OpenHome();
  Records records(home.get());
  const auto first = records.Insert(Make("q", "doubtful"), {});
  ASSERT_TRUE(records.SetState(first->record.record_id, RecordState::kFailed, "wrong year"));
  Record another_run = Make("q", "doubtful");
  another_run.record_hash = crypto::Sha256("another run");
  const auto second = records.Insert(another_run, {});
  EXPECT_TRUE(second->added && second->falsified_before) << "not the same record";
  EXPECT_FALSE(records.Insert(another_run, {})->added);
  const auto reasons = records.ReasonsOf(second->record);
  ASSERT_TRUE(reasons && reasons->size() == 1) << "told though said of the first";
  EXPECT_EQ(reasons->front().reason, "wrong year");

  ASSERT_TRUE(records.SetState(second->record.record_id, RecordState::kLive, "right after all"));
  EXPECT_EQ(records.WithKey(another_run.cache_key)->at(0).state, RecordState::kStale);
  ASSERT_TRUE(records.Burn(second->record.record_id, true));
  const auto fresh = records.Insert(another_run, {});
  EXPECT_FALSE(fresh->falsified_before);
  EXPECT_EQ(fresh->record.state, RecordState::kLive);
  ASSERT_TRUE(records.SetState(fresh->record.record_id, RecordState::kFailed, "no, wrong"));
  EXPECT_TRUE(records.Insert(Make("q", "doubtful"), {})->falsified_before);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RecordsTest, LiveAgainOnlyWhereNoOtherIs) {
  auto home = OpenHome();
  Records records(home.get());
  const auto old = records.Insert(Make("q", "old"), {});
  ASSERT_TRUE(records.SetState(old->record.record_id, RecordState::kStale, "old"));
  EXPECT_FALSE(records.SetState(old->record.record_id, RecordState::kStale, "again"))
      << "it has that state";
  const auto young = records.Insert(Make("q", "new"), {});
  const Status refused = records.SetState(old->record.record_id, RecordState::kLive, "back");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  ASSERT_TRUE(records.SetState(young->record.record_id, RecordState::kFailed, "x"));
  EXPECT_TRUE(records.SetState(old->record.record_id, RecordState::kLive, "back"));
}

TEST_F(RecordsTest, AChangedSourceMakesItsRecordsStaleAndRollingBackMakesThemLive) {
  const DocumentRoot root = Ingest("u:1", "the first text");
  const DocumentRoot other = Ingest("u:2", "another text");
  auto home = OpenHome();
  Records records(home.get());
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  const auto inserted = records.Insert(Make("q", "a"), {root});
  const auto apart = records.Insert(Make("p", "b"), {other});
  Ingest("u:1", "the second text");
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_FALSE(*records.FindLive(inserted->record.cache_key));
  EXPECT_TRUE(*records.FindLive(apart->record.cache_key));
  EXPECT_EQ(records.Resolve(inserted->record.cache_key.hex())->state, RecordState::kStale);
  Ingest("u:1", "the first text");
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_TRUE(*records.FindLive(inserted->record.cache_key));
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_EQ(EventTypes(),
            (Types{"providence_insert", "providence_insert", "falsify_stale", "falsify_live"}))
      << "once each";
}

TEST_F(RecordsTest, AnAnswerMadeWhileAnotherProcessSawTheSourceChangeIsLookedAtAgain) {
  const DocumentRoot root = Ingest("u:1", "the first text");
  auto home = OpenHome();
  Records records(home.get());
  const Corpus before = OpenCorpus();
  ASSERT_TRUE(records.CatchUp(before));
  Ingest("u:1", "the second text");
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));  // the other process
  const auto inserted = records.Insert(Make("q", "a"), {root}, *before.State());
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_EQ(records.Resolve(inserted->record.cache_key.hex())->state, RecordState::kStale);
}

TEST_F(RecordsTest, WhatAPersonMadeStaleStaysSo) {
  const DocumentRoot root = Ingest("u:1", "text");
  auto home = OpenHome();
  Records records(home.get());
  const auto inserted = records.Insert(Make("q", "a"), {root});
  ASSERT_TRUE(records.SetState(inserted->record.record_id, RecordState::kStale, "by hand"));
  Ingest("u:2", "more");
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_FALSE(*records.FindLive(inserted->record.cache_key));
}

TEST_F(RecordsTest, WhatRestsOnASupersededTextIsNotMadeLive) {
  const DocumentRoot root = Ingest("u:1", "the first text");
  auto home = OpenHome();
  Records records(home.get());
  const auto drifted = records.Insert(Make("q", "a"), {root});
  const auto failed = records.Insert(Make("other", "b"), {root});
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  ASSERT_TRUE(records.SetState(failed->record.record_id, RecordState::kFailed, "wrong"));
  Ingest("u:1", "the second text");
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  const auto state = [&](const Records::Inserted& of) {
    return records.Resolve(of.record.cache_key.hex())->state;
  };
  EXPECT_EQ(records.SetState(drifted->record.record_id, RecordState::kLive, "no").error().code,
            ErrorCode::kConflict);
  EXPECT_EQ(state(*drifted), RecordState::kStale);
  ASSERT_TRUE(records.SetState(failed->record.record_id, RecordState::kLive, "right after all"));
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_EQ(state(*failed), RecordState::kStale);
  Ingest("u:1", "the first text");
  ASSERT_TRUE(records.CatchUp(OpenCorpus()));
  EXPECT_EQ(state(*drifted), RecordState::kLive);
  EXPECT_EQ(state(*failed), RecordState::kLive);
}

TEST_F(RecordsTest, KeysResolveByUniquePrefix) {
  auto home = OpenHome();
  Records records(home.get());
  const auto inserted = records.Insert(Make("q", "a"), {});
  const std::string hex = inserted->record.cache_key.hex();
  EXPECT_TRUE(records.Resolve(hex));
  EXPECT_TRUE(records.Resolve(hex.substr(0, 8)));
  EXPECT_EQ(records.Resolve(hex.substr(0, 7)).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(records.Resolve("00000000").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(records.Resolve("not-a-key").error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(records.Resolve("").error().message.ends_with("not empty"));
}

TEST_F(RecordsTest, ARevisionTakesThePlaceOfTheOldOne) {
  auto home = OpenHome();
  Records records(home.get());
  const auto old = records.Insert(Make("q", "a"), {});
  const auto revised = records.Revise(old->record, Make("q", "a"), {});
  ASSERT_TRUE(revised) << revised.error().message;
  EXPECT_EQ(revised->revision, 2);
  EXPECT_EQ((*records.FindLive(old->record.cache_key))->record_id, revised->record_id);
  EXPECT_EQ(EventTypes(), (Types{"providence_insert", "providence_reclassify"}));
  EXPECT_FALSE(records.Revise(old->record, Make("q", "a"), {})) << "the old one is not live";
}

TEST_F(RecordsTest, BurningLeavesATombstoneAndNoText) {
  auto home = OpenHome();
  Records records(home.get());
  const auto inserted = records.Insert(Make("q", "an answer nobody else would write"), {});
  const std::int64_t id = inserted->record.record_id;
  ASSERT_TRUE(records.SetState(id, RecordState::kFailed, "a reason nobody else would write"));
  const Status refused = records.Burn(id, false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConflict);
  ASSERT_TRUE(records.Burn(id, true));
  EXPECT_EQ(records.Resolve(inserted->record.cache_key.hex()).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(EventTypes().back(), "providence_burn_forced");
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::ifstream file(home_.home_store().string() + suffix, std::ios::binary);
    std::ostringstream bytes;
    bytes << file.rdbuf();
    EXPECT_FALSE(bytes.str().contains("nobody else would write")) << suffix;
  }
  EXPECT_EQ(Problems(), "");
}

TEST_F(RecordsTest, ABurnSaysWhenAReaderKeepsTheText) {
  auto home = OpenHome();
  Records records(home.get());
  const auto inserted = records.Insert(Make("q", "a"), {});
  auto reader = sqlite::Database::Open(home_.home_store(), {.busy_timeout_ms = 10});
  ASSERT_TRUE(reader->Execute("BEGIN"));
  ASSERT_TRUE(reader->QueryInt("SELECT count(*) FROM records"));
  ASSERT_TRUE(DatabaseOf(home.get())->Execute("PRAGMA busy_timeout=10"));
  const Status burned = records.Burn(inserted->record.record_id, false);
  ASSERT_FALSE(burned);
  EXPECT_EQ(burned.error().code, ErrorCode::kEnvironment);
  EXPECT_FALSE(records.Resolve(inserted->record.cache_key.hex())) << "deleted all the same";
}

TEST_F(RecordsTest, MemosOfAnotherStateOfTheCorpusAreDropped) {
  auto home = OpenHome();
  Memos memos(home.get());
  const Hash256 memo = crypto::Sha256("memo"), then = crypto::Sha256("1"),
                now = crypto::Sha256("2");
  const CacheKey key{crypto::Sha256("key")};
  ASSERT_TRUE(memos.Put("memo", {key, "primary"}, then));
  EXPECT_EQ((*memos.Find(memo))->cache_key, key);
  ASSERT_TRUE(memos.Put("other", {key, "alternate"}, now));
  EXPECT_FALSE(*memos.Find(memo));
}

TEST_F(RecordsTest, TheLastNameOfAModelIsRememberedPerEndpoint) {
  auto home = OpenHome();
  ModelRevisions revisions(home.get());
  EXPECT_EQ(*revisions.Of("e", "m"), "");
  ASSERT_TRUE(revisions.Set("e", "m", "m-2026"));
  EXPECT_EQ(*revisions.Of("e", "m"), "m-2026");
  EXPECT_EQ(*revisions.Of("f", "m"), "");
}

}  // namespace
}  // namespace arborist::store
