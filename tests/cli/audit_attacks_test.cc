// SPDX-License-Identifier: AGPL-3.0-only
// Every attack on the log that somebody can make who may write to the files, each caught and named.
#include "audited_home.h"

namespace arborist {
namespace {

// -- attacks on the home log

TEST_F(CliAudit, AttackTruncateTheHomeLog) {
  Forger(HomeStore()).Cut(1);
  EXPECT_EQ(Found(), "truncated:home");
}
TEST_F(CliAudit, AttackRewriteOneEvent) {
  Forger(HomeStore()).Rewrite(2);
  EXPECT_EQ(Found(), "rewritten:home");
  EXPECT_EQ(Run({"audit", "check"}).exit_code, 1) << "found without a checkpoint too";
}
TEST_F(CliAudit, AttackDeleteAnEventInTheMiddle) {
  Forger(HomeStore()).Sql("DELETE FROM audit_events WHERE seq=2");
  EXPECT_EQ(Found(), "rewritten:home");
}
TEST_F(CliAudit, AttackRewriteOneEventAndRechain) {
  Forger forger(HomeStore());
  forger.Rewrite(1);
  forger.Rechain();
  EXPECT_EQ(Run({"audit", "check"}).exit_code, 0) << "the chain alone cannot tell";
  EXPECT_EQ(Found(), "rechained:home");
}
TEST_F(CliAudit, AttackAnotherHistoryUnderTheSameId) {
  auto database = sqlite::Database::Open(HomeStore(), {});
  auto select = database->Prepare("SELECT value FROM schema_meta WHERE key='log'");
  ASSERT_TRUE(select->Step().value());
  const std::string id(select->Text(0));
  // A home of its own, with other documents, which then takes the name of the first.
  fs::remove_all(Home());
  for (const char* text : {"one", "two", "three", "four", "five", "six", "seven", "eight"}) {
    WriteWhole(folder_.path() / "other" / (std::string(text) + ".txt"), text);
    ASSERT_EQ(Run({"ingest", (folder_.path() / "other").string(), "--shards", "2"}).exit_code, 0);
  }
  Forger forger(HomeStore());
  forger.Sql("UPDATE schema_meta SET value='" + id + "' WHERE key='log'");
  forger.Sql("UPDATE audit_events SET subject=x'68" + id + "' WHERE seq=0");
  forger.Sql("DELETE FROM log_nodes");
  forger.Rechain();
  ASSERT_EQ(Run({"audit", "check"}).exit_code, 0);
  EXPECT_EQ(Found(), "rechained:home");
}
TEST_F(CliAudit, AttackForkTheLogBehindACheckpoint) {
  CopyFolder(made_->Older(), Home());
  for (const char* name : {"x", "y", "z", "w"}) {
    WriteWhole(folder_.path() / "fork" / (std::string(name) + ".txt"), std::string(9, *name));
    ASSERT_EQ(Run({"ingest", (folder_.path() / "fork").string()}).exit_code, 0);
  }
  EXPECT_EQ(Found({"early"}), "");
  EXPECT_EQ(Found({"late"}), "forked:home") << "the early one is still in the store";
  Forger(HomeStore()).Sql("DELETE FROM checkpoints");
  EXPECT_EQ(Found({"late"}), "rechained:home") << "one checkpoint tells that, and not since when";
  EXPECT_EQ(Found({"early", "late"}), "forked:home");
}
TEST_F(CliAudit, AttackPutAnOlderCopyOfAllFilesBack) {
  CopyFolder(made_->Older(), Home());
  EXPECT_EQ(Run({"audit", "check"}).exit_code, 0);
  EXPECT_EQ(Found(), "rolled_back:home");
  EXPECT_EQ(Found({"early"}), "") << "a checkpoint that is as old as the copy cannot tell";
}
TEST_F(CliAudit, AttackReplaceTheHomeLog) {
  for (const char* tail : {"", "-wal", "-shm"}) fs::remove(HomeStore().string() + tail);
  EXPECT_EQ(Found(), "missing:home");
  // The next command makes a new one, which follows the shards as if nothing had been.
  ASSERT_EQ(Run({"ingest", made_->Elsewhere("in"), "--uri-prefix", "t:"}).exit_code, 0);
  EXPECT_EQ(Found(), "replaced:home");
  EXPECT_EQ(Run({"audit", "checkpoint"}).exit_code, 1) << "and the key does not sign for it";
}

// -- attacks on the shards

TEST_F(CliAudit, AttackTruncateAShard) {
  Forger(Shard(1)).Cut(1);
  EXPECT_EQ(Found(), "shard_truncated:main.1of2");
}
TEST_F(CliAudit, AttackRewriteOneEventOfAShard) {
  Forger(Shard(2)).Rewrite(1);
  EXPECT_EQ(Found(), "shard_rewritten:main.2of2");
}
TEST_F(CliAudit, AttackRewriteAndRechainAShard) {
  Forger forger(Shard(2));
  forger.Rewrite(1);
  forger.Rechain();
  EXPECT_EQ(Found(), "shard_forked:main.2of2") << "its first event was recorded alone";
  SetUp();
  forger.Rewrite(0);
  forger.Rechain();
  EXPECT_EQ(Found(), "shard_rechained:main.2of2");
}
TEST_F(CliAudit, AttackRechainAShardAndTheHomeLog) {
  for (const fs::path& file : {Shard(2), HomeStore()}) {
    Forger forger(file);
    forger.Rewrite(0);
    forger.Rechain();
  }
  EXPECT_EQ(Found(), "rechained:home shard_rechained:main.2of2");
}
TEST_F(CliAudit, AttackPutAnOlderCopyOfAShardBack) {
  int older = 0;
  for (const int number : {1, 2}) {
    SetUp();
    for (const char* tail : {"", "-wal", "-shm"}) {
      fs::remove(Shard(number).string() + tail);
      const fs::path copy = made_->Older() / "shards" / (Shard(number).filename().string() + tail);
      if (fs::exists(copy)) fs::copy_file(copy, Shard(number).string() + tail);
    }
    const std::string found = Found();
    if (found.empty()) continue;  // this one had not grown since
    EXPECT_EQ(found, "shard_rolled_back:main." + std::to_string(number) + "of2");
    ++older;
  }
  EXPECT_GE(older, 1);
}
TEST_F(CliAudit, AttackSwapTheShards) {
  for (const char* tail : {"", "-wal", "-shm"}) {
    const std::string one = Shard(1).string() + tail, two = Shard(2).string() + tail;
    if (fs::exists(one)) fs::rename(one, one + ".x");
    if (fs::exists(two)) fs::rename(two, one);
    if (fs::exists(one + ".x")) fs::rename(one + ".x", two);
  }
  EXPECT_EQ(Found(), "shard_swapped:main.1of2 shard_swapped:main.2of2");
}
TEST_F(CliAudit, AttackDeleteAShard) {
  fs::remove(Shard(1));
  EXPECT_EQ(Found(), "shard_missing:main.1of2");
}
TEST_F(CliAudit, AttackPutAnotherShardInItsPlace) {
  const std::string other = (folder_.path() / "foreign").string();
  WriteWhole(folder_.path() / "foreign-in" / "x.txt", "a foreign text");
  ASSERT_EQ(RunProgram({"ingest", (folder_.path() / "foreign-in").string(), "--shards", "2",
                        "--home", other})
                .exit_code,
            0);
  for (const char* tail : {"-wal", "-shm"}) fs::remove(Shard(1).string() + tail);
  fs::copy_file(fs::path(other) / "shards" / "main.1of2.db", Shard(1),
                fs::copy_options::overwrite_existing);
  EXPECT_EQ(Found(), "shard_replaced:main.1of2");
}

// -- attacks on the checkpoint

TEST_F(CliAudit, AttackChangeTheCheckpointOrTheKey) {
  std::string note = ReadWhole(Kept("late"));
  const std::size_t line = note.find('\n') + 1;
  note.replace(line, note.find('\n', line) - line, "3");
  const auto verify = [&](const std::string& checkpoint, const std::string& key) {
    return Run({"audit", "verify", "--checkpoint", checkpoint, "--key", key});
  };
  const Outcome changed = verify(Write("changed", note), Kept("log.pub"));
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_TRUE(changed.err.contains("bad_signature")) << changed.err;
  // Another key for the same origin.
  fs::rename(Home() / "keys", Home() / "old-keys");
  ASSERT_EQ(Run({"key"}).exit_code, 0);
  const Outcome other = verify(Kept("late"), (Home() / "keys" / "log.pub").string());
  EXPECT_EQ(other.exit_code, 1);
  EXPECT_TRUE(other.err.contains("other_signer")) << other.err;
  EXPECT_EQ(verify(Kept("late"), Write("nonsense", "x\n")).exit_code, 2);
  EXPECT_EQ(verify(Write("empty", ""), Kept("log.pub")).exit_code, 2);
  EXPECT_EQ(Run({"audit", "verify", "--checkpoint", Kept("late")}).exit_code, 2) << "without a key";
}

}  // namespace
}  // namespace arborist
