// SPDX-License-Identifier: AGPL-3.0-only
#include "run/assess.h"

#include <gtest/gtest.h>

#include "run/sample_test.h"

namespace arborist::run {
namespace {

using judge::AnswerMode;
using judge::AuditMode;

TEST(Assess, AClaimWithItsPointerHoldsAndIsShownWithItsExcerpt) {
  const Assessment assessment =
      Assess(SampleInputs(), "The Erie Canal opened on October 26, 1825. [E1]");
  EXPECT_EQ(assessment.report.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(assessment.verifier_method(), "claim_lattice");
  EXPECT_FALSE(assessment.declined);
  EXPECT_TRUE(assessment.answer_text.contains("joined the Hudson River")) << assessment.answer_text;
  EXPECT_EQ(assessment.raw_answer, "The Erie Canal opened on October 26, 1825. [E1]");
}

TEST(Assess, QuotesAreRepairedBeforeTheyAreVerified) {
  Inputs inputs = SampleInputs(AnswerMode::kQuote);
  const char* answer =
      "\"The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie. "
      "(Source: Erie Canal)\"";
  const Assessment repaired = Assess(inputs, answer);
  EXPECT_EQ(repaired.report.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(repaired.repairs, std::vector<std::string>{"citation_tail"});
  EXPECT_EQ(repaired.raw_answer, answer);
  EXPECT_NE(repaired.answer_text, answer);
  inputs.policy.mechanical_repair = false;
  EXPECT_TRUE(Assess(inputs, answer).repairs.empty());
}

TEST(Assess, AJsonAnswerIsReadAsClaims) {
  const Assessment assessment = Assess(
      SampleInputs(AnswerMode::kClaimLattice),
      R"({"claims":[{"text":"The Erie Canal opened on October 26, 1825.","evidence_ids":["E1"]}]})");
  EXPECT_EQ(assessment.report.audit_mode, AuditMode::kStrict);
}

TEST(Assess, AnAnswerOfWhichNothingHoldsIsKeptAsItWasWritten) {
  const char* answer = "The Erie Canal was closed in 1790 by the king. [E1]";
  const Assessment assessment = Assess(SampleInputs(), answer);
  EXPECT_EQ(assessment.report.audit_mode, AuditMode::kUngrounded);
  EXPECT_EQ(assessment.answer_text, answer);
}

TEST(Assess, BlanksMakeNoOtherAnswer) {
  const Inputs inputs = SampleInputs(AnswerMode::kQuote);
  const std::string answer = "It opened late.\n\n  - \"The Erie Canal opened on October 26, 1825\"";
  EXPECT_EQ(Assess(inputs, answer).answer_text, answer);
  for (const char* other :
       {" It opened late.\r\n\r\n  - \"The Erie Canal opened on October 26, 1825\"\n",
        "It  opened late. \n\n\n  - \"The Erie Canal opened on\tOctober 26, 1825\""}) {
    EXPECT_EQ(Assess(inputs, other).answer_text, answer) << other;
  }
}

TEST(Assess, DecliningIsNoClaim) {
  for (const AnswerMode mode : {AnswerMode::kQuote, AnswerMode::kClaimLatticePointer}) {
    Inputs inputs = SampleInputs(mode);
    inputs.passages[0].span += " Not in the sources. So the guide says.";
    const Assessment assessment = Assess(inputs, "Not in the sources.");
    EXPECT_TRUE(assessment.declined);
    EXPECT_EQ(assessment.report.audit_mode, AuditMode::kUngrounded);
    EXPECT_EQ(assessment.answer_text, "Not in the sources.");
  }
  EXPECT_TRUE(Assess(SampleInputs(AnswerMode::kClaimLattice), R"({"claims":[]})").declined);
  EXPECT_FALSE(Assess(SampleInputs(AnswerMode::kClaimLattice), "no JSON at all").declined);
}

TEST(Assess, TheCapOfABroadQuestionHoldsWhereThePolicyAppliesIt) {
  Inputs inputs = SampleInputs(AnswerMode::kClaimLattice);
  inputs.question = "Tell me everything about canals";
  std::string answer = R"({"claims":[)";
  for (int i = 0; i < 16; ++i) {
    answer += std::string(i == 0 ? "" : ",") +
              R"({"text":"The Erie Canal opened on October 26, 1825.","evidence_ids":["E1"]})";
  }
  answer += "]}";
  inputs.policy.lattice.max_claims_per_answer = 100;
  EXPECT_TRUE(Assess(inputs, answer).report.violations.empty());
  inputs.policy.preflight.quantifier_guard_apply_caps = true;
  EXPECT_EQ(Assess(inputs, answer).report.violations, std::vector<std::string>{"TOO_MANY_CLAIMS"});
}

}  // namespace
}  // namespace arborist::run
