// SPDX-License-Identifier: AGPL-3.0-only
#include "evidence/content_tokens.h"

#include <gtest/gtest.h>

namespace arborist::evidence {
namespace {

using Tokens = std::vector<std::string>;

TEST(ContentTokens, AreTheLongWordsLongestFirst) {
  EXPECT_EQ(ContentTokens("Brachiosaurus appears in the film"), (Tokens{"brachiosaurus", "film"}));
}
TEST(ContentTokens, KeepTheirOrderWhereEquallyLong) {
  EXPECT_EQ(ContentTokens("Zulu echo Alfa"), (Tokens{"zulu", "echo", "alfa"}));
}
TEST(ContentTokens, ComeOnceEach) {
  EXPECT_EQ(ContentTokens("Paris, PARIS (paris)"), (Tokens{"paris"}));
}
TEST(ContentTokens, KeepShortAcronymsInCapitalsOnly) {
  EXPECT_EQ(ContentTokens("a CPU, a cpu and the EU of X"), (Tokens{"cpu", "eu"}));
  EXPECT_EQ(ContentTokens("4K A4"), Tokens{});
}
TEST(ContentTokens, LoseMarksAtBothEndsAndNotInside) {
  EXPECT_EQ(ContentTokens("—(\"well-known\").— [o'clock]"), (Tokens{"well-known", "o'clock"}));
  EXPECT_EQ(ContentTokens("—-—.!"), Tokens{});
}
TEST(ContentTokens, CountCodePointsOfTheLowerCase) {
  EXPECT_EQ(ContentTokens("год годы"), (Tokens{"годы"}));
  EXPECT_EQ(ContentTokens("Kİd"), (Tokens{"ki\u0307d"})) << "three letters, four in lower case";
}
TEST(ContentTokens, LeaveCommonWordsOut) {
  EXPECT_EQ(ContentTokens("which features were also shown"), (Tokens{"were"}));
}

}  // namespace
}  // namespace arborist::evidence
