// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/sample_test.h"
#include "text/utf8.h"

// Texts made to be slow, deep or long: reading stays in proportion to the text, and every range
// stays within it.
namespace arborist::blocks {
namespace {

using markup::Base;

constexpr Base kBases[] = {Base::kIdentity, Base::kWikitextV1, Base::kMarkdownV1, Base::kRestV1,
                           Base::kAsciiDocV1};

std::string Repeated(std::string_view unit, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += unit;
  return text;
}

std::vector<std::string> Chunks(std::string_view text, std::size_t bytes) {
  std::vector<std::string> chunks;
  while (!text.empty()) {
    std::size_t size = std::min(bytes, text.size());
    while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) ++size;
    chunks.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return chunks;
}

void ExpectWithin(const Reading& reading, const Block& block, const Span& span) {
  const std::string_view base = reading.chunks[block.chunk].base;
  ASSERT_LE(span.begin, span.end);
  ASSERT_LE(span.end, base.size());
  ASSERT_EQ(span.point_begin, text::CountCodePoints(base.substr(0, span.begin)));
  ASSERT_EQ(span.point_end, text::CountCodePoints(base.substr(0, span.end)));
}

// `checked` blocks of a long reading: counting code points anew is not linear.
void ExpectSound(const Reading& reading, std::size_t checked) {
  for (std::size_t i = 0; i < reading.blocks.size(); ++i) {
    const Block& block = reading.blocks[i];
    ASSERT_FALSE(block.span.empty());
    ASSERT_TRUE(block.lead == kNoBlock || block.lead < i);
    ASSERT_TRUE(block.heading == kNoBlock || block.heading < i);
    if (i > 0 && block.chunk == reading.blocks[i - 1].chunk) {
      ASSERT_GE(block.span.begin, reading.blocks[i - 1].span.end);
    }
    if (i >= checked) continue;
    ExpectWithin(reading, block, block.span);
    ExpectWithin(reading, block, block.body);
    ExpectWithin(reading, block, block.term);
    constexpr std::size_t kFew = 20;
    for (std::size_t k = 0; k < std::min(kFew, block.cells.size()); ++k) {
      ExpectWithin(reading, block, block.cells[k]);
    }
    for (std::size_t k = 0; k < std::min(kFew, block.sentences.size()); ++k) {
      ExpectWithin(reading, block, block.sentences[k]);
    }
  }
}

constexpr std::string_view kUnits[] = {
    "# a\n",
    "a\n=\n",
    "== a ==\n",
    "- ",
    "- a\n ",
    "> ",
    "    a:\n",
    "    a\nb\n",
    "a: b\n",
    "a b: c = d:\n",
    "-x:\n",
    "-x\n",
    "-x, --y  z\n",
    "| a ",
    "|a|b|\n",
    "a\tb\n",
    "a  b\n",
    "A B\n\n",
    "NAME\n  a\n",
    "```\n",
    "~~~ x\n",
    "::\n\n  a\n",
    "a\n  b\n",
    ".. a::\n",
    "* - a\n",
    "+--+\n",
    "==  ==\n",
    "a::\n",
    "|===\n",
    "[cols=\"1,2\"]\n",
    "----\n",
    "+\n",
    "{{",
    "}}",
    "{|\n|-\n",
    "|}\n",
    "<ref>",
    "<pre>\n",
    "1. a\n",
    "1.1.1 A\n\n",
    "(a) b\n",
    "**a**: ",
    "`a`, ",
    "a. ",
    "\n",
    " ",
    "\t",
    "\r\n",
    "\u2022 \u00e4\n",
    "\u3042\u3002",
    "\n\n    a\n",
    ": a\n",
    "!!! a\n\n    b\n",
    "$ a -b\n",
};

TEST(HostileBlocks, EveryRangeStaysWithinItsChunk) {
  for (const Base base : kBases) {
    for (const std::string_view unit : kUnits) {
      const Reading reading = Read(base, Chunks(Repeated(unit, 3'000), 500));
      ExpectSound(reading, 200);
    }
  }
}

TEST(HostileBlocks, EveryTwoUnitsTogether) {
  for (const Base base : kBases) {
    for (const std::string_view first : kUnits) {
      for (const std::string_view second : kUnits) {
        const std::string text = Repeated(std::string(first) + std::string(second), 300);
        ExpectSound(Read(base, Chunks(text, 97)), 20);
      }
    }
  }
}

TEST(HostileBlocks, ALongTextTakesNotMuchLongerThanItsLength) {
  // Each takes some hundredths of a second. A rule that looks at all lines for each line takes many
  // seconds; a busy machine does not.
  using Clock = std::chrono::steady_clock;
  for (const Base base : kBases) {
    for (const std::string_view unit : kUnits) {
      const auto begin = Clock::now();
      Read(base, Chunks(Repeated(unit, 60'000).append("\nx\n"), 4'000));
      EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10)) << unit;
    }
  }
}

TEST(HostileBlocks, ALineOfAMegabyteIsRead) {
  for (const Base base : kBases) {
    for (const std::string_view unit : {"a", "a ", "a.", "A. ", "| ", "* ", "\u00e4"}) {
      ExpectSound(Read(base, {Repeated(unit, 1'000'000)}), 3);
    }
  }
}

TEST(HostileBlocks, ThousandsOfHeadingsHaveShortPaths) {
  std::string text;
  for (std::size_t i = 0; i < 20'000; ++i)
    text += std::string(static_cast<std::size_t>(1 + i % 6), '#') + " a\n\nb\n\n";
  const Reading reading = Read(Base::kMarkdownV1, Chunks(text, 2'000));
  ASSERT_EQ(reading.blocks.size(), 40'000u);
  for (const Block& block : reading.blocks) ASSERT_LE(reading.PathOf(block).size(), 6u);
}

TEST(HostileBlocks, DeepListsAreReadFlat) {
  std::string text;
  for (std::size_t i = 0; i < 2'000; ++i) text += std::string(i, ' ') + "- a\n";
  for (const Base base : kBases) {
    const Reading reading = Read(base, {text});
    ExpectSound(reading, 10);
    for (const Block& block : reading.blocks) ASSERT_LE(block.level, 64);
  }
}

TEST(HostileBlocks, MoreThanAnybodyReadsIsCutShort) {
  const Reading reading = Read(Base::kIdentity, {Repeated("- a\n", 4 * (kMostBlocks + 100))});
  EXPECT_EQ(reading.blocks.size(), kMostBlocks);
  EXPECT_TRUE(reading.cut_short);
  EXPECT_TRUE(Read(Base::kMarkdownV1, {Repeated("- a\n", 4 * (kMostBlocks + 100))}).cut_short);
}

TEST(HostileBlocks, ReadingTwiceGivesTheSame) {
  for (const Base base : kBases) {
    for (const std::string_view unit : kUnits) {
      const std::vector<std::string> chunks = Chunks(Repeated(unit, 600), 100);
      EXPECT_EQ(Outline(base, chunks), Outline(base, chunks));
    }
  }
}

}  // namespace
}  // namespace arborist::blocks
