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
  EXPECT_EQ(policy->answer_mode, judge::AnswerMode::kClaimLatticePointer);
  EXPECT_EQ(policy->verifier, judge::Verifier::kLexicalV2);
  EXPECT_EQ(HashOf("{}"), HashOf(R"({"temperature":0.1,"max_tokens":512})"))
      << "a default that is written out is the same policy";
}

TEST(Policy, WhatIsWrittenReadsBackToTheSame) {
  for (const char* text :
       {"{}", R"({"answer_mode":"quote","verifier":"reference-v9.8","reject_broad":true})",
        R"({"answer_mode":"claim_lattice","extra_body":{"seed":7}})"}) {
    for (const auto& policy : {Read(text), ReadWantedPolicy(*json::Parse(text))}) {
      const json::Object written = ToJson(*policy);
      const auto again = ReadPolicy(written);
      ASSERT_TRUE(again) << again.error().message;
      EXPECT_EQ(ToJson(*again), written);
      EXPECT_EQ(again->version, policy->version);
    }
  }
}

TEST(Policy, SelectHasFieldsThatNoOtherModeHas) {
  const auto select = ReadWantedPolicy(*json::Parse(R"({"answer_mode":"select"})"));
  ASSERT_TRUE(select) << select.error().message;
  const json::Object written = ToJson(*select);
  EXPECT_EQ(written.at("claim_lattice_max_selected"), json::Value(6));
  EXPECT_EQ(written.at("claim_lattice_sentences"), json::Value("sentences-v1"));
  EXPECT_EQ(written.at("prompt_version"), json::Value("select-v1"));
  EXPECT_EQ(ToJson(*ReadPolicy(written)), written);
  EXPECT_FALSE(InOlderVersion(*select)) << "no older version can say it";
  for (const char* mode : {"quote", "claim_lattice_pointer", "claim_lattice"}) {
    const auto other = ReadWantedPolicy(json::Object{{"answer_mode", mode}});
    EXPECT_FALSE(ToJson(*other).contains("claim_lattice_max_selected")) << mode;
    EXPECT_FALSE(
        ReadWantedPolicy(json::Object{{"answer_mode", mode}, {"claim_lattice_max_selected", 6}}));
  }
}

TEST(Policy, SelectIsOfTheFourthVersionAndItsVerifier) {
  for (
      const char* text :
      {R"({"answer_mode":"select"})", R"({"answer_mode":"select","policy_version":3})",
       R"({"answer_mode":"select","policy_version":4,"verifier":"lexical-v2"})",
       R"({"answer_mode":"select","policy_version":4,"claim_lattice_max_selected":0})",
       R"({"answer_mode":"select","policy_version":4,"claim_lattice_max_selected":51})",
       R"({"answer_mode":"select","policy_version":4,"claim_lattice_sentences":"sentences-v0"})"}) {
    EXPECT_FALSE(Read(text)) << text;
  }
  EXPECT_TRUE(
      Read(R"({"answer_mode":"select","policy_version":4,"claim_lattice_max_selected":1})"));
}

// Of records that were kept before policies had versions: these hashes never change.
TEST(PolicyVersions, ThatOfAPolicyWithoutOneHasTheHashesOfOld) {
  const struct {
    const char* policy;
    const char* governance;
  } cases[] = {{"{}", "9338789502c91def8c65c86d2ea2fff619edfed74abaaecabb21126650887f45"},
               {R"({"verifier":"reference-v9.8"})",
                "82cf79528875c97a61bad8e01e6954f5c9b2fd44316394a5145fd9b05cde8c8b"},
               {R"({"answer_mode":"claim_lattice"})",
                "d753696a9da15d9387404aff366fffb31d7633218b19ac463a90948f1a025ba1"},
               {R"({"answer_mode":"claim_lattice","verifier":"reference-v9.8"})",
                "e95394bac1e32d0af9257edc05c8588559d603bc0c62f0117cb2fc792a72963b"},
               {R"({"answer_mode":"quote"})",
                "63d3b21ee760e8603c356a3546ede9374070f84153ab96b5edea367ba45af799"},
               {R"({"answer_mode":"quote","verifier":"reference-v9.8"})",
                "896076188e42e65ab8bf3aaa3ca18906fb035ff45b26405e779eed6057e95f50"},
               {R"({"extra_body":{"seed":7}})",
                "e791e71a96153641ae1437260f15e2886eb49c625c5eb78ae6864ed78130a770"}};
  for (const auto& [policy, governance] : cases) {
    EXPECT_EQ(Read(policy)->version, PolicyVersion::k1);
    EXPECT_EQ(HashOf(policy).hex(), governance) << policy;
  }
  EXPECT_EQ(VerifierHash(ToJson(*Read("{}"))).hex(),
            "86d3d7b1c55ad5a11e4795b035fde24356af3ebd672a18fba3612efd2eb82671");
}

