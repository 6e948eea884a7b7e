// SPDX-License-Identifier: AGPL-3.0-only
// The log from end to end: key, checkpoint, proofs, and every attack that somebody can make who may
// write to the files, each caught and named.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/files.h"
#include "json/value.h"
#include "notary/forger_test.h"
#include "support/process.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;
using notary::Forger;
using testing_support::Child;
using testing_support::Outcome;
using testing_support::Program;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;

constexpr const char* kSecretText = "The heron keeps its zanzibarite letters under the third step.";

std::vector<json::Value> Lines(const std::string& text) {
  std::vector<json::Value> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto value = json::Parse(text.substr(begin, end - begin));
    EXPECT_TRUE(value) << text;
    if (value) lines.push_back(*value);
    begin = end + 1;
  }
  return lines;
}

void CopyFolder(const fs::path& from, const fs::path& to) {
  fs::remove_all(to);
  fs::copy(from, to, fs::copy_options::recursive);
}

// A home with two shards, signed early and late; checkpoints and key are kept elsewhere. Made once
// and copied.
class Made {
 public:
  Made() {
    Ingest("a", "alpha river text");
    Ingest("b", "beta canal text");
    Ingest("c", "gamma lake text");
    Run({"key"});
    fs::copy_file(Home() / "keys" / "log.pub", Elsewhere("log.pub"));
    Run({"audit", "checkpoint", "-o", Elsewhere("early")});
    CopyFolder(Home(), folder_.path() / "older");
    Ingest("d", kSecretText);
    Ingest("e", "delta lock text");
    Run({"audit", "checkpoint", "-o", Elsewhere("late")});
  }
  void Ingest(const std::string& name, const std::string& text) {
    WriteWhole(folder_.path() / "in" / (name + ".txt"), text);
    Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:", "--shards", "2"});
  }
  void Run(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--home", Home().string()});
    const Outcome outcome = RunProgram(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << arguments[0] << outcome.out << outcome.err;
  }
  fs::path Home() const { return folder_.path() / "home"; }
  fs::path Older() const { return folder_.path() / "older"; }
  std::string Elsewhere(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  TemporaryFolder folder_;
};

class CliAudit : public testing::Test {
 protected:
  static void SetUpTestSuite() { made_ = std::make_unique<Made>(); }
  static void TearDownTestSuite() { made_.reset(); }
  void SetUp() override { CopyFolder(made_->Home(), Home()); }

  fs::path Home() const { return folder_.path() / "home"; }
  fs::path HomeStore() const { return Home() / "providence.db"; }
  fs::path Shard(int number) const {
    return Home() / "shards" / ("main." + std::to_string(number) + "of2.db");
  }
  std::string Kept(const std::string& name) const { return made_->Elsewhere(name); }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", Home().string()});
    return RunProgram(std::move(arguments));
  }
  static Outcome Auditor(std::vector<std::string> arguments) {
    return Child(std::move(arguments), {}, Program().parent_path() / "arborist-verify").Wait();
  }
  std::string Write(const std::string& name, const std::string& content) const {
    WriteWhole(folder_.path() / name, content);
    return (folder_.path() / name).string();
  }
  // What holding the logs against the checkpoints finds: "kind:log kind:log".
  std::string Found(const std::vector<std::string>& checkpoints = {"late"}) const {
    std::vector<std::string> arguments = {"audit", "verify", "--json", "--key", Kept("log.pub")};
    for (const std::string& name : checkpoints) {
      arguments.insert(arguments.end(), {"--checkpoint", Kept(name)});
    }
    const Outcome outcome = Run(arguments);
    const auto report = json::Parse(outcome.out);
    EXPECT_TRUE(report) << outcome.out << outcome.err;
    if (!report || report->Find("findings") == nullptr) return outcome.out;
    std::string found;
    for (const json::Value& finding : report->Find("findings")->as_array()) {
      found += (found.empty() ? "" : " ") + finding.String("kind").value() + ":" +
               finding.String("log").value();
    }
    EXPECT_EQ(outcome.exit_code, found.empty() ? 0 : 1);
    EXPECT_EQ(report->Bool("ok").value(), found.empty());
    return found;
  }
  static bool HasEvents(const fs::path& file, std::int64_t count) {
    auto database = sqlite::Database::Open(file, {});
    return database->QueryInt("SELECT count(*) FROM audit_events").value() == count;
  }

  static std::unique_ptr<Made> made_;
  TemporaryFolder folder_;
};
std::unique_ptr<Made> CliAudit::made_;

// -- nothing happened

TEST_F(CliAudit, AnUntouchedHomeHoldsUnderEveryCheckpoint) {
  EXPECT_EQ(Found({"late"}), "");
  EXPECT_EQ(Found({"early"}), "");
  EXPECT_EQ(Found({"early", "late"}), "");
  EXPECT_EQ(Run({"audit", "check"}).exit_code, 0);
}
TEST_F(CliAudit, WithoutACheckpointTheLogIsUnanchoredAndThatIsExplained) {
  for (const char* verb : {"check", "verify"}) {
    const Outcome outcome = Run({"audit", verb});
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(outcome.out.contains("UNANCHORED")) << outcome.out;
    EXPECT_TRUE(outcome.out.contains("from the first")) << outcome.out;
    EXPECT_FALSE(json::Parse(Run({"audit", verb, "--json"}).out)->Bool("anchored").value());
  }
}
TEST_F(CliAudit, WhatCameAfterTheCheckpointIsToldAndHolds) {
  WriteWhole(folder_.path() / "in" / "f.txt", "epsilon text");
  ASSERT_EQ(Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:"}).exit_code, 0);
  const Outcome outcome =
      Run({"audit", "verify", "--checkpoint", Kept("late"), "--key", Kept("log.pub")});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.out.contains("newer than the checkpoint")) << outcome.out;
}

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
  EXPECT_EQ(Found(), "shard_rechained:main.2of2");
}
TEST_F(CliAudit, AttackRechainAShardAndTheHomeLog) {
  for (const fs::path& file : {Shard(2), HomeStore()}) {
    Forger forger(file);
    forger.Rewrite(1);
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

// -- what the tools do

TEST_F(CliAudit, TheSecretIsItsOwnersAndNeverPrinted) {
  const std::string secret = ReadWhole(Home() / "keys" / "log.key");
  // Behind PRIVATE+KEY+name+id+; the rest may hold a plus of its own.
  const std::string seed = secret.substr(secret.find('+', secret.find('+', 12) + 1) + 1, 30);
  ASSERT_EQ(secret.rfind("PRIVATE+KEY+", 0), 0u);
  EXPECT_EQ(fs::status(Home() / "keys" / "log.key").permissions() & fs::perms::mask,
            fs::perms::owner_read | fs::perms::owner_write);
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"key"},
                                             {"key", "--json"},
                                             {"audit", "checkpoint"},
                                             {"audit", "checkpoint", "--json"},
                                             {"audit", "check"},
                                             {"audit", "prove", "home:1"}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_FALSE((outcome.out + outcome.err).contains(seed)) << arguments[0];
  }
  // In nobody's place, and damaged: the error repeats nothing of it.
  const Outcome wrong = Run({"audit", "verify", "--checkpoint", Kept("late"), "--key",
                             (Home() / "keys" / "log.key").string()});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_FALSE((wrong.out + wrong.err).contains(seed));
  fs::permissions(Home() / "keys" / "log.key", fs::perms::others_read, fs::perm_options::add);
  EXPECT_EQ(Run({"audit", "checkpoint"}).exit_code, 4);
}
TEST_F(CliAudit, ACheckpointIsInTheFormatOthersRead) {
  const std::string note = ReadWhole(Kept("late"));
  const auto report = json::Parse(Run({"audit", "check", "--json"}).out);
  const json::Value& home = report->Find("logs")->as_array()[0];
  EXPECT_TRUE(note.starts_with("arborist/" + home.String("log").value() + "\n" +
                               std::to_string(home.Int("events").value()) + "\n"))
      << note;
  EXPECT_TRUE(note.contains("\n\n\xE2\x80\x94 arborist/" + home.String("log").value() + " "));
  EXPECT_EQ(Run({"audit", "checkpoint"}).out, note) << "nothing happened since";
}
TEST_F(CliAudit, BundlesReachTheSignatureAndAnAuditorNeedsOnlyTheKey) {
  const auto documents = Lines(Run({"documents", "list", "--json"}).out);
  ASSERT_EQ(documents.size(), 5u);
  const std::string root = documents[0].String("document_root").value();
  const std::vector<std::vector<std::string>> proofs = {{"prove", root},
                                                        {"prove", root + ":0"},
                                                        {"audit", "prove", "home:2"},
                                                        {"audit", "prove", "main.1of2:1"},
                                                        {"audit", "consistency", Kept("early")}};
  for (std::vector<std::string> arguments : proofs) {
    const std::string file = (folder_.path() / "bundle.json").string();
    arguments.insert(arguments.end(), {"-o", file});
    const Outcome made = Run(arguments);
    ASSERT_EQ(made.exit_code, 0) << arguments[0] << made.err;
    const Outcome holds = Auditor({file, "--key", Kept("log.pub")});
    EXPECT_EQ(holds.exit_code, 0) << holds.out << holds.err;
    EXPECT_TRUE(holds.out.contains("signed by arborist/")) << holds.out;
    EXPECT_EQ(Run({"verify", file, "--key", Kept("log.pub")}).exit_code, 0);
    const Outcome without = Auditor({file});
    EXPECT_EQ(without.exit_code, 0);
    EXPECT_TRUE(without.out.contains("--key")) << without.out;
    // Under the key of somebody else it is refused.
    const Outcome other =
        Auditor({file, "--key",
                 Write("other.pub",
                       "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8\n")});
    EXPECT_EQ(other.exit_code, 1) << other.out;
    EXPECT_TRUE(other.out.contains("other_signer")) << other.out;
  }
  EXPECT_EQ(Auditor({"--key", Kept("log.pub"), Kept("late")}).exit_code, 2) << "no bundle";
  EXPECT_EQ(Run({"audit", "prove", "home:999"}).exit_code, 3);
  EXPECT_EQ(Run({"audit", "prove", "nonsense"}).exit_code, 2);
}
TEST_F(CliAudit, AnEventIsFoundByItsHash) {
  const auto events = Lines(Run({"audit", "log", "--json", "--log", "main.1of2"}).out);
  ASSERT_FALSE(events.empty());
  const std::string hash = events.back().String("event_hash").value();
  const auto made = json::Parse(Run({"audit", "prove", hash.substr(0, 10), "--json"}).out);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->Find("log")->String("event_hash").value(), hash);
}
TEST_F(CliAudit, ABundleOfAForgedLogIsRefusedUnderTheKey) {
  Forger forger(HomeStore());
  forger.Rewrite(1);
  forger.Rechain();
  const std::string file = (folder_.path() / "forged.json").string();
  const Outcome made = Run({"audit", "prove", "home:1", "-o", file});
  EXPECT_EQ(made.exit_code, 1) << "the kept checkpoint is not of this log any more";
  EXPECT_EQ(Run({"audit", "consistency", Kept("early")}).exit_code, 1);
  EXPECT_EQ(Run({"audit", "checkpoint"}).exit_code, 1) << "nor is it signed";
}
TEST_F(CliAudit, LogIsFilteredByTypeSubjectTimeAndExported) {
  const auto all = Lines(Run({"audit", "log", "--json"}).out);
  const auto added = Lines(Run({"audit", "log", "--type", "document_added", "--json"}).out);
  EXPECT_EQ(added.size(), 5u);
  EXPECT_EQ(Lines(Run({"audit", "log", "--type", "document_*", "--json"}).out).size(), 5u);
  EXPECT_GT(all.size(), added.size());
  for (const json::Value& event : added) {
    for (const char* field : {"log", "event_hash", "body"}) EXPECT_NE(event.Find(field), nullptr);
    EXPECT_EQ(event.Find("texts"), nullptr) << "private texts are for who asks for them";
  }
  const std::string subject = added[0].Find("body")->String("subject").value();
  EXPECT_EQ(Lines(Run({"audit", "log", "--subject", subject.substr(0, 8), "--json"}).out).size(),
            1u);
  EXPECT_TRUE(Lines(Run({"audit", "log", "--until", "2001-01-01", "--json"}).out).empty());
  EXPECT_EQ(Lines(Run({"audit", "log", "--since", "2001-01-01", "--json"}).out).size(), all.size());
  EXPECT_EQ(Lines(Run({"audit", "log", "--log", "home", "--limit", "2", "--json"}).out).size(), 2u);
  const Outcome shown = Run({"audit", "log", "--texts"});
  EXPECT_TRUE(shown.out.contains("t:d.txt")) << shown.out;
  EXPECT_TRUE(shown.out.contains("shard_head")) << shown.out;
  EXPECT_EQ(Run({"audit", "log", "--since", "yesterday"}).exit_code, 2);
  EXPECT_EQ(Run({"audit", "log", "--log", "nowhere"}).exit_code, 3);
}

