// SPDX-License-Identifier: AGPL-3.0-only
// Attacks on what stands beside the logs, and on whole files: what holding the logs against a
// checkpoint finds, and what is fsck's to find.
#include <fstream>
#include <set>
#include <tuple>

#include "audited_home.h"

namespace arborist {
namespace {

class CliAuditFiles : public CliAudit {
 protected:
  // What fsck finds: the kinds, each once.
  std::string Fsck() const {
    const auto report = json::Parse(Run({"fsck", "--json"}).out);
    std::set<std::string> kinds;
    if (report && report->Find("problems") != nullptr) {
      for (const json::Value& problem : report->Find("problems")->as_array())
        kinds.insert(problem.String("kind").value());
    }
    std::string found;
    for (const std::string& kind : kinds) found += (found.empty() ? "" : " ") + kind;
    return found;
  }
  // One file of the home as it was at the early checkpoint.
  void PutBack(const fs::path& file) const {
    const fs::path older = made_->Older() / fs::relative(file, Home());
    for (const char* tail : {"", "-wal", "-shm"}) {
      fs::remove(file.string() + tail);
      if (fs::exists(older.string() + tail))
        fs::copy_file(older.string() + tail, file.string() + tail);
    }
  }
  // A shard that has grown since the early checkpoint.
  int GrownShard() const {
    for (const int number : {1, 2}) {
      const auto events = [](const fs::path& file) {
        return sqlite::Database::Open(file, {})
            ->QueryInt("SELECT count(*) FROM audit_events")
            .value();
      };
      if (events(Shard(number)) > events(made_->Older() / "shards" / Shard(number).filename()))
        return number;
    }
    ADD_FAILURE() << "no shard has grown";
    return 1;
  }
  std::string Name(int shard) const { return "main." + std::to_string(shard) + "of2"; }
  void IngestMore(const std::string& name, const std::string& text) const {
    WriteWhole(folder_.path() / "more" / name, text);
    ASSERT_EQ(Run({"ingest", (folder_.path() / "more").string(), "--uri-prefix", "m:"}).exit_code,
              0);
  }
};

// -- a log that was cut, and a log that was restored

TEST_F(CliAuditFiles, ACutThatLeavesTracesIsFoundWithoutACheckpoint) {
  Forger(HomeStore()).Cut(1);
  const Outcome home = Run({"audit", "check"});
  EXPECT_EQ(home.exit_code, 1);
  EXPECT_TRUE(home.out.contains("truncated")) << home.out;
  SetUp();
  Forger(Shard(1)).Cut(1);
  const Outcome shard = Run({"audit", "check"});
  EXPECT_EQ(shard.exit_code, 1);
  EXPECT_TRUE(shard.out.contains("shard_truncated")) << shard.out;
}
TEST_F(CliAuditFiles, ACutThatLeavesNoTraceIsTakenForAnOlderCopyAndFoundAllTheSame) {
  Forger forger(HomeStore());
  forger.Cut(1);
  const std::string end = "(SELECT max(seq) FROM audit_events)";
  forger.Sql("DELETE FROM head_sizes WHERE seq>" + end + "; DELETE FROM audit_texts WHERE seq>" +
             end + "; DELETE FROM checkpoints WHERE size>" + end + "+1");
  EXPECT_EQ(Run({"audit", "check"}).exit_code, 0);
  EXPECT_EQ(Found(), "rolled_back:home");
}
TEST_F(CliAuditFiles, TheHomeStoreAloneAsItWas) {
  PutBack(HomeStore());
  EXPECT_EQ(Found(), "rolled_back:home");
}
TEST_F(CliAuditFiles, AShardThatWasCutIsNamedThoughTheSizesOfItsHeadsAreGone) {
  const int number = GrownShard();
  for (const char* sql : {"DELETE FROM head_sizes", "UPDATE head_sizes SET size=1"}) {
    SetUp();
    Forger(HomeStore()).Sql(sql);
    EXPECT_EQ(Found(), "") << "the event binds the size, the table only says it";
    PutBack(Shard(number));
    EXPECT_EQ(Found(), "shard_rolled_back:" + Name(number));
    SetUp();
    Forger(HomeStore()).Sql(sql);
    Forger(Shard(number)).Cut(1);
    EXPECT_EQ(Found(), "shard_truncated:" + Name(number));
  }
}
TEST_F(CliAuditFiles, AnOlderShardThatWentOnIsAForkThoughItsHeadWasEdited) {
  const int number = GrownShard();
  PutBack(Shard(number));
  EXPECT_EQ(Run({"ingest", made_->Elsewhere("in"), "--uri-prefix", "t:"}).exit_code, 1)
      << "the next writer notices";
  // The row that it noticed by is made to fit.
  const auto log = store::SqliteLog::Open(Shard(number), store::LogName::Of::kShard);
  const store::LogHead head = log.value()->Head().value();
  Forger(HomeStore())
      .Sql("UPDATE shard_heads SET size=" + std::to_string(head.size) + ", head=x'" +
           head.head.hex() + "', tree_root=NULL, frontier=NULL WHERE shard='" + Name(number) + "'");
  for (const char* name : {"1", "2", "3", "4", "5", "6", "7", "8"})
    IngestMore(std::string(name) + ".txt", "another text " + std::string(name));
  ASSERT_EQ(Run({"audit", "check"}).exit_code, 1) << "its own home log betrays it";
  EXPECT_EQ(Found(), "shard_forked:" + Name(number));
}

// -- whole files

TEST_F(CliAuditFiles, EverythingIsGone) {
  fs::remove_all(Home());
  EXPECT_EQ(Found(), "missing:home");
}
TEST_F(CliAuditFiles, FilesThatAreNoStoreAnyMore) {
  std::ofstream(HomeStore(), std::ios::trunc) << "nothing of the kind";
  for (const char* tail : {"-wal", "-shm"}) fs::remove(HomeStore().string() + tail);
  EXPECT_EQ(Found(), "unreadable:home");
  SetUp();
  std::ofstream(Shard(1), std::ios::trunc) << "nothing of the kind";
  for (const char* tail : {"-wal", "-shm"}) fs::remove(Shard(1).string() + tail);
  EXPECT_EQ(Found(), "shard_unreadable:main.1of2");
}
TEST_F(CliAuditFiles, ShardsUnderAnotherName) {
  for (const int number : {1, 2}) {
    const std::string to =
        (Home() / "shards" / ("other." + std::to_string(number) + "of2.db")).string();
    for (const char* tail : {"", "-wal", "-shm"}) {
      if (fs::exists(Shard(number).string() + tail))
        fs::rename(Shard(number).string() + tail, to + tail);
    }
  }
  EXPECT_EQ(Found(), "shard_missing:main.1of2 shard_missing:main.2of2");
}

// -- the key in other hands

TEST_F(CliAuditFiles, AForgedLogThatTheStolenKeySignedIsFoundByTheOlderSignature) {
  Forger forger(HomeStore());
  forger.Rewrite(1);
  forger.Rechain();
  EXPECT_EQ(Run({"audit", "checkpoint"}).exit_code, 1) << "what was signed before is still here";
  forger.Sql("DELETE FROM checkpoints");
  EXPECT_EQ(Run({"audit", "checkpoint"}).exit_code, 1) << "and beside the key";
  for (const auto& entry : fs::directory_iterator(Home() / "keys")) {
    if (entry.path().extension() == ".checkpoint") fs::remove(entry.path());
  }
  const std::string forged = (folder_.path() / "forged").string();
  ASSERT_EQ(Run({"audit", "checkpoint", "-o", forged}).exit_code, 0);
  EXPECT_EQ(Run({"audit", "verify", "--checkpoint", forged, "--key", Kept("log.pub")}).exit_code, 0)
      << "it is as good as its key";
  EXPECT_EQ(Found(), "rechained:home");
  const Outcome both = Run({"audit", "verify", "--checkpoint", forged, "--checkpoint", Kept("late"),
                            "--key", Kept("log.pub")});
  EXPECT_EQ(both.exit_code, 1);
  EXPECT_TRUE(both.out.contains("two histories were signed")) << both.out;
}

// -- what stands beside the logs: the logs hold, and the rows are held against them

TEST_F(CliAuditFiles, KeptCheckpointsThatWereChanged) {
  for (const char* sql :
       {"UPDATE checkpoints SET note='x'", "UPDATE checkpoints SET root=zeroblob(32)",
        "UPDATE checkpoints SET note=replace(note,char(10)||char(10),char(10))"}) {
    SetUp();
    Forger(HomeStore()).Sql(sql);
    EXPECT_EQ(Found(), "") << "the one kept elsewhere counts";
    EXPECT_EQ(Fsck(), "checkpoint_mismatch") << sql;
  }
  SetUp();
  Forger(HomeStore()).Sql("UPDATE checkpoints SET size=size+100");
  EXPECT_EQ(Fsck(), "rolled_back");
  EXPECT_EQ(Found(), "truncated:home") << "a copy speaks of a longer log";
}
TEST_F(CliAuditFiles, HeadsOfShardsThatWereChanged) {
  for (const char* sql :
       {"UPDATE shard_heads SET size=size+1", "UPDATE shard_heads SET head=zeroblob(32)",
        "UPDATE shard_heads SET tree_root=zeroblob(32)", "UPDATE head_sizes SET size=size+1"}) {
    SetUp();
    Forger(HomeStore()).Sql(sql);
    EXPECT_EQ(Found(), "") << "the events are what counts: " << sql;
    EXPECT_TRUE(Fsck().contains("shard_head_mismatch")) << sql << ": " << Fsck();
  }
}
TEST_F(CliAuditFiles, DerivationsAndSnapshotsThatWereChanged) {
  IngestMore("long.txt", "A first sentence stands here. A second one stands here.");
  ASSERT_EQ(Run({"distill", "--method", "first-sentence"}).exit_code, 0);
  ASSERT_EQ(Run({"snapshot", "create"}).exit_code, 0);
  ASSERT_EQ(Run({"audit", "checkpoint", "-o", (folder_.path() / "now").string()}).exit_code, 0);
  ASSERT_EQ(Fsck(), "");
  const fs::path kept = folder_.path() / "kept";
  CopyFolder(Home(), kept);
  const auto verify = [&] {
    return Run({"audit", "verify", "--checkpoint", (folder_.path() / "now").string(), "--key",
                Kept("log.pub")})
        .exit_code;
  };
  const fs::path shard =
      sqlite::Database::Open(Shard(1), {})->QueryInt("SELECT count(*) FROM derivations").value() > 0
          ? Shard(1)
          : Shard(2);
  const std::vector<std::tuple<fs::path, std::string, std::string>> attacks = {
      {shard, "UPDATE derivations SET distiller_version='v2'", "derivation_mismatch"},
      {shard, "UPDATE derivations SET source_root=zeroblob(32)", "derivation_mismatch"},
      {shard, "UPDATE derivations SET proof_blob=x'00'", "derivation_damage"},
      {shard, "UPDATE derivations SET event_seq=event_seq-1", "derivation_mismatch"},
      {shard, "DELETE FROM derivations", "derivation_missing"},
      {HomeStore(), "UPDATE snapshots SET doc_count=doc_count+1", "snapshot_mismatch"},
      {HomeStore(), "UPDATE snapshots SET snapshot_root=zeroblob(32)", "snapshot_mismatch"},
      {HomeStore(), "DELETE FROM snapshot_parts", "snapshot_mismatch"},
      {HomeStore(), "DELETE FROM snapshot_parts; DELETE FROM snapshots", "snapshot_missing"},
      {shard, "UPDATE locations SET title='another'", "log_text_mismatch"},
      {shard, "UPDATE audit_texts SET salt=zeroblob(32)", "log_text_mismatch"},
  };
  for (const auto& [file, sql, kind] : attacks) {
    CopyFolder(kept, Home());
    Forger(file).Sql(sql);
    EXPECT_TRUE(Fsck().contains(kind)) << sql << ": " << Fsck();
    EXPECT_EQ(verify(), 0) << "the logs are as they were signed: " << sql;
  }
  // With a log that was made to fit, fsck may be content, and the checkpoint is not.
  CopyFolder(kept, Home());
  Forger forger(shard);
  forger.Sql("UPDATE audit_events SET time=time+1");
  forger.Rechain();
  EXPECT_EQ(verify(), 1);
}
TEST_F(CliAuditFiles, EventsOutsideTheNumbers) {
  const std::string copy =
      "INSERT INTO audit_events SELECT %,type_id,time,subject,actor_id,hashes,event_hash FROM "
      "audit_events WHERE seq=1";
  for (const char* number : {"-1", "999"}) {
    for (const fs::path& file : {HomeStore(), Shard(1)}) {
      SetUp();
      std::string sql = copy;
      sql.replace(sql.find('%'), 1, number);
      Forger(file).Sql(sql);
      EXPECT_NE(Found(), "") << number << " in " << file;
    }
  }
}

}  // namespace
}  // namespace arborist
