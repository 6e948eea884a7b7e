// SPDX-License-Identifier: AGPL-3.0-only
// Good, half good and bad answers in the three modes, and the gate.
#include <utility>

#include "ask/asking.h"
#include "base/files.h"

namespace arborist {
namespace {

using testing_support::Asking;
using testing_support::Endpoint;
using testing_support::Flag;
using testing_support::Outcome;
using testing_support::Says;
using testing_support::Text;

struct Case {
  const char* name;
  const char* mode;
  const char* answer;
  const char* label;
};

class AskModes : public Asking {};

TEST_F(AskModes, TheWordsThatThePassageLacksAreNamed) {
  const Endpoint endpoint(Says("The black Erie Canal opened on October 26, 1825. [E1]"));
  const Outcome shown = Run(At(endpoint, {"query", kWhen}));
  EXPECT_TRUE(shown.out.contains("    close: not in the passage: \"black\"\n"))
      << shown.out << shown.err;
}

TEST_F(AskModes, TheLabelSaysHowMuchOfTheAnswerStandsInTheSources) {
  const Case cases[] = {
      {"pointer", "claim_lattice_pointer", "The Erie Canal opened on October 26, 1825. [E1]",
       "STRICT"},
      {"bullets", "claim_lattice_pointer",
       "- The Erie Canal opened on October 26, 1825. [E1]\n- It joined the Hudson River to Lake "
       "Erie. [E1]",
       "STRICT"},
      {"half", "claim_lattice_pointer",
       "The Erie Canal opened on October 26, 1825. [E1]\nIt was paid for by the King of Spain. "
       "[E1]",
       "HYBRID"},
      {"number", "claim_lattice_pointer", "The Erie Canal opened on October 26, 1852. [E1]",
       "UNGROUNDED"},
      {"another verb", "claim_lattice_pointer", "The Erie Canal closed on October 26, 1825. [E1]",
       "UNGROUNDED"},
      {"another adjective", "quote", "The secret Erie Canal opened on October 26, 1825.",
       "UNGROUNDED"},
      {"unresolved", "claim_lattice_pointer", "The Erie Canal opened on October 26, 1825. [E9]",
       "UNGROUNDED"},
      {"untagged", "claim_lattice_pointer", "The Erie Canal opened on October 26, 1825.",
       "UNGROUNDED"},
      {"quote", "quote", "The text says: \"The Erie Canal opened on October 26, 1825.\"", "STRICT"},
      {"false quote", "quote", "\"The Erie Canal was opened by Queen Victoria in person.\"",
       "UNGROUNDED"},
      {"json", "claim_lattice",
       R"({"claims":[{"text":"The Erie Canal opened on October 26, 1825.","evidence_ids":["E1"]}]})",
       "STRICT"},
      {"fenced", "claim_lattice",
       "```json\n{\"claims\":[{\"text\":\"The Erie Canal opened on October 26, 1825.\","
       "\"evidence_ids\":[\"E1\"]}]}\n```",
       "STRICT"},
      {"prose", "claim_lattice", "Here are my claims, as you asked.", "UNGROUNDED"},
  };
  std::string script;
  for (const Case& one : cases) script += Says(one.answer);
  const Endpoint endpoint(script);
  for (const Case& one : cases) {
    SCOPED_TRACE(one.name);
    const json::Value result = QueryAt(endpoint, kWhen, {"--mode", one.mode, "--burn"});
    EXPECT_EQ(Text(result, "audit_mode"), one.label) << json::Pretty(result);
    EXPECT_FALSE(Flag(result, "declined"));
    EXPECT_TRUE(Flag(result, "stored"));
  }
  EXPECT_EQ(Records(), 3u) << "one a mode, the others burned";
  ExpectSound();
}

TEST_F(AskModes, AModelThatGoesRoundInCirclesIsShownGoingRoundOnce) {
  const std::string opened = "The Erie Canal opened on October 26, 1825. [E1]\n";
  const Endpoint endpoint(
      Says(opened + opened + opened + "It joined the Hudson River to Lake Erie. [E1]"));
  const Outcome shown = Run(At(endpoint, {"query", kWhen}));
  ASSERT_EQ(shown.exit_code, 0) << shown.err;
  const std::size_t first = shown.out.find("+ The Erie Canal opened");
  ASSERT_NE(first, std::string::npos) << shown.out;
  EXPECT_EQ(shown.out.find("+ The Erie Canal opened", first + 1), std::string::npos) << shown.out;
  EXPECT_TRUE(shown.out.contains("the same 2 more")) << shown.out;
  EXPECT_TRUE(shown.out.contains("+ It joined the Hudson River")) << shown.out;
}

TEST_F(AskModes, RequireGatesOnTheLabelFreshOrCached) {
  const Endpoint endpoint(
      Says("The Erie Canal opened on October 26, 1825. [E1]") +
      Says("The Erie Canal opened on October 26, 1825. [E1]\nKings paid for it all. [E1]") +
      Says("Kings paid for it all. [E1]"));
  const auto exit_code = [&](const std::string& question, const std::string& label) {
    return Run(At(endpoint, {"query", question, "--require", label})).exit_code;
  };
  const std::string half = "When was the Erie Canal opened, and who paid?";
  const std::string none = "Who paid for the Erie Canal?";
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(exit_code(kWhen, "strict"), 0);
    EXPECT_EQ(exit_code(half, "strict"), 1);
    EXPECT_EQ(exit_code(half, "hybrid"), 0);
    EXPECT_EQ(exit_code(none, "hybrid"), 1);
  }
  EXPECT_EQ(endpoint.Requests().size(), 3u);
  EXPECT_EQ(Run({"query", "Which zeppelin xylophone quarks?", "--require", "hybrid"}).exit_code, 1);
}

TEST_F(AskModes, ADeclineIsNoClaim) {
  const Endpoint endpoint(Says("The provided sources do not answer this question."));
  const json::Value result = QueryAt(endpoint, kWhen);
  EXPECT_EQ(Text(result, "audit_mode"), "UNGROUNDED");
}

TEST_F(AskModes, OneDocumentAnswersAlone) {
  const Outcome outcome =
      Run({"ask", "--document", "test:buffalo.txt", "Why did Buffalo grow?", "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  const json::Value result = json::Parse(outcome.out).value();
  ASSERT_EQ(result.List("sources").value()->size(), 1u);
  EXPECT_EQ(Text((*result.List("sources").value())[0], "document_uri"), "test:buffalo.txt");
  EXPECT_EQ(Run({"ask", "--document", "test:no.txt", "Why?"}).exit_code, 3);
}

TEST_F(AskModes, AStoreOfOneDocumentAnswersShortQuestions) {
  home_ = folder_.path() / "one";
  const std::filesystem::path file = folder_.path() / "lease.txt";
  ASSERT_TRUE(WriteFileAtomically(file,
                                  "The monthly rent is 940 euros, payable on the first. The lease "
                                  "runs for three years. The tenant may keep one cat.\n"));
  ASSERT_EQ(Run({"ingest", file.string()}).exit_code, 0);
  for (const auto& [question, answer] : {std::pair("How much is the rent?", "940 euros"),
                                         {"When is the rent payable?", "payable on the first"},
                                         {"How long does the lease run?", "three years"}}) {
    const Outcome outcome = Run({"query", question, "--require", "strict"});
    EXPECT_EQ(outcome.exit_code, 0) << question;
    EXPECT_TRUE(outcome.out.contains(answer)) << outcome.out;
  }
  EXPECT_EQ(Run({"query", "How much is the deposit?", "--require", "strict"}).exit_code, 1);
}

TEST_F(AskModes, TheDryRunCallsNobody) {
  const Endpoint endpoint(Says("x"));
  const json::Value result = QueryAt(endpoint, kWhen, {"--dry-run"});
  EXPECT_EQ(Text(*result.Find("model"), "model_id"), "stub");
  EXPECT_EQ(*result.Find("stored"), json::Value(false));
  EXPECT_TRUE(endpoint.Requests().empty());
}

}  // namespace
}  // namespace arborist
