// SPDX-License-Identifier: AGPL-3.0-only
#include "text/encoding.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {
using namespace std::string_view_literals;

TEST(DecodeToUtf8, DropsTheByteOrderMark) {
  EXPECT_EQ(*DecodeToUtf8("\xEF\xBB\xBFx", "utf-8"), "x");
  EXPECT_EQ(*DecodeToUtf8("\xFF\xFEx\0"sv, "UTF-16LE"), "x");
}
TEST(DecodeToUtf8, NamesTheOffsetOfBadBytes) {
  EXPECT_EQ(DecodeToUtf8("ab\xFFz", "UTF-8").error().message, "not valid UTF-8 at byte 2");
  EXPECT_EQ(DecodeToUtf8("\xEF\xBB\xBF\xFF", "UTF-8").error().message, "not valid UTF-8 at byte 3");
  const auto cut = DecodeToUtf8("\x82\xA0\x82"sv, "shift_jis");
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().message, "not valid shift_jis at byte 2");
}
TEST(DecodeToUtf8, ReadsDeclaredCharsets) {
  EXPECT_EQ(*DecodeToUtf8("\xE9", "windows-1252"), "é");
  EXPECT_EQ(*DecodeToUtf8("\xEF\xF0\xE8", "windows-1251"), "при");
  EXPECT_EQ(*DecodeToUtf8("\x3D\xD8\x00\xDE"sv, "UTF-16LE"), "😀");
}
TEST(DecodeToUtf8, RefusesUnknownCharsets) {
  EXPECT_EQ(DecodeToUtf8("x", "no-such-charset").error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(IsKnownCharset("no-such-charset"));
  EXPECT_TRUE(IsKnownCharset("koi8-r"));
}
TEST(ByteOrderMark, IsDetected) {
  EXPECT_EQ(DetectByteOrderMark("\xFE\xFFx").charset, "UTF-16BE");
  EXPECT_EQ(DetectByteOrderMark("\xFF\xFE\0\0"sv).charset, "UTF-32LE");
  EXPECT_EQ(DetectByteOrderMark("x").length, 0u);
}

TEST(Encoding, HalfASurrogatePairIsRefusedWithItsOffset) {
  for (const std::string_view bytes : {"ab+2AA-c", "ab+2AAAYQ-", "ab+3AA-"}) {
    const auto decoded = DecodeToUtf8(bytes, "utf-7");
    ASSERT_FALSE(decoded) << bytes;
    EXPECT_EQ(decoded.error().code, ErrorCode::kInvalidData);
  }
  EXPECT_EQ(DecodeToUtf8("+2D3eAA-", "utf-7").value(), "\xF0\x9F\x98\x80");
}

TEST(DecodeLeniently, ReplacesWhatIsNotValidAndCountsIt) {
  const auto read = [](std::string_view bytes, std::string_view charset) {
    const LenientText text = DecodeLeniently(bytes, charset).value();
    return text.text + "/" + std::to_string(text.replaced);
  };
  EXPECT_EQ(read("caf\xE9 x", "utf-8"), "caf\uFFFD x/1");
  EXPECT_EQ(read("\xE2\x82", "utf-8"), "\uFFFD/1");
  EXPECT_EQ(read("\xEF\xBB\xBFx", "utf-8"), "x/0");
  EXPECT_EQ(read("\xEF\xF0\xE8", "windows-1251"), "при/0");
  EXPECT_EQ(read("a\x82\xA0\xFFz", "shift_jis"), "aあ\uFFFDz/1");
  EXPECT_EQ(read("ab+2AA-c", "utf-7"), "ab\uFFFDc/1");
  EXPECT_EQ(read("+2D3eAA-", "utf-7"), "\xF0\x9F\x98\x80/0");
  EXPECT_FALSE(DecodeLeniently("x", "no-such-charset"));
}

}  // namespace
}  // namespace arborist::text
