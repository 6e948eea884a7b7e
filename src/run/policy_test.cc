// SPDX-License-Identifier: AGPL-3.0-only
#include "run/policy.h"

#include <gtest/gtest.h>

namespace arborist::run {
namespace {

Result<Policy> Read(std::string_view text) { return ReadPolicy(*json::Parse(text)); }

Hash256 HashOf(std::string_view text) { return GovernanceHash(ToJson(*Read(text))); }

TEST(Policy, AbsentFieldsHaveTheirDefaults) {
  const auto policy = Read("{}");
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->answer_mode, verify::AnswerMode::kClaimLatticePointer);
  EXPECT_EQ(policy->verifier, verify::Verifier::kLexicalV2);
  EXPECT_EQ(HashOf("{}"), HashOf(R"({"temperature":0.1,"max_tokens":512})"))
      << "a default that is written out is the same policy";
}

TEST(Policy, WhatIsWrittenReadsBackToTheSame) {
  for (const char* text :
       {"{}", R"({"answer_mode":"quote","verifier":"reference-v9.8","reject_broad":true})",
        R"({"answer_mode":"claim_lattice","extra_body":{"seed":7}})"}) {
    const json::Object written = ToJson(*Read(text));
    const auto again = ReadPolicy(written);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(ToJson(*again), written);
  }
}

TEST(Policy, EveryFieldIsInTheHash) {
  const json::Object defaults = ToJson(Policy{});
  const Hash256 before = GovernanceHash(defaults);
  for (const auto& [name, value] : defaults) {
    json::Object changed = defaults;
    changed[name] = "changed";
    EXPECT_NE(GovernanceHash(changed), before) << name;
  }
  EXPECT_NE(HashOf(R"({"extra_body":{}})"), HashOf("{}")) << "absent is not any value";
}

TEST(Policy, ChangingAnythingThatVerifiesMovesTheVerifierHashToo) {
  const auto verifier = [](std::string_view text) { return VerifierHash(ToJson(*Read(text))); };
  for (const char* text :
       {R"({"verifier":"reference-v9.8"})", R"({"entity_policy":"drop"})", R"({"proximity_n":4})",
        R"({"proximity_window":100})", R"({"claim_lattice_max_claims_per_answer":3})",
        R"({"claim_lattice_warrant_check_enabled":false})", R"({"deflection_check_enabled":false})",
        R"({"format_collapse_check_enabled":false})"}) {
    EXPECT_NE(verifier(text), verifier("{}")) << text;
  }
  EXPECT_EQ(verifier(R"({"temperature":0.9})"), verifier("{}"));
}

TEST(Policy, RefusesByName) {
  const auto message = [](std::string_view text) {
    const auto policy = Read(text);
    return policy ? std::string("accepted") : policy.error().message;
  };
  EXPECT_TRUE(message(R"({"temprature":0})")
                  .contains("unknown policy field temprature; docs/format/policy.md"));
  EXPECT_TRUE(message(R"({"temperature":"hot"})").contains("temperature"));
  EXPECT_TRUE(message(R"({"temperature":-1})").contains("temperature"));
  EXPECT_TRUE(message(R"({"max_tokens":0})").contains("max_tokens"));
  EXPECT_TRUE(message(R"({"answer_mode":"prose"})").contains("answer_mode"));
  EXPECT_TRUE(message(R"({"extra_body":7})").contains("extra_body"));
  EXPECT_TRUE(message(R"({"prompt_version":"pointer-v0"})").contains("prompt_version"))
      << "a policy of other words is not ours to run";
  EXPECT_TRUE(message("[]").contains("object"));
}

TEST(Policy, TheOtherDedupIsAnotherPolicy) {
  EXPECT_NE(GovernanceHash(ToJson(Policy{})), GovernanceHash(ToJson(WithOtherDedup(Policy{}))));
}

}  // namespace
}  // namespace arborist::run
