// SPDX-License-Identifier: AGPL-3.0-only
#include "text/canonical.h"

#include <gtest/gtest.h>

#include <string>

#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::text {
namespace {

TEST(Canonicalize, CollapsesPythonsWhitespace) {
  EXPECT_EQ(Canonicalize(" a\t\n\x1f b\xC2\xA0\xE3\x80\x80"
                         "c\xC2\x85 "),
            "a b c");
}
TEST(Canonicalize, ZeroWidthSpaceIsNotWhitespace) {
  EXPECT_EQ(Canonicalize("a\xE2\x80\x8B b"), "a\xE2\x80\x8B b");
}
TEST(Canonicalize, OfNothingIsNothing) {
  EXPECT_EQ(Canonicalize(""), "");
  EXPECT_EQ(Canonicalize(" \n\xE3\x80\x80"), "");
}
TEST(Canonicalize, ComposesToNfc) {
  EXPECT_EQ(Canonicalize("e\xCC\x81"), "é");
  EXPECT_EQ(Canonicalize("\xE2\x84\xAB"), "Å");               // Angstrom sign
  EXPECT_EQ(Canonicalize("\xE1\x84\x80\xE1\x85\xA1"), "가");  // Hangul jamo
}
TEST(Canonicalize, IsIdempotent) {
  for (const std::string_view text :
       {"e\xCC\x81 \t\xE2\x80\x80x", "\xE1\xBA\x9B\xCC\xA3", "  a  b "}) {
    EXPECT_EQ(Canonicalize(Canonicalize(text)), Canonicalize(text));
  }
}
TEST(Canonicalize, LoneSurrogatesPassAndBlockComposition) {
  EXPECT_EQ(Canonicalize("a\xED\xB0\x80\xCC\x81"), "a\xED\xB0\x80\xCC\x81");
}
TEST(Canonicalize, CodePointsUnassignedInUnicode15PassUnchanged) {
  // U+1C89, U+105C9 + U+0307 (a composition of Unicode 16), U+0897 (a mark of Unicode 16).
  for (const std::string_view text :
       {"\xE1\xB2\x89", "\xF0\x90\x97\x92\xCC\x87", "a\xE0\xA2\x97\xCC\xA3"}) {
    EXPECT_EQ(Canonicalize(text), text);
  }
  EXPECT_EQ(ToLower("\xE1\xB2\x89"), "\xE1\xB2\x89");  // upper case only since Unicode 16
}
TEST(ToLower, FollowsPython) {
  EXPECT_EQ(ToLower("ABC ÀÉ ΑΣ ΣΑ ΑΣΑ"), "abc àé ας σα ασα");
  EXPECT_EQ(ToLower("İ"), "i̇");
  EXPECT_EQ(ToLower("Ǆ ẞ Ω"), "ǆ ß ω");
}
TEST(ToLower, FinalSigmaSkipsCaseIgnorables) {
  EXPECT_EQ(ToLower("ΑΣ'"), "ας'");
  EXPECT_EQ(ToLower("ΑΣ'Α"), "ασ'α");
  EXPECT_EQ(ToLower("Σ"), "σ");
}
TEST(Whitespace, ByteAndCodePointFormsAgree) {
  for (char32_t c = 1; c < 0x11000; ++c) {
    if (IsSurrogate(c)) continue;
    std::string text;
    Append(&text, c);
    EXPECT_EQ(WhitespaceAt(text, 0) != 0, IsWhitespace(c)) << static_cast<unsigned>(c);
  }
}

}  // namespace
}  // namespace arborist::text
