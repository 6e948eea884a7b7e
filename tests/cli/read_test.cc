// SPDX-License-Identifier: AGPL-3.0-only
// The reading verbs from end to end: search, documents, stats, prove, verify.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "json/value.h"
#include "support/json_lines.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::JsonLines;
using testing_support::Outcome;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;

class CliRead : public testing::Test {
 protected:
  void SetUp() override {
    WriteWhole(folder_.path() / "in" / "lens.md",
               "# A lens\n\nThe lens was lit in 1823 at Cordouan.\n");
    WriteWhole(folder_.path() / "in" / "zh.txt", "他制成了候风地动仪，这是最早的地震仪。");
    ASSERT_EQ(Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:"}).exit_code, 0);
  }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / "home").string()});
    return RunProgram(std::move(arguments));
  }
  std::string RootOf(const std::string& query) const {
    return JsonLines(Run({"search", query, "--json"}).out).at(0).String("document_root").value();
  }
  TemporaryFolder folder_;
};

TEST_F(CliRead, ANumberOutOfRangeIsToldTheRange) {
  for (const auto& [arguments, told] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"serve", "--port", "99999"}, "--port takes a whole number, 0 to 65535, not 99999"},
           {{"serve", "--port", "http"}, "--port takes a whole number, 0 to 65535, not http"},
           {{"search", "lens", "--limit", "0"}, "--limit takes a whole number, 1 to 1000, not 0"},
           {{"search", "lens", "--per-document", "-1"},
            "--per-document takes a whole number, 0 or more, not -1"},
           {{"prove", "t:lens.md", "--chunk", "1.5"},
            "--chunk takes a whole number, 0 or more, not 1.5"},
           {{"audit", "check", "--threads", "many"},
            "--threads takes a whole number, 0 to 256, not many"}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << told;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("arborist: " + told + "; arborist ")) << outcome.err;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
  }
}

TEST_F(CliRead, EveryHelpShowsExamples) {
  // Names stand two blanks in, below a heading.
  const auto names = [](const std::string& help) {
    const std::set<std::string> headings = {
        "Use:", "Prove:", "Curate:", "Operate:", "Subcommands:"};
    std::vector<std::string> found;
    bool below = false;
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) {
      if (headings.contains(line) || line.empty()) below = !line.empty();
      if (below && line.starts_with("  ") && line[2] != ' ') {
        found.push_back(line.substr(2, line.find(' ', 2) - 2));
      }
    }
    return found;
  };
  const auto verbs = names(Run({"--help"}).out);
  EXPECT_GT(verbs.size(), 20u);
  for (const std::string& verb : verbs) {
    const Outcome outcome = Run({verb, "--help"});
    EXPECT_EQ(outcome.exit_code, 0) << verb;
    EXPECT_TRUE(outcome.out.contains("\nExample")) << verb;
    for (const std::string& part : names(outcome.out)) {
      EXPECT_TRUE(Run({verb, part, "--help"}).out.contains("\nExample")) << verb << " " << part;
    }
  }
}

TEST_F(CliRead, ASubcommandThatIsNoneIsNamedWithThoseThatAre) {
  for (const auto& [arguments, told] :
       std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"documents", "bogus"},
            "arborist documents has no subcommand \"bogus\"; it has list, "},
           {{"documents", "bogus", "--help"},
            "arborist documents has no subcommand \"bogus\"; it "},
           {{"audit", "bogus"}, "arborist audit has no subcommand \"bogus\"; it has log, check, "},
           {{"key", "bogus"}, "arborist key has no subcommand \"bogus\"; it has rotate"}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << told;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("arborist: " + told)) << outcome.err;
  }
}

TEST_F(CliRead, HelpForWhatIsNoVerbIsWrongUsage) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"nosuch", "--help"}, {"--help", "nosuch"}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.contains("no verb \"nosuch\"")) << outcome.err;
  }
  EXPECT_EQ(Run({"--help"}).exit_code, 0);
  EXPECT_EQ(Run({"search", "lens", "--help"}).exit_code, 0);
}

TEST_F(CliRead, WrongUsageIsAnErrorObjectForPrograms) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"search", "--json"},
                                                    {"search", "lens", "--limit", "x", "--json"},
                                                    {"nothing", "--json"},
                                                    {"--json", "search", "lens", "--odd"}}) {
    const Outcome outcome = Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2);
    const auto object = json::Parse(outcome.out);
    ASSERT_TRUE(object) << outcome.out << outcome.err;
    EXPECT_EQ(object->Find("error")->String("code").value(), "invalid_argument") << outcome.out;
  }
}

TEST_F(CliRead, AVerbThatThereIsNotIsNamedWithTheOneThatIsNear) {
  const Outcome near = Run({"quary", "When", "did", "it", "open?"});
  EXPECT_EQ(near.exit_code, 2);
  EXPECT_TRUE(near.err.contains("no verb \"quary\"; did you mean query?")) << near.err;
  const Outcome inside = Run({"documents", "lst"});
  EXPECT_EQ(inside.exit_code, 2);
  EXPECT_TRUE(
      inside.err.contains("arborist documents has no subcommand \"lst\"; did you mean list?"))
      << inside.err;
  const Outcome far = Run({"grep", "lens"});
  EXPECT_EQ(far.exit_code, 2);
  EXPECT_TRUE(far.err.contains("no verb \"grep\"; arborist --help lists them")) << far.err;
  const Outcome extra = Run({"stats", "one", "two"});
  EXPECT_EQ(extra.exit_code, 2);
  EXPECT_TRUE(extra.err.contains("not expected: one two")) << extra.err;
}

