// SPDX-License-Identifier: AGPL-3.0-only
// Texts that differ in white space alone, from end to end: what each address shows, what is proved,
// and what a changed store no longer shows.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crypto/sha256.h"
#include "json/value.h"
#include "sqlite/database.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Child;
using testing_support::Outcome;
using testing_support::Program;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;

constexpr char kAdults[] =
    "Dose table\n\ndrug\tadults\tchildren\nIbuprofen\t1200\t\t\nIt is binding.\n";
constexpr char kChildren[] =
    "Dose table\n\ndrug\tadults\tchildren\nIbuprofen\t\t1200\t\nIt is binding.\n";

class CliRevisions : public testing::Test {
 protected:
  std::string At(const std::string& name) const { return (folder_.path() / name).string(); }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", At("home")});
    return RunProgram(std::move(arguments));
  }
  std::string Out(std::vector<std::string> arguments) const {
    const Outcome outcome = Run(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    return outcome.out;
  }
  static Outcome Auditor(std::vector<std::string> arguments) {
    return Child(std::move(arguments), {}, Program().parent_path() / "arborist-verify").Wait();
  }
  void Write(const std::string& name, const std::string& text) {
    WriteWhole(folder_.path() / name, text);
  }
  std::string Ingest(const std::string& folder, const std::string& prefix) {
    return Out({"ingest", At(folder), "--uri-prefix", prefix, "--shards", "1"});
  }
  std::string TextOf(const std::string& name) { return Out({"documents", "text", name}); }
  std::string Root(const std::string& uri) {
    const auto shown = json::Parse(Out({"documents", "show", uri, "--json"}));
    return shown ? shown->String("document_root").value() : "";
  }
  void Sql(const std::string& sql) {
    auto database =
        sqlite::Database::Open(At("home/shards/main.db"), {.mode = sqlite::OpenMode::kReadWrite});
    ASSERT_TRUE(database);
    const Status status = database->Execute(sql);
    ASSERT_TRUE(status) << status.error().message;
  }
  // Signs the log and proves a passage into a file.
  std::string Proved(const std::string& name) {
    Out({"key"});
    Out({"audit", "checkpoint"});
    Out({"prove", name + ":0", "-o", At("proof.json")});
    return At("proof.json");
  }

  TemporaryFolder folder_;
};

