// SPDX-License-Identifier: AGPL-3.0-only
#include "text/utf8.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {

TEST(FindInvalidUtf8, AcceptsEveryEncodedLength) {
  EXPECT_EQ(FindInvalidUtf8("aé€😀"), std::string_view::npos);
}
TEST(FindInvalidUtf8, NamesTheOffset) {
  EXPECT_EQ(FindInvalidUtf8("abc\xFF"), 3u);
  EXPECT_EQ(FindInvalidUtf8("0123456789\xC3"), 10u);    // cut
  EXPECT_EQ(FindInvalidUtf8("\xC0\x80"), 0u);           // overlong
  EXPECT_EQ(FindInvalidUtf8("\xE0\x80\x80"), 0u);       // overlong
  EXPECT_EQ(FindInvalidUtf8("\xF0\x80\x80\x80"), 0u);   // overlong
  EXPECT_EQ(FindInvalidUtf8("a\xF4\x90\x80\x80"), 1u);  // beyond U+10FFFF
}
TEST(FindInvalidUtf8, SurrogatesOnlyWhenAllowed) {
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80"), 0u);
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80", true), std::string_view::npos);
  EXPECT_EQ(FindInvalidUtf8("\xED\xA0\x80\xED\xB0\x80", true), 3u);  // a pair has one spelling
}
TEST(CodePoints, AreCountedAndCut) {
  EXPECT_EQ(CountCodePoints("aé€😀"), 4u);
  std::string text;
  for (std::size_t count = 1; count < 40; ++count) {  // across the edges of eight bytes
    text += count % 3 == 0 ? "€" : count % 5 == 0 ? "😀" : "x";
    EXPECT_EQ(CountCodePoints(text), count);
    EXPECT_EQ(Prefix(text, count), text);
  }
  EXPECT_EQ(Prefix("aé€😀", 3), "aé€");
  EXPECT_EQ(Prefix("ab", 9), "ab");
}
TEST(CodePoints, DecodeUndoesAppend) {
  for (const char32_t c :
       {U'a', U'\u00e9', U'\u20ac', U'\U0001F600', char32_t{0xD800}, char32_t{0x10FFFF}}) {
    std::string out;
    Append(&out, c);
    std::size_t pos = 0;
    EXPECT_EQ(Decode(out, &pos), c);
    EXPECT_EQ(pos, out.size());
  }
}

}  // namespace
}  // namespace arborist::text
