// SPDX-License-Identifier: AGPL-3.0-only
// The verbs on records from end to end: providence, explain, inspect, emergent, reclassify,
// falsify, burn. The records are made with the library, by a model that says what it is told.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "ask/ask.h"
#include "json/value.h"
#include "llm/stub_client.h"
#include "support/json_lines.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::JsonLines;
using testing_support::Outcome;
using testing_support::ReadWhole;
using testing_support::RunProgram;
using testing_support::WriteWhole;

class CliRecords : public testing::Test {
 protected:
  void SetUp() override {
    WriteWhole(folder_.path() / "in" / "canal.md",
               "# Erie Canal\n\nThe Erie Canal opened on October 26, 1825. It joined the Hudson "
               "River to Lake Erie.\n");
    ASSERT_EQ(Run({"ingest", (folder_.path() / "in").string(), "--uri-prefix", "t:"}).exit_code, 0);
    strict_ = Ask("When did the Erie Canal open?", "");
    hybrid_ =
        Ask("What did the Erie Canal join?",
            "\"It joined the Hudson River to Lake Erie.\"\nPenguins dug it with silver spoons.");
  }
  std::string Home() const { return (folder_.path() / "home").string(); }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", Home()});
    return RunProgram(std::move(arguments));
  }
  std::string Ask(const std::string& question, const std::string& answer) {
    const store::HomePaths paths{Home()};
    const auto corpus = store::Corpus::Open(paths);
    const auto home =
        store::HomeStore::Open(paths, {.clock = &clock_, .random = &random_, .actor = "test"});
    EXPECT_TRUE(corpus && home);
    llm::StubClient client(answer);
    ask::AskOptions options;
    options.question = question;
    options.policy.answer_mode = judge::AnswerMode::kQuote;
    options.policy.context_chars = run::DefaultContextChars(judge::AnswerMode::kQuote);
    ask::Services services;
    services.corpus = &*corpus;
    services.home = home->get();
    services.client = answer.empty() ? nullptr : &client;
    services.model_id = answer.empty() ? "" : "a-model";
    services.microseconds = [] { return 0; };
    const auto result = ask::Ask(options, services);
    EXPECT_TRUE(result) << result.error().message;
    return result && result->stored ? result->stored->cache_key.hex() : "";
  }
  std::string FilesWith(std::string_view bytes) const {
    std::string names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(Home())) {
      if (entry.is_regular_file() && ReadWhole(entry.path()).contains(bytes)) {
        names += entry.path().filename().string() + " ";
      }
    }
    return names;
  }
  TemporaryFolder folder_;
  SystemClock clock_;
  SystemRandom random_;
  std::string strict_;
  std::string hybrid_;
};

TEST_F(CliRecords, ListHasALineARecordAndFilters) {
  const auto all = JsonLines(Run({"providence", "list", "--json"}).out);
  ASSERT_EQ(all.size(), 2u);
  for (const char* field : {"cache_key", "question", "audit_mode", "rung", "state", "model",
                            "chain", "created_at", "hits", "revision"}) {
    EXPECT_NE(all[0].Find(field), nullptr) << field;
  }
  EXPECT_EQ(all[0].String("cache_key").value(), hybrid_) << "newest first";
  const auto hybrid = JsonLines(Run({"providence", "list", "--label", "HYBRID", "--json"}).out);
  ASSERT_EQ(hybrid.size(), 1u);
  EXPECT_EQ(hybrid[0].String("cache_key").value(), hybrid_);
  EXPECT_EQ(Run({"providence", "list", "--state", "failed", "--json"}).out, "");
  EXPECT_EQ(JsonLines(Run({"providence", "list", "--limit", "1", "--json"}).out).size(), 1u);
}

