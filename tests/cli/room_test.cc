// SPDX-License-Identifier: AGPL-3.0-only
// Evicting and rehydrating from end to end: what still proves, what is said, what comes back.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/value.h"
#include "support/process.h"

namespace arborist {
namespace {

using testing_support::Outcome;
using testing_support::RunProgram;
using testing_support::WriteWhole;

class CliRoom : public testing::Test {
 protected:
  void SetUp() override {
    Write("canal.md",
          "# Erie Canal\n\nThe Erie Canal opened on October 26, 1825. It joined the Hudson "
          "River to Lake Erie.\n");
    Write("ships.md", "# Ships\n\nA clipper is a fast ship with three masts.\n");
    ASSERT_EQ(Run({"ingest", In()}).exit_code, 0);
  }
  void Write(const std::string& name, const std::string& text) {
    WriteWhole(folder_.path() / "in" / name, text);
  }
  std::string In(const std::string& name = "") const {
    return (folder_.path() / "in" / name).string();
  }
  std::string Uri(const std::string& name) const { return "file://" + In(name); }
  Outcome Run(std::vector<std::string> arguments) const {
    arguments.insert(arguments.end(), {"--home", (folder_.path() / "home").string()});
    return RunProgram(std::move(arguments));
  }
  json::Value Json(std::vector<std::string> arguments, int exit_code = 0) const {
    arguments.emplace_back("--json");
    const Outcome outcome = Run(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.out << outcome.err;
    const auto value = json::Parse(outcome.out.substr(0, outcome.out.find('\n')));
    EXPECT_TRUE(value) << outcome.out;
    return value.value_or(json::Value());
  }
  static constexpr const char* kQuestion = "When did the Erie Canal open?";

  TemporaryFolder folder_;
};

TEST_F(CliRoom, ASearchThatFindsNothingTellsOfColdDocuments) {
  EXPECT_FALSE(Run({"search", "clipper masts"}).err.contains("cold"));
  ASSERT_EQ(Run({"evict", Uri("ships.md"), "--tier", "cold"}).exit_code, 0);
  const Outcome outcome = Run({"search", "clipper masts"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.err.contains("nothing found") &&
              outcome.err.contains("1 cold document is not in the index") &&
              outcome.err.contains("arborist documents list --evicted"))
      << outcome.err;
}

TEST_F(CliRoom, WhatWasTakenInByItsFileComesBackByItsRoot) {
  ASSERT_EQ(Run({"evict", Uri("canal.md")}).exit_code, 0);
  const std::string root =
      Json({"documents", "list", "--evicted"}).String("document_root").value().substr(0, 12);
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"query", kQuestion},
                                               {"search", "Hudson River"},
                                               {"documents", "text", root},
                                               {"documents", "show", root}}) {
    const Outcome outcome = Run(verb);
    EXPECT_TRUE((outcome.out + outcome.err).contains("arborist rehydrate " + root))
        << verb[0] << "\n"
        << outcome.out << outcome.err;
  }
  EXPECT_EQ(Run({"rehydrate", root}).exit_code, 0);
}

TEST_F(CliRoom, WhatWasTakenInUnderAnotherNameComesBackFromItsPath) {
  const std::string home = (folder_.path() / "prefixed").string();
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--home", home});
    return RunProgram(std::move(arguments));
  };
  ASSERT_EQ(run({"ingest", In(), "--uri-prefix", "notes:"}).exit_code, 0);
  ASSERT_EQ(run({"evict", "notes:canal.md", "notes:ships.md"}).exit_code, 0);
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"query", kQuestion},
                                               {"search", "Hudson River"},
                                               {"documents", "text", "notes:canal.md"},
                                               {"documents", "show", "notes:canal.md"}}) {
    const Outcome outcome = run(verb);
    EXPECT_TRUE(
        (outcome.out + outcome.err).contains("arborist rehydrate PATH brings it back, PATH being"))
        << verb[0] << "\n"
        << outcome.out << outcome.err;
  }
  const Outcome all = run({"rehydrate", "--all"});
  EXPECT_EQ(all.exit_code, 3);
  EXPECT_TRUE(all.err.contains("names no file of its own; arborist rehydrate PATH") &&
              all.err.contains("refused 1 more for the same reason"))
      << all.err;
  EXPECT_TRUE(all.out.contains("2 are still evicted")) << all.out;
  const Outcome one = run({"rehydrate", In("ships.md")});
  EXPECT_TRUE(one.out.contains("1 is still evicted")) << one.out;
  EXPECT_TRUE(run({"rehydrate", In()}).out.contains("nothing is evicted now"));
}