TEST_F(CliRead, SearchPrintsOneLineAHitWithTheContractsFields) {
  const Outcome outcome = Run({"search", "lens 1823", "--json"});
  EXPECT_EQ(outcome.exit_code, 0);
  const auto hits = JsonLines(outcome.out);
  ASSERT_EQ(hits.size(), 1u);
  for (const char* field :
       {"rank", "document_root", "document_uri", "title", "chunk_idx", "score", "snippet"}) {
    EXPECT_NE(hits[0].Find(field), nullptr) << field;
  }
  EXPECT_EQ(hits[0].String("document_uri").value(), "t:lens.md");
  EXPECT_EQ(hits[0].String("title").value(), "A lens");
  EXPECT_EQ(hits[0].Int("rank").value(), 1);
}

TEST_F(CliRead, SearchShowsNoMarkupAndWritesOutWhatHasNoPicture) {
  WriteWhole(folder_.path() / "in" / "fish.md",
             "# Fish \u202Ehsif\n\nThe **[zebrafish](z.html)** of \u2066Ulm\u2069 swims.\n");
  ASSERT_EQ(Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:"}).exit_code, 0);
  const Outcome shown = Run({"search", "zebrafish"});
  EXPECT_TRUE(shown.out.contains("Fish \\u{202E}hsif")) << shown.out;
  EXPECT_TRUE(shown.out.contains("The *zebrafish* of \\u{2066}Ulm\\u{2069} swims.")) << shown.out;
  const json::Value hit = JsonLines(Run({"search", "zebrafish", "--json"}).out).at(0);
  EXPECT_TRUE(hit.String("snippet").value().contains("of \u2066Ulm\u2069 swims")) << shown.out;
}

TEST_F(CliRead, ChineseIsFoundInsideASentence) {
  EXPECT_EQ(JsonLines(Run({"search", "地震仪", "--json"}).out).at(0).String("document_uri").value(),
            "t:zh.txt");
}

TEST_F(CliRead, NothingFoundIsNoErrorAndNoOutput) {
  const Outcome outcome = Run({"search", "zzzzqqq", "--json"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "");
}

TEST_F(CliRead, UsageAndMissingThingsHaveTheirExitCodes) {
  EXPECT_EQ(Run({"search"}).exit_code, 2);
  EXPECT_EQ(Run({"search", ""}).exit_code, 2);
  EXPECT_EQ(Run({"prove", "00000000"}).exit_code, 3);
  EXPECT_EQ(Run({"documents", "show", "t:none"}).exit_code, 3);
  EXPECT_EQ(RunProgram({"search", "x", "--home", (folder_.path() / "empty").string()}).exit_code,
            3);
}

TEST_F(CliRead, DocumentsListHasOneLineARootWithTheContractsFields) {
  const auto documents = JsonLines(Run({"documents", "list", "--json"}).out);
  ASSERT_EQ(documents.size(), 2u);
  for (const char* field : {"document_root", "document_uri", "uris", "title", "kind", "leaf_count",
                            "chunking_version", "superseded"}) {
    EXPECT_NE(documents[0].Find(field), nullptr) << field;
  }
}

TEST_F(CliRead, DocumentsTextIsTheTextAsItWasRead) {
  EXPECT_EQ(Run({"documents", "text", "t:lens.md"}).out,
            ReadWhole(folder_.path() / "in" / "lens.md"));
}

TEST_F(CliRead, StatsCountsDocuments) {
  const Outcome outcome = Run({"stats", "--json"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.out.find("\"documents\":2"), std::string::npos) << outcome.out;
}

TEST_F(CliRead, AProofVerifiesAndAChangedOneIsRefused) {
  const std::string bundle = (folder_.path() / "proof.json").string();
  ASSERT_EQ(Run({"prove", RootOf("lens").substr(0, 8) + ":0", "-o", bundle}).exit_code, 0);
  EXPECT_EQ(RunProgram({"verify", bundle}).exit_code, 0);
  std::string text = ReadWhole(bundle);
  text.replace(text.find("1823"), 4, "1824");
  WriteWhole(bundle, text);
  const Outcome refused = RunProgram({"verify", bundle, "--json"});
  EXPECT_EQ(refused.exit_code, 1);
  const auto report = json::Parse(refused.out);
  ASSERT_TRUE(report) << refused.out;
  EXPECT_FALSE(report->Bool("valid").value());
  EXPECT_TRUE(report->List("checks"));
  EXPECT_TRUE(report->List("not_proved"));
}

TEST_F(CliRead, NewTextUnderAUriIsFoundAndTheOldIsNot) {
  WriteWhole(folder_.path() / "in" / "lens.md", "# A lens\n\nThe lamp was replaced in 1854.\n");
  ASSERT_EQ(Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:"}).exit_code, 0);
  EXPECT_EQ(JsonLines(Run({"search", "replaced 1854", "--json"}).out).size(), 1u);
  EXPECT_EQ(Run({"search", "Cordouan", "--json"}).out, "");
}

}  // namespace
}  // namespace arborist