TEST_F(CliRevisions, AMovedTabIsStoredShownAndCounted) {
  Write("in/t.txt", kAdults);
  Ingest("in", "c:");
  Write("in/t.txt", kChildren);
  EXPECT_TRUE(Ingest("in", "c:").starts_with("0 added, 0 unchanged, 0 superseded, 1 revised, "));
  EXPECT_EQ(TextOf("c:t.txt"), kChildren);
  EXPECT_TRUE(Ingest("in", "c:").starts_with("0 added, 1 unchanged, 0 superseded, 0 skipped"));
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

TEST_F(CliRevisions, EachAddressHasItsOwnForm) {
  Write("evil/x.txt", kChildren);
  Write("good/dose.txt", kAdults);
  Ingest("evil", "https://evil.example/");
  Ingest("good", "https://clinic.example/");
  EXPECT_EQ(TextOf("https://clinic.example/dose.txt"), kAdults);
  EXPECT_EQ(TextOf("https://evil.example/x.txt"), kChildren);
  const std::string root = Root("https://evil.example/x.txt");
  EXPECT_EQ(root, Root("https://clinic.example/dose.txt"));
  EXPECT_EQ(TextOf(root), kAdults) << "that of the smallest address";
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

TEST_F(CliRevisions, AnAnswerIsProvedWithTheFormThatWasRead) {
  const std::string sentence = "The Erie Canal opened on October 26, 1825.";
  Write("in/canal.txt", "About the canal\n\n" + sentence + "\n");
  Ingest("in", "t:");
  const auto answer = json::Parse(Out({"query", "When did the Erie Canal open?", "--json"}));
  ASSERT_TRUE(answer);
  const std::string key = answer->String("cache_key").value();
  Write("in/canal.txt", "About  the canal\n\n\t" + sentence + "\n");
  EXPECT_TRUE(Ingest("in", "t:").contains("1 revised"));
  Out({"prove", key, "-o", At("record.json")});
  EXPECT_EQ(Auditor({At("record.json")}).exit_code, 0);
  EXPECT_EQ(Run({"explain", key}).exit_code, 0);
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0) << "and records are checked with it too";
}

TEST_F(CliRevisions, AProofWithTheSignedLogBindsWhiteSpace) {
  Write("in/t.txt", kAdults);
  Ingest("in", "c:");
  const std::string proof = Proved(Root("c:t.txt"));
  const std::string key = At("home/keys/log.pub");
  const Outcome good = Auditor({proof, "--key", key});
  EXPECT_EQ(good.exit_code, 0) << good.out << good.err;
  EXPECT_FALSE(good.out.contains("whitespace")) << good.out;
  EXPECT_FALSE(good.out.contains("number of leaves")) << good.out;
  auto bundle = json::Parse(ReadWhole(proof));
  ASSERT_TRUE(bundle);
  const std::string hash = crypto::Sha256(kChildren).hex();
  bundle->as_object()["text"] = kChildren;
  bundle->as_object()["text_hash"] = hash;
  bundle->as_object()["revision"].as_object()["text_hash"] = hash;
  Write("forged.json", json::Dump(*bundle));
  const Outcome forged = Auditor({At("forged.json"), "--key", key});
  EXPECT_EQ(forged.exit_code, 1);
  EXPECT_TRUE(forged.out.contains("event_text")) << forged.out;
}

TEST_F(CliRevisions, WhiteSpaceThatWasChangedInTheStoreIsSeenAndNotShown) {
  Write("in/t.txt", kAdults);
  Ingest("in", "c:");
  Sql("UPDATE chunks SET content=CAST('" + std::string(kChildren) + "' AS BLOB)");
  const Outcome fsck = Run({"fsck", "--full"});
  EXPECT_EQ(fsck.exit_code, 1);
  EXPECT_TRUE(fsck.out.contains("revision_mismatch")) << fsck.out;
  for (const std::vector<std::string>& verb :
       {std::vector<std::string>{"documents", "text", "c:t.txt"}, {"prove", "c:t.txt"}}) {
    const Outcome outcome = Run(verb);
    EXPECT_NE(outcome.exit_code, 0) << verb[0];
    EXPECT_FALSE(outcome.out.contains("Ibuprofen")) << outcome.out;
    EXPECT_TRUE(outcome.err.contains("does not hash to its revision")) << outcome.err;
  }
}

TEST_F(CliRevisions, AChunkThatDoesNotHashToItsLeafIsNotShown) {
  Write("in/lens.txt", "The first Fresnel lens was lit in July 1823.\n");
  Ingest("in", "l:");
  Sql("UPDATE chunks SET content=CAST('The first Fresnel lens was lit in July 1999.'||char(10) AS "
      "BLOB)");
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"search", "Fresnel lens"},
                                               {"documents", "text", "l:lens.txt"},
                                               {"query", "When was the first Fresnel lens lit?"}}) {
    const Outcome outcome = Run(verb);
    EXPECT_NE(outcome.exit_code, 0) << verb[0];
    EXPECT_FALSE(outcome.out.contains("1999")) << outcome.out;
    EXPECT_TRUE(outcome.err.contains("does not hash to its leaf")) << outcome.err;
  }
}

TEST_F(CliRevisions, ARevisedTextGoesAndComesBack) {
  Write("in/t.txt", kAdults);
  Out({"ingest", At("in")});
  Write("in/t.txt", kChildren);
  Out({"ingest", At("in")});
  const std::string uri = "file://" + At("in/t.txt");
  Out({"evict", uri});
  EXPECT_NE(Run({"documents", "text", uri}).exit_code, 0);
  EXPECT_TRUE(Out({"rehydrate", uri}).contains("nothing is evicted now"));
  EXPECT_EQ(TextOf(uri), kChildren);
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

}  // namespace
}  // namespace arborist
