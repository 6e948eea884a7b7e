// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/quotes.h"

#include <gtest/gtest.h>

namespace arborist::judge {
namespace {

constexpr std::string_view kBatman =
    "Batman is a superhero who appears in American comic books. His secret identity is Bruce "
    "Wayne, an industrialist. He was created in 1939 by artist Bob Kane and writer Bill Finger.";

QuoteVerdict Verify(std::string_view answer, std::string_view context, QuotePolicy policy = {}) {
  return JudgeQuotes(answer, Context(context), policy);
}

TEST(JudgeQuotes, AllQuotesFoundIsStrictSomeHybridNoneUngrounded) {
  const auto strict = Verify("\"his secret identity is bruce wayne\"", kBatman);
  EXPECT_EQ(strict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(strict.verifier_method, "quote");
  const auto hybrid = Verify("\"His secret identity\" and \"lives in a cave\"", kBatman);
  EXPECT_EQ(hybrid.audit_mode, AuditMode::kHybrid);
  EXPECT_EQ(hybrid.unverified_quotes, std::vector<std::string>{"lives in a cave"});
  EXPECT_EQ(Verify("\"lives in a cave\"", kBatman).audit_mode, AuditMode::kUngrounded);
}
TEST(JudgeQuotes, AQuoteDecidesAloneInTheReference) {
  EXPECT_EQ(Verify("\"His secret identity\" is the Joker of Chicago.", kBatman).audit_mode,
            AuditMode::kStrict);
}
TEST(JudgeQuotes, ASentenceFoundVerbatimIsASpan) {
  const auto verdict =
      Verify("Batman is a superhero who appears in American comic books.", kBatman);
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(verdict.verifier_method, "span");
}
TEST(JudgeQuotes, FourTokensAndEightyFivePercentAreAParaphrase) {
  const auto verdict =
      Verify("The superhero Batman appears first in American comic books, created 1939.", kBatman);
  EXPECT_EQ(verdict.verifier_method, "paraphrase");
  EXPECT_EQ(verdict.claim_statuses.at(0).status, "SUPPORTED_PARAPHRASE");
}
TEST(JudgeQuotes, ANumberThatTheContextLacksIsNoParaphrase) {
  EXPECT_EQ(Verify("Water boils at fifty or 50 degrees celsius under normal pressure.",
                   "Under normal pressure, water boils at 100 degrees celsius. Or fifty.")
                .audit_mode,
            AuditMode::kUngrounded);
}
TEST(JudgeQuotes, ThousandsCommasDoNotMatterToANumber) {
  EXPECT_EQ(Verify("The summit of Everest stands some 8849 metres high today.",
                   "Everest: the summit stands 8,849 metres high; some say today.")
                .verifier_method,
            "paraphrase");
}
TEST(JudgeQuotes, NamesTogetherAreStrictByProximityScatteredOnesHybrid) {
  const std::string far(400, 'x');
  EXPECT_EQ(Verify("Keanu Reeves, Hugo Weaving, Joe Pantoliano",
                   "cast: Keanu Reeves; Hugo Weaving; Joe Pantoliano")
                .audit_mode,
            AuditMode::kStrict);
  EXPECT_EQ(Verify("Keanu Reeves, Hugo Weaving, Joe Pantoliano",
                   "Keanu Reeves " + far + " Hugo Weaving " + far + " Joe Pantoliano")
                .audit_mode,
            AuditMode::kHybrid);
}
TEST(JudgeQuotes, EachEntityPolicyWeighsNamesItsOwnWay) {
  const auto mode = [](EntityPolicy policy) {
    return Verify("Bob Kane, Bill Finger", kBatman, {.entity_policy = policy}).audit_mode;
  };
  EXPECT_EQ(mode(EntityPolicy::kStrict), AuditMode::kStrict);
  EXPECT_EQ(mode(EntityPolicy::kHybrid), AuditMode::kHybrid);
  EXPECT_EQ(mode(EntityPolicy::kDrop), AuditMode::kUngrounded);
  EXPECT_EQ(mode(EntityPolicy::kProximity), AuditMode::kHybrid);
}
TEST(JudgeQuotes, ASwappedSubjectBesideOneSharedNameIsUngrounded) {
  EXPECT_EQ(Verify("Insulin was found by Alexander Fleming.",
                   "Penicillin was discovered by Alexander Fleming.")
                .audit_mode,
            AuditMode::kUngrounded);
}
TEST(JudgeQuotes, AnAnswerOfNothingIsUngrounded) {
  const auto verdict = Verify("", kBatman);
  EXPECT_EQ(verdict.verifier_method, "none");
  EXPECT_EQ(verdict.n_quotes, 0u);
}

}  // namespace
}  // namespace arborist::judge
