// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/pointer_claims.h"

#include <gtest/gtest.h>

namespace arborist::evidence {
namespace {

using Ids = std::vector<std::string>;

PointerClaim Only(std::string_view line) {
  const auto claims = ParsePointerClaims(line);
  EXPECT_EQ(claims.size(), 1u) << line;
  return claims.empty() ? PointerClaim{} : claims.front();
}

TEST(PointerClaims, AreTheLinesThatAreNotBlank) {
  const auto claims = ParsePointerClaims("One. [E1]\n\n \t\r\nTwo. [E2]\x0bThree.");
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_EQ(claims[0].claim_text, "One.");
  EXPECT_EQ(claims[1].pointer_ids, Ids{"E2"});
  EXPECT_EQ(claims[2].parse_status(), "NO_EVIDENCE_POINTER");
}
TEST(PointerClaims, TakeTagsFromAnywhereOnTheLine) {
  const PointerClaim claim = Only("[E3] The sky [ E1 , E12 ] is blue [E3,E2][E1].");
  EXPECT_EQ(claim.claim_text, "The sky is blue.");
  EXPECT_EQ(claim.pointer_ids, (Ids{"E3", "E1", "E12", "E2"}));
  EXPECT_EQ(claim.parse_status(), "PARSED");
}
TEST(PointerClaims, LeaveOtherBracketsAlone) {
  for (const std::string_view line : {"a [e1] b", "a [1] b", "a [E] b", "a [E1-E3] b", "a [E1,] b",
                                      "a [E1", "a [[E1 b", "a [E1 E2] b", "a [E१] b"}) {
    const PointerClaim claim = Only(line);
    EXPECT_EQ(claim.claim_text, line);
    EXPECT_FALSE(claim.parsed) << line;
  }
  EXPECT_EQ(Only("a [[E1]] b").claim_text, "a [] b");
}
TEST(PointerClaims, LoseTheTagBeforeTheBullet) {
  EXPECT_EQ(Only("- Text. [E1]").claim_text, "Text.");
  EXPECT_EQ(Only("[E1] 2) Text.").claim_text, "Text.");
  EXPECT_EQ(Only("- [E1]").claim_text, "-");
  EXPECT_EQ(Only("[E1]").claim_text, "");
  EXPECT_TRUE(Only("[E1]").parsed);
}
TEST(PointerClaims, TakeTheBlanksBeforeATagWithIt) {
  EXPECT_EQ(Only("Text \t[E1].").claim_text, "Text.");
  EXPECT_EQ(Only("Text\u00a0[E1].").claim_text, "Text .") << "only blanks and tabs";
}
TEST(PointerClaims, SurviveAnyText) {
  EXPECT_EQ(Only(std::string_view("a\0b\xED\xA0\x80 [E1]", 11)).claim_text,
            std::string_view("a\0b\xED\xA0\x80", 6));
  EXPECT_EQ(Only("E1] [E99999999999999999999999]").pointer_ids, Ids{"E99999999999999999999999"});
  EXPECT_TRUE(ParsePointerClaims("").empty());
}
TEST(PointerClaims, MayNameSentencesWhereThatIsAskedFor) {
  EXPECT_FALSE(Only("a [E1.2] b").parsed) << "the reference's parser knows passages alone";
  const auto claims = ParsePointerClaims("It opened. [E1.2, E3]\na [E1.] [E1.x] [E.1] [E1.2.3] b",
                                         Tags::kSentences);
  ASSERT_EQ(claims.size(), 2u);
  EXPECT_EQ(claims[0].pointer_ids, (Ids{"E1.2", "E3"}));
  EXPECT_EQ(claims[0].claim_text, "It opened.");
  EXPECT_FALSE(claims[1].parsed);
}
TEST(TagStarts, AreCountedWhetherOrNotTheyParse) {
  EXPECT_EQ(CountTagStarts("[E1] [E2,x [E] [[E3"), 3u);
  EXPECT_EQ(CountTagStarts("[E१] [E"), 1u);
}

}  // namespace
}  // namespace arborist::evidence
