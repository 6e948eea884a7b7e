// SPDX-License-Identifier: AGPL-3.0-only
// What needs no library: lines, hyphens, heads, double prints, words for outcomes.
#include "pdf/layout.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pdf/double_prints.h"
#include "pdf/garbled.h"
#include "pdf/hyphens.h"
#include "pdf/outcome.h"

namespace arborist::pdf {
namespace {

// A page with one segment a line, drawn in this order; each character is half its size wide.
struct Drawn {
  float x;
  float y;
  std::u32string text;
  float direction = 1;  // -1: the glyphs were drawn from right to left
};
Page PageOf(const std::vector<Drawn>& lines) {
  Page page;
  page.box = {0, 0, 600, 800};
  page.fonts = {"F"};
  for (const Drawn& line : lines) {
    Segment segment{.first = page.glyphs.size(), .count = line.text.size(), .block = 1};
    segment.baseline = line.y;
    segment.size = 10;
    float x = line.x;
    for (const char32_t c : line.text) {
      page.glyphs.push_back({.c = c, .begin = x, .end = x + 5, .size = 10, .font = 0});
      x += 5 * line.direction;
    }
    const float far = x + (line.direction < 0 ? 5 : 0);
    segment.begin = std::min(line.x, far);
    segment.end = std::max(line.x + 5, x);
    segment.box = {segment.begin, line.y - 8, segment.end, line.y + 2};
    page.segments.push_back(segment);
  }
  return page;
}

std::string FirstLine(const std::vector<Drawn>& lines) {
  return LinesOf(PageOf(lines)).front().text;
}

TEST(Lines, TurnRightToLeftScriptsIntoReadingOrder) {
  // Drawn from left to right as on paper, and letter by letter from the right.
  EXPECT_EQ(FirstLine({{50, 100, U"1948 \u05EA\u05E0\u05E9"}}), "\u05E9\u05E0\u05EA 1948");
  EXPECT_EQ(FirstLine({{200, 100, U"\u05E9\u05E0\u05EA", -1}}), "\u05E9\u05E0\u05EA");
  // Lam-alef is one glyph.
  EXPECT_EQ(FirstLine({{50, 100, U"\uFEFB"}}), "\u0644\u0627");
}

TEST(Lines, WriteLigaturesAsLetters) { EXPECT_EQ(FirstLine({{50, 100, U"o\uFB03ce"}}), "office"); }

TEST(Lines, StepBackIsANewLine) {
  const auto lines = LinesOf(PageOf({{200, 100, U"right"}, {50, 100, U"left"}}));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].text, "right");
}

TEST(Sentences, GoOnWithASmallLetterAfterNoMark) {
  EXPECT_TRUE(GoesOn("made of", "leaves"));
  EXPECT_TRUE(GoesOn("made, as", "\u00E9crit"));
  EXPECT_FALSE(GoesOn("made.", "leaves"));
  EXPECT_FALSE(GoesOn("made.\"", "leaves"));
  EXPECT_FALSE(GoesOn("made of", "Leaves"));
  EXPECT_FALSE(GoesOn("", "leaves"));
}

TEST(Hyphens, AreDecidedByTheWordsOfTheDocument) {
  Hyphens hyphens;
  hyphens.Note("an example of the state-of-the-art, well and known", Hyphens::Edges::kWhole);
  using Join = Hyphens::Join;
  EXPECT_EQ(hyphens.Decide("exam-", "ple of"), Join::kDropHyphen);
  EXPECT_EQ(hyphens.Decide("a well-", "known one"), Join::kKeepHyphen);
  EXPECT_EQ(hyphens.Decide("of-the-", "art"), Join::kKeepHyphen);
  EXPECT_EQ(hyphens.Decide("unheard-", "ofness"), Join::kDropHyphen);
  EXPECT_EQ(hyphens.Decide("Jean-", "Paul"), Join::kKeepHyphen);
  EXPECT_EQ(hyphens.Decide("pages 10-", "20"), Join::kNo);
  EXPECT_EQ(hyphens.Decide("a dash -", "so"), Join::kNo);
  EXPECT_EQ(hyphens.Decide("soft\u00AD", "Ware"), Join::kDropHyphen);
}

TEST(DoublePrints, AreEqualAndVeryNear) {
  DoublePrints prints;
  EXPECT_FALSE(prints.SeenBefore('a', 100, 100, 10));
  EXPECT_TRUE(prints.SeenBefore('a', 100.9F, 100, 10));
  EXPECT_TRUE(prints.SeenBefore('a', 99.2F, 99.3F, 10));
  EXPECT_FALSE(prints.SeenBefore('b', 100, 100, 10));
  EXPECT_FALSE(prints.SeenBefore('a', 102, 100, 10));
  EXPECT_EQ(prints.doubled(), 2U);
  for (int i = 0; i < 20000; ++i)
    EXPECT_FALSE(prints.SeenBefore('x', static_cast<float>(i % 100) * 5,
                                   static_cast<float>(i / 100) * 5, 10));
}

TEST(GarbledFonts, AreThoseWithoutVowels) {
  const auto suspects = [](std::u32string_view word) {
    GarbledFonts fonts;
    std::u32string text;
    for (int i = 0; i < 50; ++i) text += std::u32string(word) + U" ";
    fonts.Look(PageOf({{50, 100, text}}));
    return fonts.Suspects().size();
  };
  EXPECT_EQ(suspects(U"KHGDQFH"), 1U);
  EXPECT_EQ(suspects(U"dancers"), 0U);
  EXPECT_EQ(suspects(U"\u05E9\u05E0\u05EA"), 0U);
}

TEST(Outcome, IsPutIntoRanges) {
  EXPECT_EQ(Ranges({}), "");
  EXPECT_EQ(Ranges({3}), "3");
  EXPECT_EQ(Ranges({1, 2, 3, 7, 9, 10}), "1-3, 7, 9-10");
  std::vector<std::uint32_t> odd;
  for (std::uint32_t i = 1; i < 200; i += 2) odd.push_back(i);
  EXPECT_TRUE(Ranges(odd).ends_with(" and 80 more"));
  Outcome outcome{.pages = 311, .with_text = 113};
  for (std::uint32_t i = 12; i <= 209; ++i) outcome.images.push_back(i);
  outcome.damaged = {5};
  reading::Report report;
  Judge(outcome, &report);
  EXPECT_EQ(report.verdict, reading::Verdict::kReadInPart);
  EXPECT_EQ(
      report.detail,
      "113 of 311 pages have text; pages 12-209 are images (no text layer); page 5 is damaged");
}

}  // namespace
}  // namespace arborist::pdf
