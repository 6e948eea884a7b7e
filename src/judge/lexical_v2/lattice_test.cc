// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "judge/reference/lattice_sample_test.h"

namespace arborist::judge {
namespace {

LatticePolicy LexicalV2() {
  LatticePolicy policy;
  policy.verifier = Verifier::kLexicalV2;
  return policy;
}

TEST(LatticeLexicalV2, AVerbatimClaimIsStrictInBothForms) {
  EXPECT_EQ(Pointers("Venus is the second planet and has no moons at all. [E2]", "", LexicalV2())
                .audit_mode,
            AuditMode::kStrict);
  EXPECT_EQ(Json(R"({"claims":[{"text":"Venus is the second planet and has no moons at all.",)"
                 R"("evidence_ids":["E2"]}]})",
                 "", LexicalV2())
                .audit_mode,
            AuditMode::kStrict);
}
TEST(LatticeLexicalV2, SharedWordsThatSayAnotherThingAreACitationMismatch) {
  for (const std::string_view claim :
       {"Venus is the second planet and has moons. [E2]", "Mars is the second planet. [E1]",
        "Mars, the fourth planet, never has two moons, Phobos and Deimos. [E1]"}) {
    EXPECT_EQ(Pointers(claim).audit_mode, AuditMode::kStrict) << claim;  // what the reference says
    const LatticeVerdict verdict = Pointers(claim, "", LexicalV2());
    EXPECT_EQ(verdict.audit_mode, AuditMode::kUngrounded) << claim;
    EXPECT_EQ(Kinds(verdict), std::vector<std::string>{"CITATION_MISMATCH"}) << claim;
  }
}
TEST(LatticeLexicalV2, AProofInAPassageThatIsNotCitedDoesNotCount) {
  const LatticeVerdict verdict =
      Pointers("Venus is the second planet and has no moons at all. [E1]", "", LexicalV2());
  EXPECT_EQ(verdict.n_verified, 0);
}
TEST(LatticeLexicalV2, ASecondPassageOnTheSubjectMayStandBesideTheProof) {
  const LatticeVerdict verdict =
      Pointers("Venus is the second planet and has no moons at all. [E2,E1]", "", LexicalV2());
  EXPECT_EQ(verdict.n_verified, 2);
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
}

TEST(LatticeLexicalV2, ATitleAboutSomethingElseOrOnePassageForAllDoesNotMoveTheLabel) {
  std::vector<evidence::SourceChunk> chunks(1);
  chunks[0].title = "report_final_3.txt";
  chunks[0].chunk_root = std::string(64, 'a');
  chunks[0].span =
      "The dam was built in 1931. The dam holds four million tons. The dam has two heavy gates.";
  const evidence::EvidenceMap evidence(std::move(chunks));
  constexpr std::string_view kAnswer =
      "The dam was built in 1931. [E1]\nThe dam holds four million tons. [E1]\n"
      "The dam has two heavy gates. [E1]";
  const LatticeVerdict verdict = JudgeClaimLattice(kAnswer, evidence, {}, LexicalV2());
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(Kinds(verdict),
            (std::vector<std::string>{"TITLE_MISMATCH", "TITLE_MISMATCH", "TITLE_MISMATCH"}))
      << "the rung still shows it";
  EXPECT_EQ(JudgeClaimLattice(kAnswer, evidence, {}, {}).audit_mode, AuditMode::kUngrounded)
      << "what the reference says";
}

TEST(LatticeLexicalV2, ASentenceWithoutSpacesIsAClaim) {
  std::vector<evidence::SourceChunk> chunks(1);
  chunks[0].title = "张衡";
  chunks[0].chunk_root = std::string(64, 'a');
  chunks[0].span = "公元132年，他制成了候风地动仪，这是史书记载的世界上最早的地震仪。";
  const evidence::EvidenceMap evidence(std::move(chunks));
  const auto mode = [&](std::string_view answer) {
    return JudgeClaimLattice(answer, evidence, {}, LexicalV2()).audit_mode;
  };
  EXPECT_EQ(mode("公元132年，他制成了候风地动仪，这是史书记载的世界上最早的地震仪。 [E1]"),
            AuditMode::kStrict);
  EXPECT_EQ(mode("地震仪 [E1]"), AuditMode::kUngrounded) << "a name is no claim";
}

}  // namespace
}  // namespace arborist::judge
