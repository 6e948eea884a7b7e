// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "judge/reference/lattice_sample_test.h"
#include "judge/verdict_json.h"

namespace arborist::judge {
namespace {

using Names = std::vector<std::string>;

TEST(PointerLines, AreStrictWhenEveryPointerHolds) {
  const LatticeVerdict verdict = Pointers("- Mars has two moons called Phobos and Deimos. [E1]");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(verdict.n_quotes, 1);
  EXPECT_EQ(verdict.n_verified, 1);
  EXPECT_TRUE(verdict.violations.empty());
  EXPECT_EQ(verdict.claim_statuses.at(0).status, "EVIDENCE_LINKED");
  EXPECT_EQ(verdict.rendered_text,
            "- Mars has two moons called Phobos and Deimos.\n"
            " [E1 | Mars | leaf of : \"Mars is the fourth planet. It has two moons, Phobos and "
            "Deimos.\"]");
}
TEST(PointerLines, WithoutAnythingAreUngrounded) {
  const LatticeVerdict verdict = Pointers("");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kUngrounded);
  EXPECT_EQ(verdict.n_quotes, 0);
  EXPECT_EQ(verdict.rendered_text, "");
}
TEST(PointerLines, CountALineWithoutTagAsFailed) {
  const LatticeVerdict verdict =
      Pointers("Mars has moons called Phobos and Deimos. [E1]\nJupiter is large.");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kHybrid);
  EXPECT_EQ(verdict.n_quotes, 2);
  EXPECT_EQ(Kinds(verdict), Names{"NO_EVIDENCE_POINTER"});
  EXPECT_EQ(verdict.unverified_quotes, Names{"Jupiter is large."});
  EXPECT_EQ(verdict.evidence_id_pairs.size(), 2u);
}
TEST(PointerLines, RefuseATagWithoutAClaimAndABareName) {
  const LatticeVerdict verdict = Pointers("[E1]\nMars. [E1]");
  EXPECT_EQ(Kinds(verdict), (Names{"SCHEMA_INVALID", "SCHEMA_INVALID"}));
  EXPECT_EQ(verdict.unverified_quotes, Names{"Mars."});
  EXPECT_EQ(verdict.n_quotes, 2);
}
TEST(PointerLines, RefuseWhatIsUnknownBlockedOrUnsupported) {
  LatticePolicy policy;
  policy.max_pointers_per_claim = 4;
  EXPECT_EQ(Kinds(Pointers("Mars has two moons around itself. [E9]", "", policy)),
            Names{"UNKNOWN_EVIDENCE_ID"});
  EXPECT_EQ(Kinds(Pointers("Jupiter certainly carries stormy weather forever. [E1]", "", policy)),
            Names{"CITATION_MISMATCH"});
  const LatticeVerdict partial = Pointers("Saturn has rings of ice. [E3,E9]", "", policy);
  EXPECT_EQ(partial.claim_statuses.at(0).status, "EVIDENCE_LINKED_PARTIAL");
  EXPECT_EQ(partial.pointer_lines->partially_verified_quotes, Names{"Saturn has rings of ice."});
  EXPECT_TRUE(partial.unverified_quotes.empty());
  policy.allowed_source_roles = {"primary_answer_source"};
  EXPECT_EQ(Kinds(Pointers("Saturn has rings of ice. [E3]", "", policy)),
            Names{"SOURCE_ROLE_BLOCKED"});
}
TEST(PointerLines, OneSharedWordIsEnoughForAShortClaimOnly) {
  EXPECT_EQ(Pointers("Saturn tastes sweet. [E3]").n_verified, 1);
  EXPECT_EQ(Pointers("Saturn tastes sweet with honey. [E3]").n_verified, 0) << "one of four: 25 %";
}
TEST(PointerLines, KeepTheFirstPointersOfTooMany) {
  const LatticeVerdict verdict = Pointers("Saturn has rings of ice. [E3,E9,E8]");
  EXPECT_EQ(Kinds(verdict), (Names{"POINTER_OVERFLOW_TRIMMED", "UNKNOWN_EVIDENCE_ID"}));
  EXPECT_EQ(verdict.n_quotes, 3);
  EXPECT_EQ(verdict.n_verified, 1);
  EXPECT_EQ(verdict.violations[0].at("dropped"), json::Value(json::Array{"E8"}));
}
TEST(PointerLines, AreSuspectWhenOnePointerCarriesThemAll) {
  const LatticeVerdict verdict = Pointers(
      "Mars has two moons. [E1]\nMars is the fourth planet. [E1]\nPhobos is a moon of Mars. [E1]");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kHybrid);
  EXPECT_TRUE(verdict.pointer_lines->lazy_anchor_demoted);
  EXPECT_EQ(verdict.pointer_lines->lazy_anchor_ratio, 1.0);
  EXPECT_EQ(Kinds(verdict), Names{"LAZY_ANCHOR_DEMOTE"});
}
TEST(PointerLines, AreTooManyAboveTheLimit) {
  LatticePolicy policy;
  policy.max_claims_per_answer = 1;
  const LatticeVerdict verdict =
      Pointers("Mars has two moons. [E1]\nSaturn has rings of ice. [E3]", "", policy);
  EXPECT_EQ(Kinds(verdict), Names{"TOO_MANY_CLAIMS"});
  EXPECT_EQ(verdict.n_verified, 2) << "every claim is still judged";
  EXPECT_EQ(verdict.audit_mode, AuditMode::kHybrid);
}
TEST(PointerLines, CitingUnrelatedTitlesOnlyAreUngrounded) {
  const LatticeVerdict all = Pointers("Phobos and Deimos are moons of something. [E1]");
  EXPECT_EQ(Kinds(all), Names{"TITLE_MISMATCH"});
  EXPECT_EQ(all.audit_mode, AuditMode::kUngrounded);
  const LatticeVerdict some =
      Pointers("Phobos and Deimos are moons of something. [E1]\nSaturn has rings of ice. [E3]");
  EXPECT_EQ(some.audit_mode, AuditMode::kHybrid);
  EXPECT_EQ(some.title_mismatch_claim_idxs, (ClaimIndexes{0}));
}
TEST(PointerLines, RepeatingTheQuestionIsNoSupport) {
  LatticePolicy policy;
  policy.warrant_check_enabled = false;
  policy.deflection_check_enabled = false;
  const std::string answer = "Saturn rings host steering, replies and correcters of ice. [E3]";
  EXPECT_EQ(Kinds(Pointers(answer, "Which steering replies are on Saturn rings?", policy)), Names{})
      << "two words";
  const LatticeVerdict verdict =
      Pointers(answer, "Which steering replies have correcters on Saturn rings?", policy);
  EXPECT_EQ(Kinds(verdict), Names{"SUBJECT_TOKENS_ABSENT"});
  EXPECT_EQ(verdict.violations[0].at("absent_tokens"),
            json::Value(json::Array{"correcters", "replies", "steering"}));
  EXPECT_EQ(verdict.audit_mode, AuditMode::kHybrid);
}
TEST(PointerLines, ThatGaveUpTheFormatAreNamedSo) {
  std::string prose;
  for (int i = 0; i < 5; ++i) prose += "This line says a lot and cites nothing at all.\n";
  EXPECT_TRUE(Pointers(prose).pointer_lines->format_collapsed);
  EXPECT_FALSE(Pointers(prose + "[E1").pointer_lines->format_collapsed);
  EXPECT_FALSE(Pointers(prose.substr(0, prose.size() / 5 * 4)).pointer_lines->format_collapsed);
}
TEST(PointerLines, MissAWarrantUnlessAChainHoldsIt) {
  const std::string answer = "The planet Mars was seen by Galileo in 1610. [E1]";
  const LatticeVerdict verdict = Pointers(answer);
  EXPECT_EQ(Kinds(verdict), Names{"WARRANT_MISSING"});
  EXPECT_EQ(verdict.warrant_missing_claim_idxs, (ClaimIndexes{0}));
  EXPECT_TRUE(verdict.warrant_applied);
  const LatticeVerdict proven =
      JudgeClaimLattice(answer, evidence::EvidenceMap(Planets()),
                        {.question = "", .warrant_chain_roots = {"root of Mars"}}, {});
  EXPECT_TRUE(proven.violations.empty());
  EXPECT_EQ(proven.warrant_proven_claim_idxs, (ClaimIndexes{0}));
  EXPECT_EQ(proven.audit_mode, AuditMode::kStrict);
}
TEST(PointerLines, LeavingTheSubjectAreDeflection) {
  const LatticeVerdict verdict =
      Pointers("Mars has two moons. [E1]", "Which moons orbit the planet Jupiter?");
  EXPECT_FALSE(verdict.deflection_detected) << "moons are what is asked for";
  const LatticeVerdict other = Pointers("Mars has two moons. [E1]", "Tell me about Jupiter");
  EXPECT_TRUE(other.deflection_detected);
  EXPECT_EQ(Kinds(other), Names{"DEFLECTION_DETECTED"});
  EXPECT_EQ(other.audit_mode, AuditMode::kHybrid);
}
TEST(PointerLines, SurviveAnyText) {
  for (const std::string& text :
       {std::string("\0 [E1]", 6), std::string("\xED\xA0\x80 lone surrogate text [E1]"),
        std::string("\u200bzero\u200bwidth claims\u200b [E1]"), std::string("[E1][E1]][[E1,E1,"),
        std::string(100000, '['), "Mars moons " + std::string(3000, '[') + "[E1]"}) {
    const LatticeVerdict verdict = Pointers(text, text);
    EXPECT_GE(verdict.n_quotes, verdict.n_verified);
    EXPECT_TRUE(json::Parse(json::DumpLine(ToJson(verdict))));
  }
}

