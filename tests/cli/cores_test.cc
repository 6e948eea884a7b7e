// SPDX-License-Identifier: AGPL-3.0-only
// Cores, claims, promoted answers and concepts from end to end.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
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

class CliCores : public testing::Test {
 protected:
  void SetUp() override {
    std::string text;
    for (int i = 0; i < 20000; ++i)
      text += "Sentence number " + std::to_string(i) + " speaks of a thing of its own. ";
    WriteWhole(In() / "long.txt", text);
    WriteWhole(In() / "canal.md",
               "# Erie Canal\n\nThe Erie Canal opened on October 26, 1825. It joined the Hudson "
               "River to Lake Erie.\n");
    ASSERT_EQ(Ingest().exit_code, 0);
  }
  std::filesystem::path In() const { return folder_.path() / "in"; }
  Outcome Ingest() { return Run({"ingest", In().string(), "--uri-prefix", "t:"}); }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / "home").string()});
    return RunProgram(std::move(arguments));
  }
  json::Value Json(std::vector<std::string> arguments) const {
    arguments.emplace_back("--json");
    const Outcome outcome = Run(std::move(arguments));
    auto value = json::Parse(outcome.out);
    EXPECT_TRUE(value) << outcome.out << outcome.err;
    return value ? std::move(*value) : json::Value();
  }
  // Current cores of a type, by depth.
  std::vector<json::Value> Cores() const {
    std::vector<json::Value> cores =
        JsonLines(Run({"documents", "list", "--kind", "core", "--json"}).out);
    for (const json::Value& core : cores) EXPECT_EQ(core.String("kind").value(), "core");
    return cores;
  }
  void ExpectFsck() const {
    const Outcome fsck = Run({"fsck", "--full"});
    EXPECT_EQ(fsck.exit_code, 0) << fsck.out;
  }
  TemporaryFolder folder_;
};

TEST_F(CliCores, ListAndShowSayHowDeepACoreIsAndOfWhat) {
  ASSERT_EQ(Run({"distill", "--method", "first-sentence", "--depth", "2"}).exit_code, 0);
  const std::string listed = Run({"documents", "list", "--kind", "core"}).out;
  EXPECT_TRUE(listed.contains("core of Erie Canal  1 chunk  first-sentence, depth 1\n")) << listed;
  EXPECT_TRUE(listed.contains("    from Erie Canal  t:canal.md  ")) << listed;
  EXPECT_TRUE(listed.contains("depth 2\n")) << listed;
  const std::string title = Json({"documents", "show", "t:long.txt"}).String("title").value();
  EXPECT_TRUE(listed.contains("    from core of " + title + "  core:first-sentence-v1:")) << listed;
  const std::string root =
      Json({"documents", "show", "t:canal.md"}).String("document_root").value();
  const std::string shown = Run({"documents", "show", "core:first-sentence-v1:" + root}).out;
  EXPECT_TRUE(shown.starts_with("core of Erie Canal\n")) << shown;
  EXPECT_TRUE(shown.contains("kind          core, first-sentence, depth 1\n")) << shown;
  EXPECT_TRUE(shown.contains("from          Erie Canal  t:canal.md  " + root.substr(0, 12)))
      << shown;
}

TEST_F(CliCores, ACoreIsProvedToTheBytesAfterTwoRecompressions) {
  const json::Value report = Json({"distill", "--method", "first-sentence", "--depth", "3"});
  EXPECT_EQ(report.List("levels").value()->size(), 3u);
  std::string deepest;
  for (const json::Value& core : Cores()) {
    const std::string root = core.String("document_root").value();
    const json::Value shown = Json({"documents", "show", root});
    const std::string file = (folder_.path() / "core.json").string();
    ASSERT_EQ(Run({"prove", root, "-o", file}).exit_code, 0);
    EXPECT_EQ(Run({"verify", file}).exit_code, 0);
    const auto bundle = json::Parse(ReadWhole(file));
    if (bundle->List("documents").value()->size() == 4) deepest = root;
  }
  ASSERT_FALSE(deepest.empty()) << "three depths over a surface";
  // The dictionary and with it every compressed chunk changes; the core stays as it is.
  const std::string canal =
      Json({"documents", "show", "t:canal.md"}).String("document_root").value();
  ASSERT_EQ(Run({"burn", canal, "--force"}).exit_code, 0);
  const std::string file = (folder_.path() / "again.json").string();
  EXPECT_EQ(Run({"prove", deepest, "-o", file}).exit_code, 0);
  EXPECT_EQ(Run({"verify", file, "--root",
                 Json({"documents", "show", "t:long.txt"}).String("document_root").value()})
                .exit_code,
            0);
  ExpectFsck();
}

