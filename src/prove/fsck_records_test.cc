// SPDX-License-Identifier: AGPL-3.0-only
#include "prove/fsck_records.h"

#include "prove/asked_home_test.h"

namespace arborist::prove {
namespace {

using store::RecordState;

class FsckRecords : public AskedHome {
 protected:
  std::string Problems(bool full = true) {
    store::FsckReport report;
    CheckRecords(home_, full, &report);
    checked_ = report.checked;
    std::string kinds;
    for (const auto& problem : report.problems) kinds += problem.kind + " ";
    return kinds;
  }
  void SetState(const store::Record& record, RecordState state, std::string_view reason) {
    const auto home = OpenHome();
    const Status status = store::Records(home.get()).SetState(record.record_id, state, reason);
    ASSERT_TRUE(status) << status.error().message;
  }
  std::map<std::string, std::uint64_t> checked_;
};

TEST_F(FsckRecords, AHomeWithoutRecordsHoldsAndSoDoesOneWithSome) {
  EXPECT_EQ(Problems(), "");
  Ask(kWhen);
  Ask("Why did Buffalo grow?", judge::AnswerMode::kQuote);
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(checked_["records"], 2u);
  EXPECT_EQ(checked_["runs_made_again"], 2u);
  EXPECT_EQ(Problems(false), "");
  EXPECT_EQ(checked_.count("runs_made_again"), 0u);
}
TEST_F(FsckRecords, AWholeLifeHolds) {
  const store::Record first = Ask(kWhen);
  SetState(first, RecordState::kFailed, "wrong year");
  EXPECT_EQ(Problems(), "");
  const store::Record again = Ask(kWhen);  // the same answer, refuted before
  EXPECT_EQ(again.state, RecordState::kFailed);
  EXPECT_EQ(Problems(), "");
  SetState(first, RecordState::kLive, "right after all");
  EXPECT_EQ(Problems(), "");
  Write("canal.txt", "The Erie Canal opened on May 1, 1830, says this text.");
  Ingest();
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    ASSERT_TRUE(records.CatchUp(OpenCorpus()));
    EXPECT_EQ(records.Resolve(first.cache_key.hex())->state, RecordState::kStale);
    EXPECT_EQ(records.WithKey(first.cache_key)->at(0).state, RecordState::kStale);
  }
  EXPECT_EQ(Problems(), "");
  {
    const auto home = OpenHome();
    ASSERT_TRUE(store::Records(home.get()).Burn(first.record_id, true));
  }
  EXPECT_EQ(Problems(), "");
}
TEST_F(FsckRecords, AReplacedRevisionIsStaleByTheLog) {
  const store::Record record = Ask(kWhen);
  {
    const auto home = OpenHome();
    store::Records records(home.get());
    const auto sources = records.SourcesOf(record.record_id);
    ASSERT_TRUE(sources);
    ASSERT_TRUE(records.Revise(record, record, *sources));
  }
  EXPECT_EQ(Problems(), "");
  Damage("UPDATE records SET state='quarantined' WHERE revision=1");
  EXPECT_EQ(Problems(false), "record_state ");
}

struct Harm {
  std::string sql;
  const char* problems;
};
TEST_F(FsckRecords, EveryDamageHasItsName) {
  const store::Record record = Ask(kWhen);
  SetState(record, RecordState::kFailed, "wrong year");
  const std::string before = (folder_.path() / "before.db").string();
  Damage("VACUUM INTO '" + before + "'");
  const std::vector<Harm> harms = {
      {"UPDATE records SET body='{'", "record_unreadable "},
      {"UPDATE records SET body=json_set(body, '$.v', 7)", "record_unreadable "},
      {"UPDATE records SET body=json_set(body, '$.answer_text', 'other')",
       "record_hash_mismatch record_row_mismatch "},
      {"UPDATE records SET body=json_set(body, '$.run_dag.root', '" + std::string(64, 'a') + "')",
       "record_run_dag record_hash_mismatch record_row_mismatch "},
      {"UPDATE records SET audit_mode='HYBRID'", "record_row_mismatch "},
      {"UPDATE records SET rung='OTHER'", "record_row_mismatch "},
      {"UPDATE records SET method='none'", "record_row_mismatch "},
      {"UPDATE records SET question_hash=zeroblob(32)", "record_row_mismatch "},
      {"UPDATE records SET answer_hash=zeroblob(32)", "record_row_mismatch "},
      {"UPDATE records SET run_dag_root=zeroblob(32)",
       "record_event_mismatch record_row_mismatch "},
      {"UPDATE records SET event_seq=0", "record_event_mismatch "},
      {"UPDATE records SET state='live'", "record_state "},
      {"DELETE FROM record_sources", "record_sources "},
      {"UPDATE records SET created_at=created_at-1", "record_row_mismatch "},
      {"UPDATE records SET chain='public'", "record_row_mismatch "},
      {"UPDATE records SET revision=2", "record_row_mismatch "},
      {"UPDATE records SET drifted=1", "record_state "},
      {"UPDATE falsifications SET from_state='stale'", "falsification_mismatch "},
      {"UPDATE falsifications SET actor='Mallory'", "falsification_mismatch "},
      {"UPDATE falsifications SET time=time-1", "falsification_mismatch "},
      {"UPDATE falsifications SET reason='because'", "falsification_mismatch "},
      {"UPDATE falsifications SET to_state='stale'", "falsification_mismatch record_state "},
      {"DELETE FROM falsifications", "record_state falsification_missing "},
      {"DELETE FROM falsifications; DELETE FROM record_sources; DELETE FROM records",
       "record_missing falsification_missing "}};
  for (const Harm& harm : harms) {
    std::filesystem::remove(home_.home_store().string() + "-wal");
    std::filesystem::remove(home_.home_store().string() + "-shm");
    std::filesystem::copy_file(before, home_.home_store(),
                               std::filesystem::copy_options::overwrite_existing);
    Damage(harm.sql);
    EXPECT_EQ(Problems(false), harm.problems) << harm.sql;
  }
}
// A memo serves a record without retrieval: one that leads elsewhere would serve another answer.
TEST_F(FsckRecords, AMemoThatLeadsToAnotherRecordIsNamed) {
  const store::Record first = Ask(kWhen);
  const store::Record second = Ask("Why did Buffalo grow?");
  ASSERT_EQ(Problems(), "");
  EXPECT_EQ(checked_["lookup_memos"], 2u);
  Damage("UPDATE lookup_memos SET cache_key=CASE cache_key WHEN x'" + first.cache_key.hex() +
         "' THEN x'" + second.cache_key.hex() + "' ELSE x'" + first.cache_key.hex() + "' END");
  EXPECT_EQ(Problems(), "memo_mismatch memo_mismatch ");
  Damage("UPDATE lookup_memos SET request=json_set(request, '$.question_hash', 'other')");
  EXPECT_EQ(Problems(), "memo_mismatch memo_mismatch ");
}
TEST_F(FsckRecords, OnlyMakingTheRunAgainSeesWhatNoHashInTheRowCovers) {
  Ask(kWhen);
  Damage("UPDATE records SET body=json_set(body, '$.raw_answer', 'The canal opened. [E1]')");
  EXPECT_EQ(Problems(false), "");
  EXPECT_EQ(Problems(true), "record_run ");
}

}  // namespace
}  // namespace arborist::prove