TEST_F(CliRecords, ADeclineIsListedAsOne) {
  const std::string declined = Ask("What did the Erie Canal cost?", "Not in the sources.");
  const auto all = JsonLines(Run({"providence", "list", "--json"}).out);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0].String("cache_key").value(), declined);
  EXPECT_TRUE(all[0].Bool("declined").value());
  EXPECT_FALSE(all[1].Bool("declined").value());
  const std::string text = Run({"providence", "list"}).out;
  EXPECT_TRUE(text.contains("no answer   What did the Erie Canal cost?")) << text;
  EXPECT_TRUE(Run({"providence", "show", declined})
                  .out.contains("UNGROUNDED: the answer says that the sources do not answer"));
  const auto stats = json::Parse(Run({"providence", "stats", "--json"}).out);
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->Int("declined").value(), 1);
}

TEST_F(CliRecords, ShowTellsAllAndStatsCount) {
  const Outcome shown =
      Run({"providence", "show", strict_.substr(0, 8), "--dag", "--preflight", "--evidence"});
  EXPECT_EQ(shown.exit_code, 0);
  for (const char* text :
       {"October 26, 1825", "STRICT", "final_label", "quantifier", "E1", "It joined the Hudson"}) {
    EXPECT_TRUE(shown.out.contains(text)) << text << "\n" << shown.out;
  }
  const auto stats = json::Parse(Run({"providence", "stats", "--json"}).out);
  ASSERT_TRUE(stats);
  EXPECT_EQ(stats->Int("records").value(), 2);
  EXPECT_EQ(stats->Find("labels")->Int("HYBRID").value(), 1);
}

TEST_F(CliRecords, EveryStageOfARunStandsApartFromItsHash) {
  const auto asked = json::Parse(Run({"query", "When did the Erie Canal open?", "--json"}).out);
  ASSERT_TRUE(asked);
  const std::string key = asked->String("cache_key").value();
  const std::string shown = Run({"providence", "show", key, "--dag"}).out;
  std::istringstream lines(shown.substr(shown.find("run-DAG  root")));
  std::string line;
  std::getline(lines, line);
  std::size_t stages = 0;
  for (; std::getline(lines, line); ++stages) {
    std::istringstream words(line);
    std::string stage, hash;
    words >> stage >> hash;
    EXPECT_EQ(hash.size(), 64u) << line;
  }
  EXPECT_GE(stages, 9u) << shown;
  EXPECT_TRUE(shown.contains("parsed_claim_lattice  ")) << "the longest there is";
}

