// SPDX-License-Identifier: AGPL-3.0-only
// `arborist ingest --source git` from end to end.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "git/made_repository_test.h"
#include "json/value.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Outcome;
using testing_support::RunProgram;

class CliRepositories : public testing::Test {
 protected:
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / "home").string()});
    return RunProgram(std::move(arguments));
  }
  json::Value Ingest(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments = {"ingest", "--source", "git", made_.path().string(),
                                          "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = Run(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    return json::Parse(outcome.out).value_or(json::Value(json::Object()));
  }
  std::string Uri(const std::string& path) const {
    return "file://" + made_.path().string() + "#/" + path;
  }
  void ExpectSound() const {
    const Outcome outcome = Run({"fsck", "--full"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
  }

  const TemporaryFolder folder_;
  const git::MadeRepository made_{folder_.path() / "made"};
};

TEST_F(CliRepositories, AreReadAtACommitAndFollowed) {
  made_.Write("src/pump.c", "int pump_pressure(void);\n");
  made_.Write("README.md", "# Pumps\n\nThe pump stands in the cellar.\n");
  const std::string first = made_.Commit().hex();
  json::Value report = Ingest();
  EXPECT_EQ(report.Int("added").value(), 2);
  ASSERT_NE(report.Find("repositories"), nullptr);
  EXPECT_EQ(report.Find("repositories")->as_array()[0].String("commit").value(), first);
  EXPECT_TRUE(Run({"search", "cellar"}).out.contains("README.md"));
  const Outcome shown = Run({"documents", "show", Uri("src/pump.c"), "--json"});
  EXPECT_TRUE(shown.out.contains("\"commit\":\"" + first)) << shown.out;
  report = Ingest();
  EXPECT_EQ(report.Int("unchanged").value(), 2);

  made_.Git("mv README.md MANUAL.md");
  made_.Write("src/pump.c", "int pump_flow(void);\n");
  made_.Commit();
  report = Ingest();
  EXPECT_EQ(report.Int("added").value(), 1);
  EXPECT_EQ(report.Int("superseded").value(), 1);
  EXPECT_EQ(report.Int("gone").value(), 1);
  ExpectSound();
  EXPECT_EQ(Ingest({"--rev", first}).Int("gone").value(), 1);
  EXPECT_TRUE(Run({"documents", "text", Uri("src/pump.c")}).out.contains("pump_pressure"));
  ExpectSound();
}

TEST_F(CliRepositories, AnEvictedFileComesBackFromItsObject) {
  made_.Write("notes.txt", "Evicted and read again.\n");
  made_.Commit();
  Ingest();
  ASSERT_EQ(Run({"evict", Uri("notes.txt")}).exit_code, 0);
  made_.Write("notes.txt", "Something else.\n");
  made_.Commit();
  EXPECT_EQ(Run({"rehydrate", Uri("notes.txt")}).exit_code, 0);
  EXPECT_TRUE(Run({"documents", "text", Uri("notes.txt")}).out.contains("read again"));
}

TEST_F(CliRepositories, AFolderOnDiskIsWalkedAsBefore) {
  made_.Write("a.txt", "Committed.\n");
  made_.Commit();
  made_.Write("a.txt", "On disk.\n");
  ASSERT_EQ(Run({"ingest", made_.path().string()}).exit_code, 0);
  EXPECT_TRUE(Run({"documents", "text", "file://" + made_.path().string() + "/a.txt"})
                  .out.contains("On disk."));
}

TEST_F(CliRepositories, WrongUseIsSaid) {
  const Outcome outcome = Run({"ingest", made_.path().string(), "--rev", "v1"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(outcome.err.contains("--source git")) << outcome.err;
  const Outcome none = Run({"ingest", "--source", "git", folder_.path().string()});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_TRUE((none.out + none.err).contains("is no git repository")) << none.out << none.err;
}

}  // namespace
}  // namespace arborist