TEST_F(CliCores, ASecondRunDoesNothingAndASupersededSourceTakesItsCores) {
  for (const char* method : {"first-sentence", "tfidf"}) {
    Json({"distill", "--method", method});
    const json::Value again = Json({"distill", "--method", method});
    const json::Value& level = again.List("levels").value()->at(0);
    EXPECT_EQ(level.Int("added").value() + level.Int("superseded").value(), 0) << method;
  }
  ExpectFsck();
  const std::size_t before = Cores().size();
  WriteWhole(In() / "canal.md", "# Erie Canal\n\nThe canal is closed. Nobody goes there.\n");
  ASSERT_EQ(Ingest().exit_code, 0);
  EXPECT_LT(Cores().size(), before);
  ExpectFsck();
}

TEST_F(CliCores, BurningASourceListsItsCoresAndTakesThem) {
  Json({"distill", "--method", "first-sentence", "--depth", "2"});
  const std::string root =
      Json({"documents", "show", "t:long.txt"}).String("document_root").value();
  const Outcome refused = Run({"burn", root});
  EXPECT_EQ(refused.exit_code, 2) << refused.err;
  EXPECT_TRUE(refused.err.contains("core")) << refused.err;
  EXPECT_EQ(Run({"burn", root, "--force"}).exit_code, 0);
  for (const json::Value& core : Cores())
    EXPECT_FALSE(core.String("document_uri").value().contains(root));
  ExpectFsck();
}

TEST_F(CliCores, ClaimsAreTakenOrRefusedWithTheReason) {
  const auto file = folder_.path() / "claims.jsonl";
  WriteWhole(file, R"({"claim":"The Erie Canal opened in 1825.","source":"t:canal.md",)"
                   R"("passage":"The Erie Canal opened on October 26, 1825."})"
                   "\n"
                   R"({"claim":"The Erie Canal opened in 1925.","source":"t:canal.md",)"
                   R"("passage":"The Erie Canal opened on October 26, 1825."})"
                   "\n");
  const json::Value report = Json({"ingest", "--source", "claim-pack", file.string()});
  EXPECT_EQ(report.Int("added").value(), 1);
  EXPECT_EQ(report.Int("documents").value(), 1);
  ASSERT_EQ(report.List("skipped").value()->size(), 1u);
  EXPECT_TRUE(
      report.List("skipped").value()->at(0).String("reason").value().starts_with("unsupported"));
  EXPECT_EQ(Cores().size(), 1u);
  ExpectFsck();
  const Outcome answer =
      Run({"query", "When did the Erie Canal open?", "--mode", "claim_lattice_pointer", "--json"});
  EXPECT_EQ(answer.exit_code, 0) << answer.err;
  const auto result = json::Parse(answer.out);
  ASSERT_TRUE(result);
  const std::string key = result->String("cache_key").value();
  const std::string proof = (folder_.path() / "answer.json").string();
  EXPECT_EQ(Run({"prove", key, "-o", proof}).exit_code, 0);
  EXPECT_EQ(Run({"verify", proof}).exit_code, 0);
  ExpectFsck();
}