TEST_F(CliRecords, BurnTakesAUriThatNamesOneDocument) {
  const std::string in = (folder_.path() / "in").string();
  EXPECT_EQ(Run({"burn", "t:nothing.md"}).exit_code, 3);
  const Outcome refused = Run({"burn", "t:canal.md"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.err.contains("2 records")) << refused.err;

  WriteWhole(folder_.path() / "in" / "canal.md", "# Erie Canal\n\nIt was widened in 1862.\n");
  ASSERT_EQ(Run({"ingest", in, "--uri-prefix", "t:"}).exit_code, 0);
  const Outcome several = Run({"burn", "t:canal.md", "--force"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_TRUE(several.err.contains("2 texts are held under the URI t:canal.md")) << several.err;
  const auto shown = json::Parse(Run({"documents", "show", "t:canal.md", "--json"}).out);
  ASSERT_TRUE(shown) << "nothing was burned";

  ASSERT_EQ(Run({"burn", shown->String("document_root").value(), "--force"}).exit_code, 0);
  const Outcome burned = Run({"burn", "t:canal.md", "--force"});
  EXPECT_EQ(burned.exit_code, 0) << burned.err;
  EXPECT_TRUE(burned.out.contains("2 records")) << burned.out;
  EXPECT_EQ(FilesWith("October 26"), "");
}

TEST_F(CliRecords, BurnOfAFileSaysWhereElseItsTextStands) {
  const std::filesystem::path pool = folder_.path() / "pool";
  WriteWhole(pool / "a.txt", "The pool opens at seven.");
  WriteWhole(pool / "b.txt", "The pool opens at seven.");
  ASSERT_EQ(Run({"ingest", pool.string()}).exit_code, 0);
  const std::string file = pool / "a.txt";
  const Outcome refused = Run({"burn", file});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.err.contains("/pool/b.txt")) << refused.err;
  std::filesystem::remove(file);
  ASSERT_EQ(Run({"ingest", pool.string(), "--mark-gone"}).exit_code, 0);
  EXPECT_EQ(Run({"burn", file}).exit_code, 2) << "the other file has it still";
  std::filesystem::remove(pool / "b.txt");
  EXPECT_EQ(Run({"burn", pool / "b.txt"}).exit_code, 0) << "its file is gone, its text was not";
  EXPECT_EQ(FilesWith("pool opens"), "");
}

// What is deleted by its URI has none any more: the rest is erased by the root, which is told.
TEST_F(CliRecords, ABurnByUriThatWasCutShortIsFinishedByItsRoot) {
  const std::string root = json::Parse(Run({"documents", "show", "t:canal.md", "--json"}).out)
                               ->String("document_root")
                               .value();
  {
    const auto corpus = store::Corpus::Open(store::HomePaths{Home()});
    ASSERT_TRUE(corpus);
    ASSERT_TRUE(corpus->Resolve("t:canal.md"));
    const Outcome cut = Run({"burn", "t:canal.md", "--force"});
    EXPECT_EQ(cut.exit_code, 4) << cut.out << cut.err;
    EXPECT_TRUE(cut.err.contains("arborist burn " + root.substr(0, 12) + " --force")) << cut.err;
  }
  const Outcome by_uri = Run({"burn", "t:canal.md", "--force"});
  EXPECT_EQ(by_uri.exit_code, 3) << by_uri.out << by_uri.err;
  EXPECT_TRUE(by_uri.err.contains("arborist burn " + root.substr(0, 12))) << by_uri.err;
  const Outcome again = Run({"burn", root.substr(0, 12), "--force"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_TRUE(again.out.contains("burned already")) << again.out;
}

TEST_F(CliRecords, AStoreWhoseLastDocumentWentIsEmpty) {
  ASSERT_EQ(Run({"burn", "t:canal.md", "--force"}).exit_code, 0);
  EXPECT_EQ(Run({"query", "When did the Erie Canal open?"}).exit_code, 3);
}

TEST_F(CliRecords, FalsifyGoesToEveryStateAndBack) {
  for (const char* state : {"failed", "stale", "quarantined", "live"}) {
    const Outcome outcome =
        Run({"falsify", strict_, "--state", state, "--reason", "as a test", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.out << outcome.err;
    const auto listed = JsonLines(Run({"providence", "list", "--state", state, "--json"}).out);
    EXPECT_TRUE(std::ranges::any_of(listed, [&](const json::Value& record) {
      return record.String("cache_key").value() == strict_;
    })) << state;
  }
  const auto shown = json::Parse(Run({"providence", "show", strict_, "--json"}).out);
  EXPECT_EQ(shown->List("falsifications").value()->size(), 4u);
  EXPECT_EQ(Run({"falsify", strict_, "--state", "live", "--reason", "again"}).exit_code, 2);
  EXPECT_EQ(Run({"falsify", strict_, "--reason", "  "}).exit_code, 2);
  EXPECT_EQ(Run({"falsify", strict_}).exit_code, 2) << "without a reason";
  EXPECT_EQ(Run({"falsify", "00000000", "--reason", "x"}).exit_code, 3);
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

TEST_F(CliRecords, InspectEmergentAndExplainChangeNoByte) {
  const auto snapshot = [&] {
    std::string bytes;
    for (const char* file :
         {"providence.db", "shards/main.1of2.db", "shards/main.2of2.db", "shards/main.db"}) {
      const auto path = folder_.path() / "home" / file;
      if (std::filesystem::exists(path)) bytes += ReadWhole(path);
    }
    return bytes;
  };
  const std::string before = snapshot();
  const auto inspected = json::Parse(Run({"inspect", hybrid_, "--json"}).out);
  ASSERT_TRUE(inspected);
  const json::Array& spans = *inspected->List("spans").value();
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].String("label").value(), "no_overlap");
  for (const char* field :
       {"deflection", "claims_without_title", "topic_shift", "metaphor_framing"}) {
    EXPECT_NE(inspected->Find(field), nullptr) << field;
  }
  const auto emergent = JsonLines(Run({"emergent", "--aggregate", "--json"}).out);
  ASSERT_EQ(emergent.size(), 1u);
  EXPECT_EQ(emergent[0].String("text").value(), "Penguins dug it with silver spoons.");
  EXPECT_TRUE(Run({"emergent"}).out.contains("Penguins"));
  const Outcome explained = Run({"explain", strict_});
  EXPECT_EQ(explained.exit_code, 0) << explained.out;
  EXPECT_TRUE(explained.out.contains("final_label")) << explained.out;
  EXPECT_TRUE(explained.out.contains("recomputed: equal")) << explained.out;
  EXPECT_FALSE(explained.out.contains("DIFFERS"));
  EXPECT_EQ(json::Parse(Run({"explain", strict_, "--json"}).out)->Bool("holds").value(), true);
  EXPECT_EQ(snapshot(), before);
  EXPECT_EQ(Run({"inspect", "00000000"}).exit_code, 3);
  EXPECT_EQ(Run({"explain", "00000000"}).exit_code, 3);
}

TEST_F(CliRecords, ReclassifyJudgesWhatIsNotStrict) {
  const auto judged = JsonLines(Run({"reclassify", "--json"}).out);
  ASSERT_EQ(judged.size(), 1u);
  EXPECT_EQ(judged[0].String("cache_key").value(), hybrid_);
  EXPECT_EQ(judged[0].String("outcome").value(), "same");
}

TEST_F(CliRecords, AnEmptyKeyIsAMistakeAndNotAllRecords) {
  const std::vector<std::vector<std::string>> verbs = {
      {"reclassify", ""}, {"reclassify", "", "--dry-run"},  {"explain", ""},
      {"inspect", ""},    {"falsify", "", "--reason", "x"}, {"burn", ""}};
  for (const std::vector<std::string>& verb : verbs) {
    const Outcome outcome = Run(verb);
    EXPECT_EQ(outcome.exit_code, 2) << verb[0] << outcome.err;
    EXPECT_EQ(outcome.out, "") << verb[0];
    EXPECT_TRUE(outcome.err.starts_with("arborist: ")) << verb[0] << outcome.err;
  }
}

TEST_F(CliRecords, BurnRefusesChildrenAndLeavesNoText) {
  ASSERT_EQ(Run({"falsify", hybrid_, "--reason", "penguins do not dig"}).exit_code, 0);
  const Outcome refused = Run({"burn", hybrid_});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_TRUE(refused.err.contains("--force")) << refused.err;
  EXPECT_EQ(Run({"burn", hybrid_, "--force"}).exit_code, 0);
  EXPECT_EQ(FilesWith("enguins"), "");
  EXPECT_EQ(Run({"providence", "show", hybrid_}).exit_code, 3);

  const auto documents = JsonLines(Run({"documents", "list", "--json"}).out);
  const std::string root = documents.at(0).String("document_root").value();
  EXPECT_EQ(Run({"burn", root}).exit_code, 2) << "a record rests on it";
  EXPECT_EQ(Run({"burn", root.substr(0, 8), "--force"}).exit_code, 0);
  for (const char* text : {"Erie", "erie", "canal.md"}) EXPECT_EQ(FilesWith(text), "") << text;
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
  EXPECT_EQ(Run({"burn", "00000000"}).exit_code, 3);
}

TEST_F(CliRecords, WithoutAStoreNothingIsMade) {
  const std::string empty = (folder_.path() / "empty").string();
  EXPECT_EQ(RunProgram({"providence", "show", "00000000", "--home", empty}).exit_code, 3);
  EXPECT_EQ(RunProgram({"providence", "list", "--home", empty}).exit_code, 0);
  EXPECT_EQ(RunProgram({"burn", "00000000", "--home", empty}).exit_code, 3);
  EXPECT_FALSE(std::filesystem::exists(empty));
}

}  // namespace
}  // namespace arborist
