// SPDX-License-Identifier: AGPL-3.0-only
// `arborist check` from end to end: no store, any answer, any text.
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

class CliCheck : public testing::Test {
 protected:
  std::string File(const std::string& name, const std::string& content) {
    WriteWhole(folder_.path() / name, content);
    return (folder_.path() / name).string();
  }
  // What check --json says of this answer.
  json::Value Check(const std::string& answer, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"check",     "--json",
                                       "--answer",  File("answer", answer),
                                       "--context", File("lens.txt", kLens)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = RunProgram(std::move(arguments));
    const auto value = json::Parse(outcome.out);
    EXPECT_TRUE(value) << outcome.out << outcome.err;
    return value.value_or(nullptr);
  }
  static constexpr const char* kLens =
      "Augustin Fresnel designed a lens for lighthouses.\n\n"
      "The lens was first lit in 1823 at the Cordouan lighthouse.\n";
  TemporaryFolder folder_;
};

TEST_F(CliCheck, AVerbatimSentenceIsStrictAndItsPlaceIsNamed) {
  const json::Value verdict = Check("The lens was first lit in 1823 at the Cordouan lighthouse.");
  EXPECT_EQ(verdict.String("audit_mode").value(), "STRICT");
  EXPECT_EQ(verdict.String("rung").value(), "STRICT");
  EXPECT_EQ(verdict.String("verifier").value(), "lexical-v3");
  const json::Value& unit = (*verdict.List("claim_statuses").value())[0];
  EXPECT_TRUE(unit.Find("diagnosis")->is_null());
  EXPECT_EQ(unit.Find("passage")->Int("offset_start").value(), 51);
}
TEST_F(CliCheck, WhatHasNoPictureIsWrittenOut) {
  const std::string answer = File("a", "The lens was lit in \u202E3281\u202C at the li\u200Bght.");
  const std::string context =
      File("c", "The le\u2060ns was lit in 1823 at the light\u2066house\u2069.\n");
  for (const char* verifier : {"lexical-v2", "lexical-v3"}) {
    const Outcome outcome =
        RunProgram({"check", "--answer", answer, "--context", context, "--verifier", verifier});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.contains("\\u{202E}3281\\u{202C} at the li\\u{200B}ght"))
        << outcome.out;
    for (const char* hidden : {"\u202E", "\u200B", "\u2060", "\u2066"}) {
      EXPECT_FALSE(outcome.out.contains(hidden)) << outcome.out;
    }
  }
}
TEST_F(CliCheck, SideNotesAreCountedAndListedAsJson) {
  const std::string passages = File(
      "p", "{\"span\":\"The boiler was installed in 1931.\",\"title\":\"Whales and the sea\"}\n");
  const std::string answer = File("a", "The boiler was installed in 1931. [E1]\n");
  const std::vector<std::string> arguments{
      "check", "--answer", answer, "--evidence", passages, "--question", "When was it installed?"};
  const Outcome shown = RunProgram(arguments);
  EXPECT_FALSE(shown.out.contains("TITLE_MISMATCH")) << shown.out;
  EXPECT_TRUE(shown.out.contains("side notes: 1, listed by --json")) << shown.out;
  std::vector<std::string> with_json = arguments;
  with_json.emplace_back("--json");
  EXPECT_TRUE(RunProgram(with_json).out.contains("TITLE_MISMATCH"));
}
TEST_F(CliCheck, AFailedUnitSaysWhyAndWhatComesNearest) {
  const json::Value verdict = Check("The lens was first lit in 1832 at the Cordouan lighthouse.");
  EXPECT_NE(verdict.String("audit_mode").value(), "STRICT");
  bool found = false;
  for (const json::Value& unit : *verdict.List("claim_statuses").value()) {
    if (unit.String("status").value() != "UNSUPPORTED") continue;
    found = true;
    EXPECT_EQ(unit.String("diagnosis").value(), "wrong_number");
    EXPECT_NE(unit.Find("passage")->String("text").value().find("1823"), std::string::npos);
  }
  EXPECT_TRUE(found);
}
TEST_F(CliCheck, TheReferenceCanBeAskedInstead) {
  const std::string shuffled = "Cordouan was lit first the lighthouse at in 1823 the lens.";
  EXPECT_EQ(Check(shuffled, {"--verifier", "reference-v9.8"}).String("audit_mode").value(),
            "STRICT");
  EXPECT_NE(Check(shuffled).String("audit_mode").value(), "STRICT");
}
TEST_F(CliCheck, RequireDecidesTheExitCode) {
  const std::string lens = File("lens.txt", kLens);
  const auto run = [&](const std::string& answer, const std::string& label) {
    return RunProgram(
               {"check", "--answer", File("a", answer), "--context", lens, "--require", label})
        .exit_code;
  };
  EXPECT_EQ(run("Augustin Fresnel designed a lens for lighthouses.", "strict"), 0);
  EXPECT_EQ(run("Augustin Fresnel never designed a lens for lighthouses.", "strict"), 1);
  EXPECT_EQ(run("Nothing of this sort was ever written down.", "hybrid"), 1);
}
TEST_F(CliCheck, PointerLinesAreHeldAgainstTheEvidenceTheyCite) {
  const std::string evidence =
      File("e.jsonl",
           "{\"span\":\"Augustin Fresnel designed a lens for lighthouses.\",\"title\":\"Lens\"}\n"
           "{\"text\":\"The lens was first lit in 1823 at the Cordouan lighthouse.\"}\n");
  const Outcome outcome =
      RunProgram({"check", "--json", "--evidence", evidence, "--answer",
                  File("a",
                       "Augustin Fresnel designed a lens for lighthouses. [E1]\n"
                       "The lens was first lit in 1823 at the Cordouan lighthouse. [E1]\n"
                       "It burned for years. [E7]\n")});
  const auto verdict = json::Parse(outcome.out);
  ASSERT_TRUE(verdict) << outcome.out << outcome.err;
  EXPECT_EQ(verdict->String("audit_mode").value(), "HYBRID");
  EXPECT_EQ(verdict->String("mode").value(), "claim_lattice_pointer");
  const json::Array& claims = *verdict->List("claim_statuses").value();
  EXPECT_TRUE(claims[0].Find("diagnosis")->is_null());
  EXPECT_EQ(claims[1].String("diagnosis").value(), "misattributed");
  EXPECT_EQ(claims[1].Find("passage")->Int("number").value(), 2);
  EXPECT_EQ(claims[2].String("diagnosis").value(), "unresolved_pointer");
}
TEST_F(CliCheck, JsonClaimsAreReadLeniently) {
  const Outcome outcome =
      RunProgram({"check", "--json", "--mode", "claim_lattice", "--context",
                  File("lens.txt", kLens), "--answer",
                  File("a",
                       "Here: {\"claims\":[{\"text\":\"Augustin Fresnel designed a lens for "
                       "lighthouses.\",\"evidence_ids\":[\"E1\"]}")});
  const auto verdict = json::Parse(outcome.out);
  ASSERT_TRUE(verdict) << outcome.out << outcome.err;
  EXPECT_EQ(verdict->String("audit_mode").value(), "STRICT");
  EXPECT_FALSE(verdict->List("json_fixups").value()->empty());
}
TEST_F(CliCheck, JsonLinesInGiveOneVerdictALine) {
  const std::string input = File(
      "cases.jsonl",
      "{\"answer\":\"Grass is green in spring.\",\"context\":\"Grass is green in spring.\"}\n\n"
      "{\"answer\":\"Grass is red in spring.\",\"context\":[\"Grass is green in spring.\"]}\n");
  const Outcome outcome = RunProgram({"check", "--input", input, "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  const std::size_t second = outcome.out.find('\n') + 1;
  EXPECT_NE(outcome.out.substr(0, second).find("\"STRICT\""), std::string::npos);
  EXPECT_EQ(outcome.out.substr(second).find("\"STRICT\""), std::string::npos);
}
TEST_F(CliCheck, AReaderSeesEachUnitAndWhatFailed) {
  const Outcome outcome = RunProgram(
      {"check", "--context", File("lens.txt", kLens), "--answer",
       File("a", "Augustin Fresnel designed a lens for lighthouses. He never \x1b[31mslept.")});
  EXPECT_EQ(outcome.out.find('\x1b'), std::string::npos);  // the answer cannot drive the terminal
  EXPECT_NE(outcome.out.find("stated "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("not found "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("lens.txt:0-"), std::string::npos) << outcome.out;
}
TEST_F(CliCheck, WikitextLosesItsMarkupWhenAsked) {
  const std::string wiki =
      File("w", "A '''lens''' was [[light|lit]] in 1823 at Cordouan.<ref>x</ref>");
  const std::string answer = File("a", "\"A lens was lit in 1823 at Cordouan\"");
  EXPECT_EQ(
      RunProgram({"check", "--answer", answer, "--context", wiki, "--require", "strict"}).exit_code,
      1);
  EXPECT_EQ(RunProgram({"check", "--answer", answer, "--context", wiki, "--wikitext", "--require",
                        "strict"})
                .exit_code,
            0);
}
TEST_F(CliCheck, AnEvidenceLineWithoutItsTextIsToldTheFieldsOfTheHelp) {
  const std::string file = File("evidence.jsonl", "{\"nope\":1}\n");
  const Outcome outcome =
      RunProgram({"check", "--answer", File("answer", "x"), "--evidence", file});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_EQ(outcome.err, "arborist: " + file +
                             " line 1: field span is missing; a passage is {span, title, "
                             "document_uri, ...}\n");
}
TEST_F(CliCheck, WrongUseIsNamed) {
  const std::string lens = File("lens.txt", kLens);
  const auto fails = [&](std::vector<std::string> arguments, int code, const std::string& words) {
    const Outcome outcome = RunProgram(std::move(arguments));
    EXPECT_EQ(outcome.exit_code, code) << outcome.err;
    EXPECT_NE(outcome.err.find(words), std::string::npos) << outcome.err;
  };
  fails({"check"}, 2, "--answer");
  fails({"check", "--answer", lens}, 2, "--context");
  fails({"check", "--answer", "-", "--context", "-"}, 2, "standard input");
  fails({"check", "--answer", (folder_.path() / "no").string(), "--context", lens}, 3, "no");
  fails({"check", "--answer", File("b", "\xff"), "--context", lens}, 2, "UTF-8 at byte 0");
  fails({"check", "--input", File("j", "{\"answer\":\"x\"}\n")}, 2, "line 1: field context");
  fails({"check", "--input", File("n", "\n")}, 2, "no answer to check");
  fails({"check", "--answer", lens, "--evidence", File("k", "[]\n")}, 2, "line 1: a JSON object");
}

}  // namespace
}  // namespace arborist
