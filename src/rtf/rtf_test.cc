// SPDX-License-Identifier: AGPL-3.0-only
#include "rtf/rtf.h"

#include <gtest/gtest.h>

#include <string>

#include "text/utf8.h"

namespace arborist::rtf {
namespace {

using reading::AnchorKind;
using reading::Reading;
using reading::Verdict;

Reading Read(std::string_view file) {
  Reading reading = ReadRtf(file);
  EXPECT_EQ(text::FindInvalidUtf8(reading.text), std::string::npos);
  return reading;
}
std::string TextOf(std::string_view body) {
  return Read("{\\rtf1\\ansi\\ansicpg1252\\deff0 " + std::string(body) + "}").text;
}

// docs/format/rtf-text.md
TEST(ReadRtf, ReadsTheExampleOfTheFormat) {
  EXPECT_EQ(Read("{\\rtf1\\ansi\\b Tea{\\footnote Or \\'e9t\\'e9.}\\b0\\par{\\v secret}"
                 "\\trowd a\\cell \\u8364?\\cell\\row}")
                .text,
            "Tea\nOr été.\na\t€");
}

TEST(ReadRtf, ReadsParagraphs) {
  const Reading reading = Read(
      "{\\rtf1\\ansi{\\info{\\title Tea}{\\creatim\\yr2020\\mo3\\dy1}{\\revtim\\yr2021\\mo2\\dy3}}"
      "\\b First\\b0  par\\par\\par\\par Second\\line line\\par}");
  EXPECT_EQ(reading.text, "First par\n\nSecond\nline");
  EXPECT_EQ(reading.title, "Tea");
  EXPECT_EQ(reading.content_date, "2021-02-03");
  EXPECT_EQ(reading.report.units, 3U);
  ASSERT_EQ(reading.anchors.size(), 3U);
  EXPECT_EQ(reading.anchors[1],
            (reading::Anchor{11, AnchorKind::kParagraph, "paragraph 2", "para=2"}));
}

TEST(ReadRtf, ReadsCharactersInTheCodePageOfTheFont) {
  constexpr std::string_view kFonts =
      "{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}{\\f3\\fcharset2 "
      "D;}}";
  const auto text = [&](std::string_view body) {
    return TextOf(std::string(kFonts) + std::string(body));
  };
  EXPECT_EQ(text("caf\\'e9"), "café");
  EXPECT_EQ(text("\\f1 \\'ef\\'f0\\'e8\\f0 \\'e9"), "приé");
  EXPECT_EQ(text("{\\f2 \\'82\\'a0\\'83A}\\'e9"), "あアé");
  EXPECT_EQ(text("{\\f3 \\'b7}\\tab x"), "•\tx");
  EXPECT_EQ(Read("{\\rtf1\\ansi\\ansicpg1250 \\'e8}").text, "č");
  EXPECT_EQ(Read("{\\rtf1\\mac \\'8e}").text, "é");
  EXPECT_EQ(Read("{\\rtf1\\ansi\\ansicpg0 Test}").text, "Test");
}

TEST(ReadRtf, ReadsUnicodeAndPassesOverTheFallback) {
  EXPECT_EQ(TextOf("\\u8364?x"), "€x");
  EXPECT_EQ(TextOf("\\uc2\\u8364\\'80\\'80x{\\uc0\\u8364 y}\\u8364 ??z"), "€x€y€z");
  EXPECT_EQ(TextOf("\\u-10179?\\u-8704?"), "😀");
  EXPECT_EQ(TextOf("a\\u-10179?b"), "a\uFFFDb");
  EXPECT_EQ(TextOf("\\u8364\\par x"), "€\nx");
  EXPECT_EQ(TextOf("{\\upr{old}{\\*\\ud{new}}} rest"), "new rest");
}

TEST(ReadRtf, WritesSymbols) {
  EXPECT_EQ(TextOf("a\\emdash b\\endash c\\~d\\_e\\-f\\lquote g\\rquote \\{\\}\\\\"),
            "a—b–c\u00A0d\u2011ef‘g’{}\\");
  EXPECT_EQ(TextOf("a\\\nb"), "a\nb");
  EXPECT_EQ(TextOf("one\r\n two"), "one two");
}

TEST(ReadRtf, LeavesOutWhatIsNoText) {
  const Reading reading = Read(
      "{\\rtf1{\\stylesheet{\\s1 Heading;}}{\\*\\generator Word;}{\\colortbl;\\red0;}"
      "{\\pict\\pngblip 0011}shown{\\v hidden}{\\deleted gone}{\\object{\\*\\objdata 00}{\\result "
      "r}}"
      "{\\*\\unknown x{y}}\\bin5 }}}}} end}");
  EXPECT_EQ(reading.text, "shownr end");
  ASSERT_EQ(reading.report.left_out.size(), 4U);
  EXPECT_EQ(reading.report.left_out[0].what, "image");
  EXPECT_EQ(reading.report.left_out[2].what, "deleted text (tracked changes)");
}

TEST(ReadRtf, ReadsTablesFieldsAndTextBoxes) {
  EXPECT_EQ(TextOf("\\trowd a\\cell b\\cell\\row\\trowd c\\cell\\cell\\row after"),
            "a\tb\nc\nafter");
  const Reading link = Read(
      "{\\rtf1{\\field{\\*\\fldinst{HYPERLINK \"https://example.org/a#b\"}}{\\fldrslt{\\ul "
      "here}}}}");
  EXPECT_EQ(link.text, "here");
  EXPECT_EQ(link.links, std::vector<std::string>{"https://example.org/a"});
  EXPECT_EQ(
      TextOf("{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv y}}{\\shptxt box\\par}}{\\shprslt box}}after"),
      "box\nafter");
}

TEST(ReadRtf, ReadsOldTextBoxesAndFormulas) {
  EXPECT_EQ(TextOf("{\\*\\do\\dobxpage\\dptxbx{\\dptxbxtext box\\par}\\dpx1}after"), "box\nafter");
  EXPECT_EQ(TextOf("{\\mmath{\\*\\moMath{\\mr\\mscr0 a+b}}}=c"), "a+b=c");
}

TEST(ReadRtf, PutsNotesBehindTheirParagraph) {
  const Reading reading = Read(
      "{\\rtf1 one{\\super 1{\\footnote 1 A note.}} more\\par "
      "two{\\*\\atnid AB}{\\*\\atnauthor Anna B}{\\chatn{\\*\\annotation{\\*\\atndate "
      "1}Why?}}\\par "
      "{\\header Acme}{\\header Acme}end}");
  EXPECT_EQ(reading.text, "one1 more\n1 A note.\ntwo\nAnna B: Why?\nend\n\nAcme");
  EXPECT_EQ(std::ranges::count(reading.anchors, AnchorKind::kNote, &reading::Anchor::kind), 2);
}

TEST(ReadRtf, SurvivesDamage) {
  EXPECT_EQ(Read("{\\rtf1 cut {\\b off").text, "cut off");
  EXPECT_FALSE(Read("{\\rtf1 cut").report.warnings.empty());
  EXPECT_EQ(Read("{\\rtf1 a\\bin999999999 b}").text, "a");
  EXPECT_EQ(Read("{\\rtf1 a\\bin-5 b}").text, "ab");
  EXPECT_EQ(Read("{\\rtf1 a\\'zz\\'}").text, "azz");
  EXPECT_EQ(Read("{\\rtf1 {\\v x\\par}y\\par}").text, "y");
  EXPECT_EQ(Read("{\\rtf1\\u99999999999999999999 ?x}").text, "x");
  EXPECT_EQ(Read("{\\rtf1}").report.verdict, Verdict::kEmpty);
  EXPECT_EQ(Read("plain").report.verdict, Verdict::kNotSupported);
  EXPECT_EQ(Read("{\\rtf1 a} trailing {b}").text, "a");
  EXPECT_EQ(ReadRtf("{\\rtf1 long}", {.max_text_bytes = 2}).report.verdict, Verdict::kOverLimit);
}

TEST(ReadRtf, BoundsItsStack) {
  const Reading reading = Read("{\\rtf1 before " + std::string(100000, '{') + "deep" +
                               std::string(100000, '}') + " behind}");
  EXPECT_EQ(reading.text, "before  behind");
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(Read("{\\rtf1 " + std::string(20000, '{') + "x").report.verdict, Verdict::kOverLimit);
}

TEST(ReadRtf, ForgivesWriters) {
  EXPECT_EQ(TextOf("{\\b0\\*\\cs7 text}"), "text");             // a star that begins no group
  EXPECT_EQ(TextOf("{*\\generator Writer;}* text"), "* text");  // one without its backslash
  EXPECT_EQ(Read("{\\rtf1 one\\par}2\n{\\rtf1 two}3").text, "one\ntwo");
}

TEST(ReadRtf, NotesABoundedNumberOfPlaces) {
  std::string body;
  for (std::size_t i = 0; i < reading::kMaxAnchors + 5; ++i) body += "x\\par ";
  const Reading reading = Read("{\\rtf1 " + body + "}");
  EXPECT_EQ(reading.anchors.size(), reading::kMaxAnchors);
  EXPECT_EQ(reading.report.warnings,
            std::vector<std::string>{"places are noted up to paragraph 200000"});
}

TEST(LooksLikeRtf, LooksAtTheFirstBytes) {
  EXPECT_TRUE(LooksLikeRtf(" \n{\\rtf1"));
  EXPECT_FALSE(LooksLikeRtf("{rtf"));
}

}  // namespace
}  // namespace arborist::rtf