// Tags that name sentences.
class SentencePointers : public ::testing::Test {
 protected:
  SentencePointers()
      : evidence_({Passage("Mars",
                           "Mars is the fourth planet. Mars has two moons. Mars is red. "
                           "Mars has two moons.")}) {
    policy_.verifier = Verifier::kLexicalV3;
    policy_.tags = evidence::Tags::kSentences;
    policy_.rendering = evidence::Rendering::kOneLineV2;
    evidence::SentencePlaces places(1);
    for (const auto& [begin, end] : {std::pair{0u, 26u}, {27u, 46u}, {47u, 59u}, {60u, 79u}}) {
      places[0].push_back({begin, end, evidence::SentenceKind::kSentence, std::nullopt});
    }
    const auto sentences = evidence::SentenceList::Make(evidence_, places);
    EXPECT_TRUE(sentences);
    sentences_ = *sentences;
  }
  LatticeVerdict Verify(std::string_view answer) {
    return JudgeClaimLattice(answer, evidence_, {}, policy_, sentences_);
  }
  evidence::EvidenceMap evidence_;
  evidence::SentenceList sentences_;
  LatticePolicy policy_;
};

TEST_F(SentencePointers, AreHeldAgainstTheSentenceThatTheyName) {
  const LatticeVerdict verdict = Verify("Mars has two moons. [E1.2]");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(verdict.rendered_text,
            "- Mars has two moons.\n [E1.2 | Mars | leaf of : \"Mars has two moons.\"]");
  ASSERT_EQ(verdict.claim_statuses.size(), 1u);
  EXPECT_EQ(verdict.claim_statuses[0].evidence_ids,
            json::Array{json::Value(sentences_.ByPointer("E1.2")->evidence_id)});
  EXPECT_EQ(Verify("Mars has two moons. [E1.4]").audit_mode, AuditMode::kStrict)
      << "said twice: the second place is as good";
}
TEST_F(SentencePointers, FailWhereAnotherSentenceOfThePassageSaysIt) {
  EXPECT_EQ(Kinds(Verify("Mars has two moons. [E1.3]")), Names{"CITATION_MISMATCH"});
  EXPECT_EQ(Verify("Mars has two moons. [E1]").audit_mode, AuditMode::kStrict)
      << "the whole passage may still be named";
  EXPECT_EQ(Verify("Mars has two moons. [E1.1,E1.2]").audit_mode, AuditMode::kStrict)
      << "sentences that are cited together state it together";
}
TEST_F(SentencePointers, ThatNameNothingAreUnknown) {
  for (const std::string_view tag : {"E1.5", "E1.02", "E2.1", "E1.0"}) {
    EXPECT_EQ(Kinds(Verify("Mars has two moons. [" + std::string(tag) + "]")),
              Names{"UNKNOWN_EVIDENCE_ID"})
        << tag;
  }
}
TEST_F(SentencePointers, StandInJsonAnswersToo) {
  const auto verify = [&](std::string_view id) {
    return JudgeClaimLatticeJson(R"({"claims":[{"text":"Mars has two moons.","evidence_ids":[")" +
                                     std::string(id) + "\"]}]}",
                                 evidence_, {}, policy_, sentences_);
  };
  EXPECT_EQ(verify("E1.2").audit_mode, AuditMode::kStrict);
  EXPECT_EQ(Kinds(verify("E1.3")), Names{"CITATION_MISMATCH"});
}

}  // namespace
}  // namespace arborist::judge