TEST_F(CliRoom, AFileNamesTheDocumentThatWasReadFromIt) {
  const std::string text = Run({"documents", "text", In("canal.md")}).out;
  EXPECT_TRUE(text.contains("October 26, 1825")) << text;
  const std::string relative =
      std::filesystem::relative(In("canal.md"), std::filesystem::current_path()).string();
  EXPECT_EQ(Run({"documents", "text", relative}).out, text);
  EXPECT_TRUE(Run({"documents", "show", relative}).out.contains(Uri("canal.md")));
  EXPECT_TRUE(Run({"ask", "--document", relative, kQuestion}).out.contains("1825"));
  EXPECT_EQ(Run({"prove", relative, "-o", (folder_.path() / "p.json").string()}).exit_code, 0);
  EXPECT_EQ(Json({"evict", In("canal.md")}).Int("evicted").value(), 1);
  EXPECT_EQ(Json({"burn", In("ships.md")}).String("kind").value(), "document");
  EXPECT_EQ(Run({"documents", "show", Uri("ships.md")}).exit_code, 3);
  Write("new.md", "# New\n\nNobody has read this yet.\n");
  EXPECT_EQ(Run({"documents", "text", In("new.md")}).exit_code, 3) << "a file, but no document";
  EXPECT_EQ(Run({"burn", In("new.md")}).exit_code, 3);
}

TEST_F(CliRoom, EvictProveRehydrateRoundTrip) {
  const std::string before = Run({"documents", "text", Uri("canal.md")}).out;
  ASSERT_EQ(Run({"snapshot", "create"}).exit_code, 0);
  for (const char* tier : {"warm", "cold"}) {
    const json::Value evicted = Json({"evict", Uri("canal.md"), "--tier", tier});
    EXPECT_EQ(evicted.Int("evicted").value(), 1);
    const Outcome text = Run({"documents", "text", Uri("canal.md")});
    EXPECT_EQ(text.exit_code, 3);
    EXPECT_TRUE(text.err.contains("evicted") && text.err.contains("arborist rehydrate"))
        << text.err;
    EXPECT_EQ(Run({"prove", Uri("canal.md")}).exit_code, 3);
    const std::string bundle = (folder_.path() / "member.json").string();
    EXPECT_EQ(Run({"prove", Uri("canal.md"), "--snapshot", "-o", bundle}).exit_code, 0);
    EXPECT_EQ(RunProgram({"verify", bundle}).exit_code, 0);
    EXPECT_EQ(Json({"snapshot", "create"}).String("snapshot_root").value(),
              Json({"snapshot", "show", "1"}).String("snapshot_root").value());
    EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
    EXPECT_EQ(Json({"documents", "list", "--evicted"}).String("tier").value(), tier);

    const json::Value back = Json({"rehydrate", Uri("canal.md")});
    EXPECT_EQ(back.Int("rehydrated").value(), 1);
    EXPECT_EQ(back.Int("still_evicted").value(), 0);
    EXPECT_EQ(Run({"documents", "text", Uri("canal.md")}).out, before);
    EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
  }
}

TEST_F(CliRoom, AQuestionThatNeedsAnEvictedPassageSaysSo) {
  const json::Value first = Json({"query", kQuestion});
  EXPECT_TRUE(first.String("answer_text").value().contains("1825"));
  EXPECT_TRUE(first.List("evicted").value()->empty());
  for (const char* tier : {"warm", "cold"}) {
    ASSERT_EQ(Run({"evict", Uri("canal.md"), "--tier", tier}).exit_code, 0);
    const json::Value declined = Json({"query", kQuestion});
    EXPECT_FALSE(declined.String("answer_text").value().contains("1825")) << tier;
    EXPECT_TRUE(declined.Bool("declined").value());
    EXPECT_FALSE(declined.Bool("cached").value());
    EXPECT_FALSE(declined.Bool("stored").value());
    EXPECT_EQ(declined.String("failure_stage").value(), "evicted");
    const json::Array* evicted = declined.List("evicted").value();
    ASSERT_EQ(evicted->size(), 1u) << tier;
    EXPECT_EQ((*evicted)[0].String("document_uri").value(), Uri("canal.md"));
    EXPECT_EQ((*evicted)[0].String("tier").value(), tier);
    const Outcome text = Run({"query", kQuestion});
    EXPECT_TRUE(text.out.contains("arborist rehydrate")) << text.out;
    EXPECT_EQ(Run({"query", kQuestion, "--require", "hybrid"}).exit_code, 1);
    EXPECT_EQ(
        Json({"ask", "--document", Uri("canal.md"), kQuestion}).String("failure_stage").value(),
        "evicted");
    // The record stands, and says what it would need to be proved.
    const std::string key = first.String("cache_key").value();
    EXPECT_EQ(Run({"providence", "show", key}).exit_code, 0);
    const Outcome proof = Run({"prove", key});
    EXPECT_EQ(proof.exit_code, 3);
    EXPECT_TRUE(proof.err.contains("was evicted to make room")) << proof.err;

    ASSERT_EQ(Run({"rehydrate", Uri("canal.md")}).exit_code, 0);
    const json::Value again = Json({"query", kQuestion});
    EXPECT_EQ(again.String("answer_text").value(), first.String("answer_text").value());
    EXPECT_TRUE(again.Bool("cached").value()) << "the same passages, the same key";
    EXPECT_EQ(Run({"prove", key}).exit_code, 0);
  }
}

