// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/claim_lattice.h"

#include <gtest/gtest.h>

namespace arborist::evidence {
namespace {

EvidenceMap OneFilm() {
  SourceChunk chunk;
  chunk.document_uri = "wiki/Film";
  chunk.chunk_root = "0123456789abcdef";
  chunk.span = "A film about dinosaurs.";
  return EvidenceMap({chunk});
}

TEST(ClaimLattice, ShowsEachClaimWithWhatItCites) {
  const std::vector<CitedClaim> claims = {{" Dinosaurs appear. ", {"E1", "E1"}},
                                          {"No source.", {}}};
  EXPECT_EQ(RenderClaimLattice(claims, OneFilm(), Rendering::kReferenceV98).text,
            "- Dinosaurs appear.\n"
            " [E1 | Film | 01234567: \"A film about dinosaurs.\"]\n"
            " [E1 | Film | 01234567: \"A film about dinosaurs.\"]\n"
            "- No source.");
}
TEST(ClaimLattice, ShowsAnUnknownPointer) {
  const std::vector<CitedClaim> claims = {{"Text.", {"E2", ""}}};
  EXPECT_EQ(RenderClaimLattice(claims, OneFilm(), Rendering::kReferenceV98).text,
            "- Text.\n [E2: ?]\n [: ?]");
}
TEST(ClaimLattice, LeavesOutAClaimWithoutText) {
  const std::vector<CitedClaim> claims = {{" \t", {"E1"}}, {"", {"E1"}}};
  EXPECT_EQ(RenderClaimLattice(claims, OneFilm(), Rendering::kReferenceV98).text, "");
}

}  // namespace
}  // namespace arborist::evidence
