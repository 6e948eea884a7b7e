// SPDX-License-Identifier: AGPL-3.0-only
#include "document/chunker.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "merkle/tree.h"
#include "text/utf8.h"

namespace arborist::document {
namespace {

std::string Words(int count, std::string_view separator = " ") {
  std::string text;
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += separator;
    text += "w" + std::to_string(i);
  }
  return text;
}

std::string Repeat(std::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

std::string Joined(const std::vector<std::string_view>& slices) {
  return std::accumulate(slices.begin(), slices.end(), std::string(),
                         [](std::string all, std::string_view slice) { return all.append(slice); });
}

TEST(Tok512V1, CutsAfter512Words) {
  EXPECT_EQ(Split(Words(512), Chunking::kTok512V1).size(), 1u);
  EXPECT_EQ(Split(Words(513), Chunking::kTok512V1).size(), 2u);
  EXPECT_EQ(Split(Words(1025), Chunking::kTok512V1).size(), 3u);
}
TEST(Tok512V1, SlicesConcatenateToTheText) {
  const std::string text = "  \n" + Words(1200, "\xE3\x80\x80\n ") + " \t";
  EXPECT_EQ(Joined(Split(text, Chunking::kTok512V1)), text);
}
TEST(Tok512V1, WhitespaceBelongsToTheChunkBefore) {
  const std::string text = Words(512) + " \n " + "next";
  const auto slices = Split(text, Chunking::kTok512V1);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_TRUE(slices[0].ends_with("w511 \n "));
  EXPECT_EQ(slices[1], "next");
}
TEST(Tok512V1, NothingHasNoChunkAndTheZeroRoot) {
  for (const std::string_view text : {"", " \n", "\xEF\xBB\xBF"}) {
    const Identity identity = Identify(text, Chunking::kTok512V1);
    EXPECT_TRUE(identity.slices.empty());
    EXPECT_TRUE(identity.root.is_zero());
  }
}
TEST(Tok512V1, LayoutDoesNotChangeTheRoot) {
  EXPECT_EQ(Identify("a  b\nc").root, Identify(" a b c ").root);
  EXPECT_NE(Identify("a b c").root, Identify("a b C").root);
}
TEST(Identity, AByteOrderMarkIsDropped) {
  EXPECT_EQ(Identify("\xEF\xBB\xBFx").root, Identify("x").root);
  EXPECT_EQ(Joined(Identify("\xEF\xBB\xBFx").slices), "x");
}
TEST(Identity, OneChunkIsItsOwnRoot) {
  EXPECT_EQ(Identify("hello").root, merkle::HashLeaf("hello"));
}
TEST(ChooseChunking, LongChunksMakeV2) {
  EXPECT_EQ(ChooseChunking(std::string(8192, 'x')), Chunking::kTok512V1);
  EXPECT_EQ(ChooseChunking(std::string(8193, 'x')), Chunking::kTok512V2);
  EXPECT_EQ(ChooseChunking(Repeat("é", 8192)), Chunking::kTok512V1);  // code points, not bytes
  EXPECT_EQ(ChooseChunking(Words(5000)), Chunking::kTok512V1);
}
TEST(Tok512V2, EachDenseCharacterIsAToken) {
  const std::string text = Repeat("北", 1000);
  const auto slices = Split(text, Chunking::kTok512V2);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(text::CountCodePoints(slices[0]), 512u);
}
TEST(Tok512V2, LongRunsAreCutAtMultiplesOf16) {
  const std::string text(16 * 512 + 1, 'x');
  const auto slices = Split(text, Chunking::kTok512V2);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[0].size(), 16u * 512);
}
TEST(Tok512V2, ShortWordsAreOneTokenEach) {
  EXPECT_EQ(Split(Words(513), Chunking::kTok512V2), Split(Words(513), Chunking::kTok512V1));
}
TEST(Tok512V2, NeverCutsBeforeACombiningMark) {
  // U+0E35, a Thai vowel sign, is a token of its own, but stays with the consonant before it.
  const std::string text = Repeat("ก", 512) + "ี" + "ก";
  const auto slices = Split(text, Chunking::kTok512V2);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(slices[1], "ก");
  const std::string latin =
      std::string(std::size_t{16} * 512, 'x') + "\xCC\x81" + std::string(20, 'y');
  const auto cut = Split(latin, Chunking::kTok512V2);
  ASSERT_EQ(cut.size(), 2u);
  EXPECT_EQ(text::CountCodePoints(cut[0]), 16u * 513);
}
TEST(Tok512V2, SlicesConcatenateToTheText) {
  const std::string text = " " + Repeat("漢字 kana かな ไทย abc\n", 400);
  EXPECT_EQ(Joined(Split(text, Chunking::kTok512V2)), text);
}

}  // namespace
}  // namespace arborist::document