TEST_F(CliCores, ClaimsAreReportedInTheShapeOfEveryIngest) {
  const auto file = folder_.path() / "claims.jsonl";
  const auto other = folder_.path() / "others.jsonl";
  WriteWhole(file, R"({"claim":"The Erie Canal opened in 1825.","source":"t:canal.md",)"
                   R"("passage":"The Erie Canal opened on October 26, 1825."})"
                   "\n");
  WriteWhole(other, ReadWhole(file) + "no claim\n");
  const json::Value usual = Json({"ingest", In().string(), "--uri-prefix", "t:"});
  const json::Value report =
      Json({"ingest", "--source", "claim-pack", file.string(), other.string()});
  for (const auto& [name, value] : usual.as_object())
    EXPECT_NE(report.Find(name), nullptr) << name << " is missing";
  EXPECT_EQ(report.Int("added").value(), 1);
  EXPECT_EQ(report.Int("unchanged").value(), 1);
  EXPECT_EQ(report.Int("superseded").value(), 0);
  EXPECT_EQ(report.Int("documents").value(), 2);
  EXPECT_EQ(report.Int("chunks").value(), 1);
  EXPECT_EQ(report.Int("text_bytes").value(), 2 * 30);
  EXPECT_GT(report.Find("seconds")->as_double(), 0);
  ASSERT_EQ(report.List("skipped").value()->size(), 1u);
  EXPECT_TRUE(
      report.List("skipped").value()->at(0).String("path").value().ends_with("others.jsonl:2"));
  std::int64_t documents = 0;
  std::int64_t bytes = 0;
  for (const json::Value& shard : *report.List("shards").value()) {
    EXPECT_TRUE(shard.String("name"));
    documents += shard.Int("documents").value();
    bytes += shard.Int("store_bytes").value();
  }
  EXPECT_EQ(documents, 2);
  EXPECT_GT(bytes, 0);
  EXPECT_EQ(report.Int("store_bytes").value(), bytes);
}

TEST_F(CliCores, AnAnswerIsPromotedAndRetired) {
  const auto asked =
      json::Parse(Run({"query", "When did the Erie Canal open?", "--mode", "quote", "--json"}).out);
  ASSERT_TRUE(asked);
  ASSERT_EQ(asked->String("audit_mode").value(), "STRICT");
  EXPECT_EQ(Json({"providence", "promote"}).Int("promoted").value(), 0) << "too young";
  EXPECT_EQ(Json({"providence", "promote", "--min-age", "0"}).Int("promoted").value(), 1);
  EXPECT_EQ(Json({"providence", "promote", "--min-age", "0"}).Int("promoted").value(), 0);
  ASSERT_EQ(Cores().size(), 1u);
  const json::Value again = Json({"query", "When did the Erie Canal open?", "--mode", "quote"});
  const auto first = [](const json::Value& answer) {
    return answer.Find("sources")->as_array().at(0).String("document_uri").value();
  };
  EXPECT_EQ(first(again), first(*asked)) << "what was promoted must not push out its source";
  const std::string file = (folder_.path() / "core.json").string();
  EXPECT_EQ(Run({"prove", Cores()[0].String("document_root").value(), "-o", file}).exit_code, 0);
  EXPECT_EQ(Run({"verify", file}).exit_code, 0);
  ExpectFsck();
  EXPECT_EQ(Run({"falsify", asked->String("cache_key").value(), "--reason", "wrong"}).exit_code, 0);
  EXPECT_TRUE(Cores().empty());
  ExpectFsck();
}

TEST_F(CliCores, ConceptsAreDerivedListedAndPurged) {
  WriteWhole(In() / "motor.md",
             "# Motorcar\n\nSee [it](https://example.org/automobile.md), fast.\n");
  WriteWhole(In() / "automobile.md",
             "# Automobile\n\nSee [it](https://example.org/motor.md), the same.\n");
  ASSERT_EQ(Run({"ingest", In().string(), "--uri-prefix", "https://example.org/"}).exit_code, 0);
  EXPECT_EQ(Json({"concepts", "derive"}).Int("added").value(), 2);
  EXPECT_EQ(Json({"concepts", "add", "rivalry", "mars", "venus"}).Int("added").value(), 2);
  EXPECT_EQ(JsonLines(Run({"concepts", "list", "--json"}).out).size(), 2u);
  EXPECT_EQ(Json({"concepts", "purge", "--evidence-kind", "link_reciprocity_synonym"})
                .Int("removed")
                .value(),
            2);
  EXPECT_EQ(JsonLines(Run({"concepts", "list", "--json"}).out).size(), 1u);
}

}  // namespace
}  // namespace arborist