TEST_F(CliRoom, AnotherQuestionIsAnsweredAsBefore) {
  ASSERT_EQ(Run({"evict", Uri("ships.md")}).exit_code, 0);
  const json::Value answer = Json({"query", kQuestion});
  EXPECT_TRUE(answer.String("answer_text").value().contains("1825"));
  EXPECT_TRUE(answer.List("evicted").value()->empty());
}

TEST_F(CliRoom, ASearchFindsWarmPassagesAndSaysThatTheirTextIsGone) {
  ASSERT_EQ(Run({"evict", Uri("canal.md")}).exit_code, 0);
  const json::Value hit = Json({"search", "Hudson River"});
  EXPECT_EQ(hit.String("document_uri").value(), Uri("canal.md"));
  EXPECT_EQ(hit.String("tier").value(), "warm");
  EXPECT_EQ(hit.String("snippet").value(), "");
  EXPECT_TRUE(Run({"search", "Hudson River"}).out.contains("arborist rehydrate"));
  ASSERT_EQ(Run({"evict", Uri("canal.md"), "--tier", "cold"}).exit_code, 0);
  EXPECT_EQ(Run({"search", "Hudson River"}).out, "");
}

TEST_F(CliRoom, AnotherTextIsRefused) {
  ASSERT_EQ(Run({"evict", Uri("canal.md")}).exit_code, 0);
  Write("canal.md", "# Erie Canal\n\nThe Erie Canal opened on October 26, 1826.\n");
  const json::Value refused = Json({"rehydrate", "--all"}, 1);
  EXPECT_EQ(refused.Int("rehydrated").value(), 0);
  EXPECT_EQ(refused.Int("still_evicted").value(), 1);
  EXPECT_TRUE((*refused.List("refused").value())[0].Bool("mismatch").value());
  EXPECT_EQ(Run({"rehydrate", In("canal.md")}).exit_code, 1);
  EXPECT_EQ(Run({"rehydrate", "nowhere.md"}).exit_code, 3);
  EXPECT_EQ(Run({"rehydrate"}).exit_code, 2);
}

TEST_F(CliRoom, ReadingTheSourceAgainLeavesItEvictedAndSaysSo) {
  ASSERT_EQ(Run({"evict", Uri("canal.md")}).exit_code, 0);
  const json::Value again = Json({"ingest", In()});
  EXPECT_EQ(again.Int("unchanged").value(), 2);
  EXPECT_EQ(again.Int("evicted").value(), 1);
  EXPECT_TRUE(Run({"ingest", In()}).out.contains("arborist rehydrate"));
}

TEST_F(CliRoom, UsesAreCountedAndDecideWhatGoesFirst) {
  ASSERT_EQ(Run({"query", kQuestion}).exit_code, 0);
  EXPECT_EQ(Json({"documents", "show", Uri("canal.md")}).Int("hit_count").value(), 1);
  ASSERT_EQ(Run({"search", "Hudson"}).exit_code, 0);
  EXPECT_EQ(Json({"documents", "show", Uri("canal.md")}).Int("hit_count").value(), 2);
  EXPECT_EQ(Json({"documents", "show", Uri("ships.md")}).Int("hit_count").value(), 0);
}

TEST_F(CliRoom, WrongUseIsSaid) {
  EXPECT_EQ(Run({"evict"}).exit_code, 2);
  EXPECT_EQ(Run({"evict", "--max-bytes", "much"}).exit_code, 2);
  EXPECT_EQ(Run({"evict", "--max-bytes", "1", "--tier", "hot"}).exit_code, 2);
  EXPECT_EQ(Run({"evict", "u:none"}).exit_code, 3);
  const json::Value unreached = Json({"evict", "--max-bytes", "1k"}, 1);
  EXPECT_FALSE(unreached.Bool("reached").value());
}

TEST_F(CliRoom, AnEvictedDocumentIsBurnedWithoutATrace) {
  ASSERT_EQ(Run({"snapshot", "create"}).exit_code, 0);
  const std::string root =
      Json({"documents", "show", Uri("ships.md")}).String("document_root").value();
  ASSERT_EQ(Run({"evict", Uri("ships.md")}).exit_code, 0);
  ASSERT_EQ(Run({"burn", root}).exit_code, 0);
  EXPECT_EQ(Run({"rehydrate", In("ships.md")}).exit_code, 0);
  EXPECT_EQ(Run({"documents", "show", root}).exit_code, 3);
  EXPECT_EQ(Run({"prove", root, "--snapshot", "1"}).exit_code, 0);
  EXPECT_EQ(Run({"fsck", "--full"}).exit_code, 0);
}

}  // namespace
}  // namespace arborist