TEST(PolicyVersions, TheFieldsOfTheFirstAreFrozen) {
  EXPECT_EQ(ToJson(*Read("{}")).size(), 43U) << "a new field belongs to a newer version";
  for (const char* field : {"policy_version", "rendering"}) {
    EXPECT_FALSE(ToJson(*Read("{}")).contains(field));
    EXPECT_TRUE(ToJson(Policy{}).contains(field));
  }
}

TEST(PolicyVersions, WhatIsWantedIsOfTheNewest) {
  const auto wanted = ReadWantedPolicy(json::Object{});
  EXPECT_EQ(wanted->version, kNewestPolicy);
  EXPECT_EQ(ToJson(*wanted).at("policy_version"), json::Value(4));
  EXPECT_EQ(ToJson(*wanted).at("question_dedup"), json::Value("equivalence_class_v2"));
  EXPECT_EQ(ToJson(*wanted).at("rendering"), json::Value("one-line-v2"));
  EXPECT_EQ(ReadWantedPolicy(*json::Parse(R"({"policy_version":1})"))->version, PolicyVersion::k1);
  EXPECT_NE(VerifierHash(ToJson(*wanted)), VerifierHash(ToJson(*Read("{}"))))
      << "the rendering decides what the verifier reads";
}

TEST(PolicyVersions, UnknownOnesAndFieldsOfNewerOnesAreRefused) {
  for (const char* text : {R"({"policy_version":5})", R"({"policy_version":0})",
                           R"({"policy_version":"2"})", R"({"policy_version":2.0})"}) {
    const auto policy = Read(text);
    ASSERT_FALSE(policy) << text;
    EXPECT_TRUE(policy.error().message.contains("policy_version")) << policy.error().message;
  }
  EXPECT_TRUE(Read(R"({"rendering":"one-line-v1"})").error().message.contains("rendering"));
  EXPECT_FALSE(Read(R"({"policy_version":2,"rendering":"reference-v9.8"})"));
}

// Of records that were kept under version 2: these hashes never change either.
TEST(PolicyVersions, ThoseOfTheSecondHaveTheirHashes) {
  EXPECT_EQ(HashOf(R"({"policy_version":2})").hex(),
            "ca9d945af17fbf5fdfe659683d35e1ccce78a22a5dab383cb345c86215d25795");
  EXPECT_EQ(ToJson(*Read(R"({"policy_version":2})")).at("question_dedup"),
            json::Value("equivalence_class"));
}

TEST(PolicyVersions, ThoseOfTheThirdHaveTheirHashes) {
  EXPECT_EQ(HashOf(R"({"policy_version":3})").hex(),
            "a660946c0e57d21c035d8886267cd94e8e0b4d3345b0a2cc1f7e6be9c77beb7d");
  EXPECT_EQ(ToJson(*Read(R"({"policy_version":3})")).at("verifier"), json::Value("lexical-v2"));
}

TEST(PolicyVersions, TheOlderOneSaysTheSame) {
  constexpr const char* kFields =
      R"({"answer_mode":"quote","proximity_n":4,"question_dedup":"strict","verifier":"lexical-v2"})";
  const auto wanted = ReadWantedPolicy(*json::Parse(kFields));
  const auto third = InOlderVersion(*wanted);
  ASSERT_TRUE(third);
  EXPECT_EQ(third->version, PolicyVersion::k3);
  const auto second = InOlderVersion(*third);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->version, PolicyVersion::k2);
  const auto first = InOlderVersion(*second);
  ASSERT_TRUE(first);
  EXPECT_EQ(ToJson(*first), ToJson(*Read(kFields)));
  EXPECT_FALSE(InOlderVersion(*first));
}

