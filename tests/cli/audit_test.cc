// SPDX-License-Identifier: AGPL-3.0-only
// The log from end to end: key, checkpoint, proofs, what is said of it, and what a burn leaves.
#include "audited_home.h"

namespace arborist {
namespace {

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
  const auto documents = JsonLines(Run({"documents", "list", "--json"}).out);
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
TEST_F(CliAudit, ANoteThatIsNoneIsNamed) {
  const std::string file = Write("note", "no checkpoint\n");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"audit", "consistency", file},
        {"audit", "consistency", Kept("early"), "--to", file}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.err.starts_with("arborist: " + file + ": ")) << outcome.err;
    EXPECT_TRUE(outcome.err.ends_with("; give a file that arborist audit checkpoint wrote\n"));
  }
}
TEST_F(CliAudit, AnEventIsFoundByItsHash) {
  const auto events = JsonLines(Run({"audit", "log", "--json", "--log", "main.1of2"}).out);
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
  const auto all = JsonLines(Run({"audit", "log", "--json"}).out);
  const auto added = JsonLines(Run({"audit", "log", "--type", "document_added", "--json"}).out);
  EXPECT_EQ(added.size(), 5u);
  EXPECT_EQ(JsonLines(Run({"audit", "log", "--type", "document_*", "--json"}).out).size(), 5u);
  EXPECT_GT(all.size(), added.size());
  for (const json::Value& event : added) {
    for (const char* field : {"log", "event_hash", "body"}) EXPECT_NE(event.Find(field), nullptr);
    EXPECT_EQ(event.Find("texts"), nullptr) << "private texts are for who asks for them";
  }
  const std::string subject = added[0].Find("body")->String("subject").value();
  EXPECT_EQ(
      JsonLines(Run({"audit", "log", "--subject", subject.substr(0, 8), "--json"}).out).size(), 1u);
  EXPECT_TRUE(JsonLines(Run({"audit", "log", "--until", "2001-01-01", "--json"}).out).empty());
  EXPECT_EQ(JsonLines(Run({"audit", "log", "--since", "2001-01-01", "--json"}).out).size(),
            all.size());
  EXPECT_EQ(JsonLines(Run({"audit", "log", "--log", "home", "--limit", "2", "--json"}).out).size(),
            2u);
  const Outcome shown = Run({"audit", "log", "--texts"});
  EXPECT_TRUE(shown.out.contains("t:d.txt")) << shown.out;
  EXPECT_TRUE(shown.out.contains("shard_head")) << shown.out;
  EXPECT_EQ(Run({"audit", "log", "--since", "yesterday"}).exit_code, 2);
  EXPECT_EQ(Run({"audit", "log", "--log", "nowhere"}).exit_code, 3);
}

// -- erasure

TEST_F(CliAudit, ABurntDocumentIsGoneAndEveryRemainingProofHolds) {
  std::string burnt, other;
  for (const json::Value& document : JsonLines(Run({"documents", "list", "--json"}).out)) {
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
  const auto events = JsonLines(Run({"audit", "log", "--subject", burnt, "--texts", "--json"}).out);
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
