// SPDX-License-Identifier: AGPL-3.0-only
#include "blocks/blocks.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "blocks/sample_test.h"
#include "text/utf8.h"

namespace arborist::blocks {
namespace {

constexpr auto kMarkdown = markup::Base::kMarkdownV1;

TEST(DocumentBlocks, AreRangesOfWhatTheirChunkShows) {
  const Reading reading = Read(kMarkdown, {"# Tür\n\nEr *ging*. Sie blieb.\n\n", "- über `x`\n"});
  ASSERT_EQ(reading.chunks.size(), 2u);
  EXPECT_EQ(reading.chunks[0].base, "Tür\n\nEr ging. Sie blieb.");
  ASSERT_EQ(reading.blocks.size(), 3u);
  const Block& paragraph = reading.blocks[1];
  EXPECT_EQ(reading.TextOf(paragraph), "Er ging. Sie blieb.");
  EXPECT_EQ(paragraph.span.begin, 6u);
  EXPECT_EQ(paragraph.span.point_begin, 5u);
  EXPECT_EQ(paragraph.span.point_end, 24u);
  EXPECT_EQ(reading.blocks[2].chunk, 1u);
  EXPECT_EQ(reading.TextOf(reading.blocks[2]), "• über x");
}

TEST(DocumentBlocks, HaveSentences) {
  const Reading reading = Read(kMarkdown, {"Er *ging*. Sie blieb.\n\n1. Do so. Then go.\n"});
  ASSERT_EQ(reading.blocks.size(), 2u);
  ASSERT_EQ(reading.blocks[0].sentences.size(), 2u);
  EXPECT_EQ(reading.TextOf(reading.blocks[0], reading.blocks[0].sentences[1]), "Sie blieb.");
  ASSERT_EQ(reading.blocks[1].sentences.size(), 2u);
  EXPECT_EQ(reading.TextOf(reading.blocks[1], reading.blocks[1].sentences[0]), "Do so.");
}

TEST(DocumentBlocks, KnowTheHeadingsAboveThem) {
  const Reading reading =
      Read(kMarkdown, {"# A\n\n## B\n\nb1\n\n", "b2\n\n### C\n\nc\n\n## D\n\nd\n"});
  using Path = std::vector<std::uint32_t>;
  const auto path = [&](std::size_t i) { return reading.PathOf(reading.blocks[i]); };
  EXPECT_EQ(path(0), Path{});
  EXPECT_EQ(path(1), Path{0});
  EXPECT_EQ(path(2), (Path{0, 1}));
  EXPECT_EQ(path(3), (Path{0, 1}));
  EXPECT_EQ(path(5), (Path{0, 1, 4}));
  EXPECT_EQ(path(7), (Path{0, 6}));
  EXPECT_EQ(reading.blocks[2].position, 0u);
  EXPECT_EQ(reading.blocks[3].position, 1u);
  EXPECT_EQ(reading.blocks[7].position, 0u);
}

TEST(DocumentBlocks, GoOnInTheNextChunk) {
  EXPECT_EQ(Outline(kMarkdown, {"The bell was ", "cast in July.\n\nIt rings.\n"}),
            "0 paragraph: The bell was...\n1 paragraph ...: cast in July.\n"
            "2 paragraph: It rings.\n");
}

TEST(DocumentBlocks, AreWhatTheDocumentSaysWhereAChunkShowsThemOtherwise) {
  // The second chunk begins amid a program: alone it would have a heading, and its text would be
  // the program.
  EXPECT_EQ(
      Outline(kMarkdown, {"# A\n\nRun:\n\n```sh\nls\n\n", "# all\n\ncd x\n```\n\nThen stop.\n"}),
      "0 heading1: A\n1 paragraph: Run:\n2 code: ls... <- 1\n"
      "3 code ...: all\n\ncd x <- 1\n4 paragraph: Then stop.\n");
  EXPECT_EQ(
      Outline(markup::Base::kRestV1, {"Run::\n\n  ls\n\n  ", "cd x\n\n  cd y\n\nThen stop.\n"}),
      "0 paragraph: Run:\n1 code: ls... <- 0\n2 code ...: cd x\n\ncd y <- 0\n"
      "3 paragraph: Then stop.\n");
}

TEST(DocumentBlocks, TextThatAChunkShowsAsAProgramIsStillText) {
  // The fence that closes the program of the first chunk opens one for the second chunk alone.
  EXPECT_EQ(
      Outline(kMarkdown, {"```\nls\n", "cd\n```\n\n## Then\n\n- stop\n\nAll is *done*.\nGo.\n"}),
      "0 code: ls...\n1 code ...: cd\n2 heading2: Then\n3 item: stop\n"
      "4 paragraph: All is *done*.\n    Go.\n");
}

TEST(DocumentBlocks, CarryListsAndTablesFromChunkToChunk) {
  EXPECT_EQ(Outline(kMarkdown, {"Take:\n\n- a\n- b\n", "- c\n"}),
            "0 paragraph: Take:\n1 item: a <- 0\n2 item: b <- 0\n3 item: c <- 0\n");
  EXPECT_EQ(Outline(kMarkdown, {"Kinds:\n\n|A|B|\n|-|-|\n|c|d|\n", "|e|f|\n"}),
            "0 paragraph: Kinds:\n1 row header [A] [B] <- 0\n2 row [c] [d] <- 1\n"
            "3 row [e] [f] <- 1\n");
  EXPECT_EQ(Outline(kMarkdown, {"Run this:\n\n", "```\nls\n```\n"}),
            "0 paragraph: Run this:\n1 code: ls <- 0\n");
}

TEST(DocumentBlocks, TakeNothingToGoOnBehindAGap) {
  DocumentBlocks document(kMarkdown);
  document.Add(0, "# A\n\nTake:\n\n");
  document.Add(2, "- a\n\n```\nls\n```\n");
  const Reading reading = document.Finish();
  EXPECT_EQ(Outline(reading), "0 heading1: A\n1 paragraph: Take:\n2 item: a\n3 code: ls <- 2\n");
  EXPECT_EQ(reading.chunks[1].index, 2u);
  EXPECT_EQ(reading.blocks[2].heading, 0u);
}

TEST(DocumentBlocks, ADocumentMayHaveNone) {
  EXPECT_TRUE(Read(kMarkdown, {}).blocks.empty());
  EXPECT_TRUE(Read(kMarkdown, {" \n", "\n"}).blocks.empty());
  EXPECT_TRUE(Read(markup::Base::kIdentity, {"\n\n \n"}).blocks.empty());
  EXPECT_TRUE(Read(markup::Base::kWikitextV1, {"{{x}}"}).blocks.empty());
}

TEST(DocumentBlocks, ASliceThatIsNoTextIsLeftOut) {
  EXPECT_EQ(Outline(kMarkdown, {"a\n\n", "\xFF\xFE", "b\n"}), "0 paragraph: a\n1 paragraph: b\n");
}

}  // namespace
}  // namespace arborist::blocks