// -- erasure

TEST_F(CliAudit, ABurntDocumentIsGoneAndEveryRemainingProofHolds) {
  std::string burnt, other;
  for (const json::Value& document : Lines(Run({"documents", "list", "--json"}).out)) {
    const bool ours = document.String("document_uri").value() == "t:d.txt";
    (ours ? burnt : other) = document.String("document_root").value();
  }
  ASSERT_FALSE(burnt.empty());
  const std::string before = (folder_.path() / "before.json").string();
  ASSERT_EQ(Run({"prove", other, "-o", before}).exit_code, 0);
  const Outcome done = Run({"burn", burnt, "--force"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  // Chain and tree, under the checkpoint that was signed while it was there.
  EXPECT_EQ(Found({"late"}), "");
  EXPECT_EQ(Found({"early", "late"}), "");
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
  // Proofs made before and after.
  const std::string after = (folder_.path() / "after.json").string();
  ASSERT_EQ(Run({"prove", other, "-o", after}).exit_code, 0);
  EXPECT_EQ(Auditor({before, "--key", Kept("log.pub")}).exit_code, 0);
  EXPECT_EQ(Auditor({after, "--key", Kept("log.pub")}).exit_code, 0);
  // Its event is still proved, by its hash alone.
  const auto events = Lines(Run({"audit", "log", "--subject", burnt, "--texts", "--json"}).out);
  ASSERT_EQ(events.size(), 2u) << "added and burnt";
  for (const json::Value& event : events) EXPECT_EQ(event.Find("texts"), nullptr);
  const std::string event = (folder_.path() / "event.json").string();
  ASSERT_EQ(Run({"audit", "prove", events[0].String("event_hash").value(), "-o", event}).exit_code,
            0);
  EXPECT_EQ(Auditor({event, "--key", Kept("log.pub")}).exit_code, 0);
  // And it can be signed anew, and shown to continue what was signed.
  const std::string newest = (folder_.path() / "newest").string();
  ASSERT_EQ(Run({"audit", "checkpoint", "-o", newest}).exit_code, 0);
  const std::string path = (folder_.path() / "path.json").string();
  ASSERT_EQ(Run({"audit", "consistency", Kept("late"), "-o", path}).exit_code, 0);
  EXPECT_EQ(Auditor({path, "--key", Kept("log.pub")}).exit_code, 0);
  for (const auto& entry : fs::recursive_directory_iterator(Home())) {
    if (!entry.is_regular_file()) continue;
    const std::string bytes = ReadWhole(entry.path());
    for (const char* text : {"zanzibarite", "heron keeps", "t:d.txt"}) {
      EXPECT_FALSE(bytes.contains(text)) << entry.path() << " holds " << text;
    }
  }
}

}  // namespace
}  // namespace arborist