TEST(PolicyVersions, AnOlderOneThatCannotSayTheSameIsNone) {
  EXPECT_FALSE(InOlderVersion(*Read(R"({"policy_version":3})")))
      << "version 2 cannot tell plan A from the plan";
  EXPECT_TRUE(Read(R"({"policy_version":2,"question_dedup":"equivalence_class_v2"})")
                  .error()
                  .message.contains("question_dedup"));
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

TEST(Policy, TheAlternateDedupIsAnotherPolicyAndStrictHasNone) {
  const auto strict = WithAlternateDedup(Policy{});
  ASSERT_TRUE(strict);
  EXPECT_EQ(strict->question_dedup, question::Dedup::kStrict);
  EXPECT_NE(GovernanceHash(ToJson(Policy{})), GovernanceHash(ToJson(*strict)));
  EXPECT_FALSE(WithAlternateDedup(*strict));
}

TEST(Policy, TheLeastConfidenceIsAFieldOnlyWhereItIsGiven) {
  EXPECT_FALSE(ToJson(Policy()).contains("min_confidence"));
  const auto read = [](double value, std::int64_t version) {
    return ReadPolicy(json::Object{{"policy_version", version}, {"min_confidence", value}});
  };
  const auto policy = read(0.613, 4);
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(policy->min_confidence, 613);
  EXPECT_EQ(ToJson(*policy).at("min_confidence"), json::Value(0.613));
  EXPECT_NE(GovernanceHash(ToJson(*policy)), GovernanceHash(ToJson(Policy())));
  EXPECT_FALSE(read(0.6, 3)) << "an older policy knows of none";
  for (const double bad : {-0.1, 1.1, 0.1234}) EXPECT_FALSE(read(bad, 4)) << bad;
  EXPECT_FALSE(InOlderVersion(*policy)) << "an older one cannot say the same";
}

TEST(Policy, TagsNamePassagesUnlessTheySayOtherwise) {
  const auto read = [](std::string_view text) { return ReadPolicy(*json::Parse(text)); };
  const auto plain = read(R"({"policy_version":4})");
  ASSERT_TRUE(plain);
  EXPECT_FALSE(json::Dump(ToJson(*plain)).contains("citation_tags"));
  EXPECT_EQ(GovernanceHash(ToJson(*plain)),
            GovernanceHash(
                ToJson(*read(R"({"policy_version":4,"claim_lattice_citation_tags":"passage"})"))));
  for (const std::string mode : {"claim_lattice_pointer", "claim_lattice"}) {
    const auto sentences = read(R"({"policy_version":4,"claim_lattice_citation_tags":"sentence",)"
                                R"("answer_mode":")" +
                                mode + "\"}");
    ASSERT_TRUE(sentences) << mode;
    EXPECT_TRUE(ListsSentences(*sentences));
    EXPECT_EQ(read(json::Dump(ToJson(*sentences)))->lattice.tags, evidence::Tags::kSentences);
    EXPECT_NE(VerifierHash(ToJson(*sentences)), VerifierHash(ToJson(*plain)));
    EXPECT_FALSE(InOlderVersion(*sentences)) << "no older policy says so";
  }
  for (
      const std::string_view bad :
      {R"({"policy_version":4,"claim_lattice_citation_tags":"word"})",
       R"({"policy_version":3,"claim_lattice_citation_tags":"sentence"})",
       R"({"policy_version":4,"claim_lattice_citation_tags":"sentence","answer_mode":"quote"})",
       R"({"policy_version":4,"claim_lattice_citation_tags":"sentence","answer_mode":"select"})",
       R"({"policy_version":4,"claim_lattice_citation_tags":"sentence","verifier":"lexical-v2"})"}) {
    const auto refused = read(bad);
    ASSERT_FALSE(refused) << bad;
    EXPECT_TRUE(refused.error().message.contains("claim_lattice_citation_tags")) << bad;
  }
}

}  // namespace
}  // namespace arborist::run
