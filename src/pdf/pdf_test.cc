// SPDX-License-Identifier: AGPL-3.0-only
// Whole files, made by hand.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pdf/made_pdf_test.h"
#include "pdf/read_pdf.h"

namespace arborist::pdf {
namespace {

using reading::AnchorKind;
using reading::Reading;
using reading::Verdict;

Reading Read(const MadePdf& pdf, const Options& options = {}, const PdfLimits& limits = {}) {
  return ReadPdf(pdf.Bytes(), options, {}, limits);
}
std::string Show(double x, double y, const std::string& text, double size = 10) {
  return MadePdf::Show(x, y, text, size);
}
std::string TextOf(const std::string& content) { return Read(MadePdf({{content}})).text; }

bool Warns(const Reading& reading, std::string_view words) {
  for (const std::string& warning : reading.report.warnings) {
    if (warning.contains(words)) return true;
  }
  return false;
}
std::uint64_t LeftOut(const Reading& reading, std::string_view what) {
  std::uint64_t count = 0;
  for (const reading::LeftOut& one : reading.report.left_out) {
    if (one.what == what) count += one.count;
  }
  return count;
}

// A picture of one pixel over the page.
constexpr const char* kImage = "q 600 0 0 800 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q\n";

TEST(ReadPdf, GivesTextWithAnAnchorForEachPage) {
  const Reading reading =
      Read(MadePdf({{Show(50, 700, "First page.")}, {Show(50, 700, "Second.")}}));
  EXPECT_EQ(reading.text, "First page.\n\nSecond.");
  EXPECT_EQ(reading.report.verdict, Verdict::kRead) << reading.report.detail;
  EXPECT_EQ(reading.report.unit_name, "pages");
  EXPECT_EQ(reading.report.units, 2U);
  EXPECT_EQ(reading.report.units_with_text, 2U);
  const std::vector<reading::Anchor> expected = {{0, AnchorKind::kPage, "page 1", "page=1"},
                                                 {13, AnchorKind::kPage, "page 2", "page=2"}};
  EXPECT_EQ(reading.anchors, expected);
}

TEST(ReadPdf, NamesPagesByTheirLabelsToo) {
  MadePdf pdf({{Show(50, 700, "Preface.")}, {Show(50, 700, "Contents.")}, {Show(50, 700, "One.")}});
  pdf.Root("/PageLabels<</Nums[0<</S/r/St 4>> 2<</S/D/P(A-)>>]>>");
  const Reading reading = Read(pdf);
  ASSERT_EQ(reading.anchors.size(), 3U);
  EXPECT_EQ(reading.anchors[0].label, "page 1 (iv)");
  EXPECT_EQ(reading.anchors[1].label, "page 2 (v)");
  EXPECT_EQ(reading.anchors[2].label, "page 3 (A-1)");
}

TEST(ReadPdf, GoesOnOverThePageInsideASentence) {
  const Reading reading =
      Read(MadePdf({{Show(50, 700, "The tea is made of")}, {Show(50, 700, "leaves. It is hot.")}}));
  EXPECT_EQ(reading.text, "The tea is made of leaves. It is hot.");
  EXPECT_EQ(reading.anchors.back().begin, 19U);
  const Reading broken =
      Read(MadePdf({{Show(50, 700, "Two exam-")}, {Show(50, 700, "ples of examples.")}}));
  EXPECT_EQ(broken.text, "Two examples of examples.");
}

// The width of the column broke the first; a program broke the second.
TEST(ReadPdf, JoinsLongLinesInsideASentenceAndKeepsShortOnes) {
  EXPECT_EQ(
      TextOf(MadePdf::Lines(
          50, 700,
          {"Elements contain a list of others, and an optional",
           "attribute for all of the rules. Low numbers are", "for general types. It ends."})),
      "Elements contain a list of others, and an optional attribute for all of the rules. Low "
      "numbers are for general types. It ends.");
  EXPECT_EQ(TextOf(MadePdf::Lines(50, 700, {"while more", "do this", "done"})),
            "while more\ndo this\ndone");
  EXPECT_EQ(TextOf(MadePdf::Lines(
                50, 700,
                {"Elements contain a list of others and attributes.", "they begin small here."})),
            "Elements contain a list of others and attributes.\nthey begin small here.");
}

TEST(ReadPdf, JoinsBrokenWordsAndKeepsHyphensOfTheirOwn) {
  EXPECT_EQ(TextOf(MadePdf::Lines(50, 700, {"It is a well-", "known exam-", "ple."})),
            "It is a wellknown example.")
      << "nothing else is known of them";
  EXPECT_EQ(TextOf(MadePdf::Lines(50, 700, {"A well is known.", "It is a well-", "known fact."})),
            "A well is known.\nIt is a well-known fact.");
  EXPECT_EQ(TextOf(MadePdf::Lines(50, 700, {"By Jean-", "Paul, no less."})),
            "By Jean-Paul, no less.");
}

TEST(ReadPdf, LeavesOutRunningHeadsAndPageNumbersAndCountsThem) {
  std::vector<MadePage> pages;
  for (int i = 1; i <= 8; ++i) {
    const std::string number = std::to_string(i);
    pages.push_back(
        {Show(50, 770, "The Manual, chapter " + std::to_string(i / 3)) +
         Show(50, 600, "Words of page " + std::string(1, static_cast<char>('a' + i)) + ".") +
         Show(300, 30, number)});
  }
  const Reading reading = Read(MadePdf(pages));
  EXPECT_FALSE(reading.text.contains("Manual")) << reading.text;
  EXPECT_TRUE(reading.text.starts_with("Words of page b.\n\nWords of page c.")) << reading.text;
  EXPECT_EQ(LeftOut(reading, "running head or page number"), 16U);
}

TEST(ReadPdf, LeavesOutPageNumbersOfShortFiles) {
  std::vector<MadePage> pages;
  for (const char* const word : {"One", "Two", "Three", "Four"}) {
    pages.push_back(
        {Show(50, 600, std::string(word) + ".") + Show(300, 30, std::to_string(pages.size() + 1))});
  }
  EXPECT_EQ(Read(MadePdf(pages)).text, "One.\n\nTwo.\n\nThree.\n\nFour.");
}

TEST(ReadPdf, PartsAHeadingInItsOwnFontFromItsText) {
  const MadePdf pdf(
      {{"BT 12 TL 50 700 Td /G 10 Tf (Brewing) Tj T* /F 10 Tf (Pour water of ninety "
        "degrees on the) Tj T* (leaves and wait.) Tj ET"}});
  std::string bytes = pdf.Bytes();
  const std::string fonts = "/Font<</F 3 0 R>>";
  bytes.replace(bytes.find(fonts), fonts.size(),
                "/Font<</F 3 0 R/G<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>");
  EXPECT_EQ(ReadPdf(bytes).text,
            "Brewing\n\nPour water of ninety degrees on the\nleaves and wait.");
}

TEST(ReadPdf, KeepsWhatStandsAtTheTopOfTwoPagesOnly) {
  const std::string head = Show(50, 770, "Notes");
  const Reading reading =
      Read(MadePdf({{head + Show(50, 600, "One.")}, {head + Show(50, 600, "Two.")}}));
  EXPECT_EQ(reading.text, "Notes\n\nOne.\n\nNotes\n\nTwo.");
}

TEST(ReadPdf, TakesTextPrintedTwiceOnce) {
  const Reading reading =
      Read(MadePdf({{Show(50, 700, "Bold heading") + Show(50.4, 700, "Bold heading")}}));
  EXPECT_EQ(reading.text, "Bold heading");
  EXPECT_EQ(LeftOut(reading, "character printed twice"), 11U);
  EXPECT_EQ(TextOf(Show(50, 700, "all well, little bookkeeper")), "all well, little bookkeeper");
}

TEST(ReadPdf, KeepsCellsApartByTabs) {
  EXPECT_EQ(TextOf(Show(50, 700, "green") + Show(200, 700, "2") + Show(300, 700, "hot")),
            "green\t2\thot");
}

TEST(ReadPdf, PartsColumnsThatWereDrawnAsOne) {
  std::string content;
  const std::vector<std::string> left = {"The left column says that", "tea is made of the leaves",
                                         "of a bush that grows on", "the hills of many lands.",
                                         "People drink it hot now."};
  const std::vector<std::string> right = {"The right column speaks of", "coffee, which is made of",
                                          "roasted beans and water", "and is drunk in the early",
                                          "morning by most people."};
  for (std::size_t i = 0; i < left.size(); ++i) {
    const double y = 700 - 12 * static_cast<double>(i);
    content += Show(50, y, left[i]) + Show(320, y, right[i]);
  }
  std::string expected;
  for (const auto* const column : {&left, &right}) {
    for (const std::string& line : *column) expected += line + "\n";
  }
  expected.pop_back();
  expected.insert(expected.find("The right"), "\n");  // a column is no line of the other
  EXPECT_EQ(TextOf(content), expected);
}

TEST(ReadPdf, SaysThatPagesAreImages) {
  const Reading scan = Read(MadePdf({{kImage}, {kImage}}));
  EXPECT_EQ(scan.report.verdict, Verdict::kNoTextLayer);
  EXPECT_EQ(scan.text, "");
  EXPECT_EQ(scan.report.detail, "pages 1-2 are images (no text layer)");
  const Reading mixed = Read(MadePdf({{Show(50, 700, "Cover.")}, {kImage}, {kImage}, {""}}));
  EXPECT_EQ(mixed.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(mixed.report.detail, "1 of 4 pages have text; pages 2-3 are images (no text layer)");
  EXPECT_EQ(mixed.text, "Cover.");
  EXPECT_EQ(Read(MadePdf({{""}})).report.verdict, Verdict::kEmpty);
}

TEST(ReadPdf, KeepsAndNamesTextThatNobodySees) {
  const Reading white =
      Read(MadePdf({{Show(50, 700, "Seen.") + "1 g\n" + Show(50, 600, "Obey.")}}));
  EXPECT_TRUE(white.text.contains("Obey."));
  EXPECT_TRUE(Warns(white, "hidden text (white, tiny or not drawn) on page 1: 5 characters"));
  const Reading on_black = Read(MadePdf(
      {{Show(50, 700, "Seen.") + "0 g 40 590 200 30 re f\n1 g\n" + Show(50, 600, "Table head")}}));
  EXPECT_FALSE(Warns(on_black, "hidden text"));
  const Reading tiny = Read(MadePdf({{Show(50, 700, "Seen.") + Show(50, 600, "Obey.", 0.5)}}));
  EXPECT_TRUE(Warns(tiny, "hidden text"));
  const Reading mode_3 =
      Read(MadePdf({{Show(50, 700, "Seen.") + "3 Tr\n" + Show(50, 600, "Obey.")}}));
  EXPECT_TRUE(Warns(mode_3, "hidden text"));
  const Reading layer =
      Read(MadePdf({{std::string(kImage) + "3 Tr\n" + Show(50, 600, "Scanned.")}}));
  EXPECT_EQ(layer.text, "Scanned.");
  EXPECT_FALSE(Warns(layer, "hidden text"));
}

TEST(ReadPdf, CountsWhatThePageDoesNotShow) {
  const Reading reading = Read(MadePdf({{Show(50, 700, "Inside.") + Show(50, 900, "Outside.")}}));
  EXPECT_EQ(reading.text, "Inside.");
  EXPECT_EQ(LeftOut(reading, "character outside of the page"), 8U);
}

TEST(ReadPdf, PutsCommentsAndFieldsBehindTheirPage) {
  MadePdf pdf({{Show(50, 700, "Form."), "/Annots[9 0 R 10 0 R 11 0 R 12 0 R]"},
               {Show(50, 700, "Next page.")}});
  pdf.Add("<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/T(Ann)/Contents(Check this.)>>");
  pdf.Add("<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]/T(name)/TU(Name)/V(Smith)>>");
  pdf.Add("<</Type/Annot/Subtype/Widget/FT/Btn/Rect[0 0 9 9]/T(ok)/V/Off>>");
  pdf.Add("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(https://a.example/x)>>>>");
  const Reading reading = Read(pdf);
  EXPECT_EQ(reading.text, "Form.\n\nCheck this.\n\nName: Smith\n\nNext page.");
  ASSERT_EQ(reading.anchors.size(), 4U);
  EXPECT_EQ(reading.anchors[1],
            (reading::Anchor{7, AnchorKind::kNote, "page 1, note by Ann", "page=1"}));
  EXPECT_EQ(reading.anchors[2],
            (reading::Anchor{20, AnchorKind::kField, "page 1, field Name", "page=1"}));
  EXPECT_EQ(reading.links, std::vector<std::string>{"https://a.example/x"});
}

TEST(ReadPdf, GivesAttachmentsAsChildren) {
  MadePdf pdf({{Show(50, 700, "Cover.")}});
  pdf.Add(MadePdf::Stream("a,b\n1,2\n", "/Type/EmbeddedFile/Subtype/text#2Fcsv"));
  pdf.Add("<</Type/Filespec/F(t.csv)/UF(t.csv)/EF<</F 7 0 R>>>>");
  pdf.Root("/Names<</EmbeddedFiles<</Names[(t.csv) 8 0 R]>>>>");
  const Reading reading = Read(pdf);
  ASSERT_EQ(reading.children.size(), 1U);
  EXPECT_EQ(reading.children[0].name, "t.csv");
  EXPECT_EQ(reading.children[0].media_type, "text/csv");
  EXPECT_EQ(reading.children[0].fragment, "attachment=1");
  EXPECT_EQ(reading.children[0].bytes, "a,b\n1,2\n");
  const Reading capped = Read(pdf, {}, {.max_attachment_bytes = 4});
  EXPECT_TRUE(capped.children.empty());
  EXPECT_EQ(LeftOut(capped, "attachment that cannot be read or is too large"), 1U);
}

TEST(ReadPdf, TakesTitleAndDateOfTheFile) {
  MadePdf stated({{Show(50, 700, "Text.")}});
  stated.Info("/Title(On Tea)/CreationDate(D:20200101)/ModDate(D:20240229120000Z)");
  EXPECT_EQ(Read(stated).title, "On Tea");
  EXPECT_EQ(Read(stated).content_date, "2024-02-29");
  MadePdf filled_in({{Show(50, 700, "A Large Heading", 20) +
                      MadePdf::Lines(50, 600, {"Some text.", "More of it.", "The end."})}});
  filled_in.Info("/Title(Microsoft Word - tea.doc)/ModDate(D:99999999)");
  EXPECT_EQ(Read(filled_in).title, "A Large Heading");
  EXPECT_EQ(Read(filled_in).content_date, "");
}

TEST(ReadPdf, NamesDamage) {
  EXPECT_EQ(ReadPdf("%PDF-1.4\n").report.verdict, Verdict::kDamaged);
  EXPECT_EQ(ReadPdf("").report.verdict, Verdict::kDamaged);
  const std::string whole = MadePdf({{Show(50, 700, "Kept.")}}).Bytes();
  const Reading no_table = ReadPdf(whole.substr(0, whole.find("xref")));
  EXPECT_EQ(no_table.text, "Kept.");
  EXPECT_TRUE(Warns(no_table, "repaired"));
  EXPECT_EQ(ReadPdf(whole, {}, {.max_input_bytes = 10}).report.verdict, Verdict::kOverLimit);
  EXPECT_EQ(ReadPdf(whole, {}, {.max_pages = 0}).report.verdict, Verdict::kOverLimit);
  const Reading cut = ReadPdf(MadePdf({{Show(50, 700, "One.")}, {Show(50, 700, "Two.")}}).Bytes(),
                              {}, {.max_text_bytes = 8});
  EXPECT_EQ(cut.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(cut.text, "One.");
}

TEST(ReadPdf, StopsAPageThatDrawsForever) {
  // Each form draws the next twice.
  MadePdf pdf({{Show(50, 700, "Before.") + "/X Do", ""}, {Show(50, 700, "After.")}});
  constexpr int kDepth = 40;
  for (int i = 0; i < kDepth; ++i) {
    const std::string next = std::to_string(9 + i + 1);
    const bool last = i + 1 == kDepth;
    pdf.Add(
        MadePdf::Stream(last ? Show(1, 1, "x") : "/X Do /X Do",
                        "/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 3 0 R>>" +
                            (last ? std::string() : "/XObject<</X " + next + " 0 R>>") + ">>"));
  }
  const std::string resources = "/Font<</F 3 0 R>>";
  std::string bytes = pdf.Bytes();
  const std::size_t at = bytes.find(resources);
  bytes.replace(at, resources.size(), "/XObject<</X 9 0 R>>" + resources);
  const Reading reading = ReadPdf(bytes, {}, {}, {.base_seconds = 2, .page_seconds = 0.3});
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_TRUE(reading.report.detail.contains("page 1 took too long")) << reading.report.detail;
  EXPECT_TRUE(reading.text.contains("After.")) << reading.text;
}

}  // namespace
}  // namespace arborist::pdf
