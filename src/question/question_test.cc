// SPDX-License-Identifier: AGPL-3.0-only
#include "question/question.h"

#include <gtest/gtest.h>

#include "question/keys.h"

namespace arborist::question {
namespace {

std::string Class(std::string_view question) {
  return CanonicalQuestion(question, Dedup::kEquivalenceClass);
}

TEST(CanonicalQuestion, OneClassForEverySpelling) {
  for (const std::string_view question :
       {"who is batman", "Who is THE Batman?", " who  is a batman . ?", "who is batman。",
        "WHO IS AN BATMAN…!"}) {
    EXPECT_EQ(Class(question), "who is batman") << question;
    EXPECT_EQ(HashQuestion(question, Dedup::kEquivalenceClass).hex(),
              "2edf44762360a805941425142a2b49bb7995c551779e98e8c6be013d989ea890");
  }
}
TEST(CanonicalQuestion, KeepsQuotesBracketsAndApostrophes) {
  EXPECT_EQ(Class("What is \"x\"?"), "what is \"x\"");
  EXPECT_EQ(Class("whose is X's?)"), "whose is x's?)");
}
TEST(CanonicalQuestion, OfArticlesOnlyIsEmpty) { EXPECT_EQ(Class("The a AN?"), ""); }
TEST(CanonicalQuestion, StrictOnlyNormalises) {
  EXPECT_EQ(CanonicalQuestion("  Who is\nTHE Batman? ", Dedup::kStrict), "Who is THE Batman?");
}

std::string ClassV2(std::string_view question) {
  return CanonicalQuestion(question, Dedup::kEquivalenceClassV2);
}

TEST(CanonicalQuestionV2, AnAThatMayBeANameStays) {
  EXPECT_EQ(ClassV2("What does plan A cost?"), "what does plan a cost");
  EXPECT_EQ(ClassV2("What does the plan cost?"), "what does plan cost");
  EXPECT_NE(HashQuestion("What does plan A cost?", Dedup::kEquivalenceClassV2),
            HashQuestion("What does the plan cost?", Dedup::kEquivalenceClassV2));
  for (const std::string_view question :
       {"Which foods hold vitamin A?", "Who is in group A?", "Is hepatitis A dangerous?",
        "How do I get from Terminal A to gate 4?", "Who won Serie A?"}) {
    EXPECT_TRUE((ClassV2(question) + " ").contains(" a ")) << question;
  }
}
TEST(CanonicalQuestionV2, AnAThatIsAnArticleGoes) {
  for (const std::string_view question :
       {"What is a Pod?", "what is pod", "What is the Pod?", "WHAT IS AN POD…!", "what's a pod"}) {
    EXPECT_TRUE(ClassV2(question).ends_with(" pod")) << ClassV2(question);
    EXPECT_FALSE(ClassV2(question).contains(" a ")) << ClassV2(question);
  }
  EXPECT_EQ(ClassV2("A pod is what?"), "pod is what") << "the first word";
  EXPECT_EQ(ClassV2("Is there a limit on a Pod with a volume?"),
            "is there limit on pod with volume");
}
TEST(CanonicalQuestionV2, LooksAtTheWordDirectlyBefore) {
  EXPECT_EQ(ClassV2("What is the a?"), "what is a") << "the article is no function word";
  EXPECT_EQ(ClassV2("A a"), "a");
  EXPECT_EQ(ClassV2("Which is it, A or B?"), "which is it, a or b");
  EXPECT_EQ(ClassV2("The an?"), "");
}
TEST(CanonicalQuestionV2, IsFinerThanTheOlderClassAndCoarserThanStrict) {
  for (const std::string_view question : {"Who is THE Batman?", "plan A", "a plan",
                                          "What is a plan A for a B?", "谁是蝙蝠侠？。", ""}) {
    EXPECT_EQ(Class(ClassV2(question)), Class(question)) << question;
    EXPECT_EQ(ClassV2(CanonicalQuestion(question, Dedup::kStrict)), ClassV2(question)) << question;
  }
}
TEST(Dedup, OnlyStrictRecordsStandForThoseOfAnotherWay) {
  EXPECT_EQ(AlternateOf(Dedup::kEquivalenceClassV2), Dedup::kStrict);
  EXPECT_EQ(AlternateOf(Dedup::kEquivalenceClass), Dedup::kStrict);
  EXPECT_EQ(AlternateOf(Dedup::kStrict), std::nullopt);
  for (const char* name : {"strict", "equivalence_class", "equivalence_class_v2"}) {
    EXPECT_EQ(Name(*DedupFromName(name)), name);
  }
  EXPECT_FALSE(DedupFromName("equivalence_class_v3"));
}

KeyDimensions Sample() {
  return {.source_root = std::string(64, '0'),
          .question_hash = std::string(64, '1'),
          .model_profile_hash = std::string(64, '2'),
          .conversation_hash = std::string(64, '3'),
          .governance_policy_hash = std::string(64, '4'),
          .schema_version = "v9.8.0",
          .canonicalization_version = "norm-v1",
          .chunking_version = "tok-512-v1",
          .verifier_policy_hash = std::nullopt};
}

TEST(CacheKey, HasThePublishedVectors) {
  EXPECT_EQ(MakeCacheKey(Sample()).hex(),
            "e68f30d7ead0d4502be8fc8e71338ad35c2662fc97e67c35cd050df381887189");
  KeyDimensions nine = Sample();
  nine.verifier_policy_hash = std::string(64, '5');
  EXPECT_EQ(MakeCacheKey(nine).hex(),
            "7c6401c7139a7e5c2ec17d5ab53ac7fd05801c084e646ed65d2ec1850eb84fe3");
}
TEST(CacheKey, EveryDimensionMovesIt) {
  const CacheKey base = MakeCacheKey(Sample());
  for (auto member : {&KeyDimensions::source_root, &KeyDimensions::question_hash,
                      &KeyDimensions::model_profile_hash, &KeyDimensions::conversation_hash,
                      &KeyDimensions::governance_policy_hash, &KeyDimensions::schema_version,
                      &KeyDimensions::canonicalization_version, &KeyDimensions::chunking_version}) {
    KeyDimensions changed = Sample();
    (changed.*member) += "x";
    EXPECT_NE(MakeCacheKey(changed), base);
  }
}
TEST(Hashes, HaveThePublishedVectors) {
  const json::Value messages =
      *json::Parse(R"([{"role":"system","content":"s"},{"role":"user","content":"é"}])");
  EXPECT_EQ(HashCanonicalJson(messages)->hex(),
            "1b725bb45890410eae4b3d4619140a8868e8e6d0830d7482c828818721ee613a");
  EXPECT_EQ(VerifierPolicyHash(json::Object{})->hex(),
            "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}
TEST(VerifierPolicyHash, MovesOnlyWithVerifierFields) {
  const Hash256 empty = *VerifierPolicyHash(json::Object{});
  EXPECT_EQ(*VerifierPolicyHash(json::Object{{"temperature", 1}}), empty);
  EXPECT_NE(*VerifierPolicyHash(json::Object{{"entity_policy", "strict"}}), empty);
  EXPECT_NE(*VerifierPolicyHash(json::Object{{"claim_lattice_max_claims_per_answer", 12}}), empty);
}

}  // namespace
}  // namespace arborist::question
