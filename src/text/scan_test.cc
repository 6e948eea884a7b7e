// SPDX-License-Identifier: AGPL-3.0-only
#include "text/scan.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {

using Words = std::vector<std::string_view>;

TEST(Scan, ClassesAreThoseOfPython) {
  EXPECT_TRUE(IsAlpha(U'é') && IsAlpha(U'中') && IsAlpha(0xAA) && !IsAlpha(U'1') &&
              !IsAlpha(0x0301));
  EXPECT_TRUE(IsUpper(U'Я') && IsUpper(0x2160) &&
              !IsUpper(0x01C5));  // Ⅰ is upper, Dž is title case
  EXPECT_TRUE(IsLower(U'ß') && IsLower(0xAA) && !IsLower(U'中'));
  EXPECT_TRUE(IsDecimal(0x0663) && !IsDecimal(0xB2));  // Arabic three; not superscript two
  EXPECT_TRUE(IsWordChar('_') && IsWordChar(0xB2) && IsWordChar(0xBD) && !IsWordChar(0x0301));
}
TEST(Scan, AWordBoundaryHasAWordCharacterOnOneSide) {
  EXPECT_TRUE(IsWordBoundary("é.", 0) && IsWordBoundary("é.", 2) && !IsWordBoundary("é.", 3));
  EXPECT_FALSE(IsWordBoundary("", 0));
}
TEST(Scan, UpperNeedsOneCasedLetterAndNoLowerOne) {
  EXPECT_TRUE(IsUpperString("DNA") && IsUpperString("Я1") && !IsUpperString("12"));
  EXPECT_FALSE(IsUpperString("DNa") || IsUpperString("") || IsUpperString("Dž"));
  EXPECT_TRUE(IsAlphaString("DNA") && !IsAlphaString("D1") && !IsAlphaString(""));
}
TEST(Scan, StripTakesUnicodeWhitespaceFromBothEnds) {
  EXPECT_EQ(Strip("\u00A0 \u3000a b\u2003\x1c\n"), "a b");
  EXPECT_EQ(StripRight(" a \u0085"), " a");
  EXPECT_EQ(Strip(" \t"), "");
  EXPECT_EQ(StripAny("(\"a.b\").", ".,;:!?\"()"), "a.b");
  EXPECT_EQ(StripAny("...", "."), "");
}
TEST(Scan, WordsAreRunsWithoutWhitespace) {
  EXPECT_EQ(Split(" a\u2003bc\n\u3000d "), (Words{"a", "bc", "d"}));
  EXPECT_TRUE(Split("\u00A0").empty());
}
TEST(Scan, LinesEndWherePythonEndsThem) {
  EXPECT_EQ(SplitLines("a\r\nb\rc\n\nd\u2028e\x0b"
                       "f\x1e"),
            (Words{"a", "b", "c", "", "d", "e", "f"}));
  EXPECT_TRUE(SplitLines("").empty());
}
TEST(Scan, AWordSetFindsItsWordsOnly) {
  constexpr auto kSet = MakeWordSet("with", "a", "from");
  EXPECT_TRUE(kSet.Has("a") && kSet.Has("from") && kSet.Has("with"));
  EXPECT_FALSE(kSet.Has("") || kSet.Has("fro") || kSet.Has("b"));
}

}  // namespace
}  // namespace arborist::text
