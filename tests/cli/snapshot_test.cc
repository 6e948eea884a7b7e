// SPDX-License-Identifier: AGPL-3.0-only
// Snapshots from end to end: taken, listed, shown, compared, verified, proved.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "json/value.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Child;
using testing_support::Outcome;
using testing_support::Program;
using testing_support::RunProgram;
using testing_support::WriteWhole;

Outcome RunVerifier(std::vector<std::string> arguments) {
  return Child(std::move(arguments), {}, Program().parent_path() / "arborist-verify").Wait();
}

class CliSnapshot : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 7; ++i) {
      Write("text" + std::to_string(i) + ".txt", "The text number " + std::to_string(i) + ".\n");
    }
  }
  void Write(const std::string& name, const std::string& text) {
    WriteWhole(folder_.path() / "in" / name, text);
  }
  std::string In(const std::string& name = "") const {
    return (folder_.path() / "in" / name).string();
  }
  Outcome Run(std::vector<std::string> arguments, const std::string& home = "home") const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / home).string()});
    return RunProgram(std::move(arguments));
  }
  json::Value Json(std::vector<std::string> arguments, const std::string& home = "home") const {
    arguments.emplace_back("--json");
    const Outcome outcome = Run(std::move(arguments), home);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto value = json::Parse(outcome.out);
    EXPECT_TRUE(value) << outcome.out;
    return value.value_or(json::Value());
  }
  std::string RootOfCreate(const std::string& home = "home") const {
    return Json({"snapshot", "create"}, home).String("snapshot_root").value_or("");
  }

  TemporaryFolder folder_;
};

TEST_F(CliSnapshot, TwoStoresWithTheSameDocumentsHaveTheSameRoot) {
  ASSERT_EQ(Run({"ingest", In(), "--shards", "1"}, "one").exit_code, 0);
  for (const int i : {6, 3, 0, 5, 1, 4, 2}) {  // another order, other shards, twice and renamed
    ASSERT_EQ(Run({"ingest", In("text" + std::to_string(i) + ".txt"), "--shards", "3",
                   "--uri-prefix", "other:" + std::to_string(i % 2)},
                  "two")
                  .exit_code,
              0);
  }
  ASSERT_EQ(Run({"ingest", In("text3.txt"), "--shard", "more", "--shards", "2"}, "two").exit_code,
            0);
  const std::string root = RootOfCreate("one");
  EXPECT_EQ(root.size(), 64u);
  EXPECT_EQ(root, RootOfCreate("two"));
  Write("text3.txt", "Another text.\n");
  ASSERT_EQ(Run({"ingest", In()}, "one").exit_code, 0);
  EXPECT_NE(root, RootOfCreate("one"));
}

TEST_F(CliSnapshot, IsCreatedListedShownAndVerified) {
  ASSERT_EQ(Run({"ingest", In()}).exit_code, 0);
  const json::Value first = Json({"snapshot", "create", "--reason", "before the move"});
  EXPECT_EQ(first.Int("doc_count").value(), 7);
  EXPECT_TRUE(first.Find("parent_snapshot")->is_null());
  Write("new.txt", "A new text.\n");
  ASSERT_EQ(Run({"ingest", In()}).exit_code, 0);
  const json::Value second = Json({"snapshot", "create"});
  EXPECT_EQ(second.String("parent_snapshot").value(), first.String("snapshot_root").value());

  const Outcome list = Run({"snapshot", "list", "--json"});
  EXPECT_EQ(std::count(list.out.begin(), list.out.end(), '\n'), 2);
  EXPECT_TRUE(Run({"snapshot", "list"}).out.contains("before the move"));
  const json::Value shown =
      Json({"snapshot", "show", first.String("snapshot_root").value().substr(0, 8), "--members"});
  EXPECT_EQ(shown.String("reason").value(), "before the move");
  EXPECT_FALSE(shown.Bool("matches_corpus").value());
  EXPECT_EQ(shown.List("document_roots").value()->size(), 7u);
  EXPECT_TRUE(Json({"snapshot", "show"}).Bool("matches_corpus").value());

  const json::Value verified = Json({"snapshot", "verify"});
  EXPECT_TRUE(verified.Bool("ok").value());
  EXPECT_EQ(verified.List("snapshots").value()->size(), 2u);
  EXPECT_EQ(verified.String("corpus_root").value(), second.String("snapshot_root").value());
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

TEST_F(CliSnapshot, DiffTellsWhatCameAndWentWithUris) {
  ASSERT_EQ(Run({"ingest", In(), "--uri-prefix", "t:"}).exit_code, 0);
  ASSERT_EQ(Run({"snapshot", "create"}).exit_code, 0);
  Write("text3.txt", "Another text.\n");
  ASSERT_EQ(Run({"ingest", In(), "--uri-prefix", "t:"}).exit_code, 0);
  ASSERT_EQ(Run({"snapshot", "create"}).exit_code, 0);
  const Outcome diff = Run({"snapshot", "diff", "1", "2"});
  EXPECT_EQ(diff.exit_code, 0);
  EXPECT_TRUE(diff.out.contains("+ ") && diff.out.contains("- ")) << diff.out;
  EXPECT_TRUE(diff.out.contains("t:text3.txt")) << diff.out;
  EXPECT_TRUE(diff.out.contains("1 added, 1 removed, 6 the same")) << diff.out;
  EXPECT_EQ(Run({"snapshot", "diff", "1", "--json"}).out,
            Run({"snapshot", "diff", "1", "2", "--json"}).out);
  EXPECT_EQ(Run({"snapshot", "diff", "2", "latest", "--json"}).out, "");
}

TEST_F(CliSnapshot, AMemberIsProvedAndAnybodyCanCheckIt) {
  ASSERT_EQ(Run({"ingest", In(), "--uri-prefix", "t:"}).exit_code, 0);
  EXPECT_EQ(Run({"prove", "t:text2.txt", "--snapshot"}).exit_code, 3);  // none was taken
  const std::string root = RootOfCreate();
  const std::string file = (folder_.path() / "member.json").string();
  const Outcome proved = Run({"prove", "t:text2.txt", "--snapshot", "-o", file});
  ASSERT_EQ(proved.exit_code, 0) << proved.err;
  EXPECT_TRUE(proved.out.contains(root)) << proved.out;
  EXPECT_EQ(RunProgram({"verify", file, "--root", root}).exit_code, 0);
  EXPECT_EQ(RunVerifier({file, "--root", root}).exit_code, 0);
  EXPECT_EQ(RunVerifier({file, "--root", std::string(64, 'a')}).exit_code, 1);
  Write("new.txt", "A new text.\n");
  ASSERT_EQ(Run({"ingest", In(), "--uri-prefix", "t:"}).exit_code, 0);
  EXPECT_EQ(Run({"prove", "t:new.txt", "--snapshot", "latest"}).exit_code, 1);
  EXPECT_EQ(Run({"prove", "t:text2.txt", "--snapshot", "9"}).exit_code, 3);
}

TEST_F(CliSnapshot, WithoutSnapshotsTheVerbsSaySo) {
  EXPECT_EQ(Run({"snapshot", "list"}).exit_code, 0);
  for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
           {"snapshot", "show"}, {"snapshot", "verify"}, {"snapshot", "diff", "1"}}) {
    const Outcome outcome = Run(verb);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(outcome.err.contains("arborist snapshot create")) << outcome.err;
  }
}

}  // namespace
}  // namespace arborist
