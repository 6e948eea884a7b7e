// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "verify/lattice_sample_test.h"

namespace arborist::verify {
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

}  // namespace
}  // namespace arborist::verify
