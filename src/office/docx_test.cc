// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "office/made_package_test.h"
#include "office/office.h"
#include "reading/fault_test.h"

namespace arborist::office {
namespace {

using reading::AnchorKind;
using reading::Verdict;

Result<reading::HtmlPart> NoTags(std::string_view bytes, std::string_view, std::string_view) {
  std::string text;
  bool tag = false;
  for (const char c : bytes) {
    if (c == '<') tag = true;
    if (!tag) text += c;
    if (c == '>') tag = false;
  }
  return reading::HtmlPart{.title = "", .text = std::move(text), .links = {}};
}

reading::Reading ReadMade(const zip::MadeZip& made, const reading::ReadingLimits& limits = {}) {
  reading::Reading reading = ReadDocx(made.Bytes(), limits, NoTags);
  EXPECT_EQ(reading::FaultOf(reading), "");
  return reading;
}

zip::MadeZip Document(std::string_view body, std::string_view related = {}) {
  return MadePackage("wordprocessingml.document",
                     Root("w:document", "<w:body>" + std::string(body) + "</w:body>"), related);
}

std::string TextOfBody(std::string_view body) { return ReadMade(Document(body)).text; }

std::string P(std::string_view runs) { return "<w:p>" + std::string(runs) + "</w:p>"; }
std::string R(std::string_view text) {
  return "<w:r><w:t xml:space='preserve'>" + std::string(text) + "</w:t></w:r>";
}

TEST(Docx, JoinsRunsWithNothing) {
  EXPECT_EQ(TextOfBody(P(R("Wo") + R("rd") + R(" two")) + P(R("next"))), "Word two\n\nnext");
  EXPECT_EQ(TextOfBody(P("<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t>"
                         "<w:noBreakHyphen/><w:t>d\u00ADe</w:t></w:r>")),
            "a\tb\nc\u2011de");
}

TEST(Docx, ReadsTheAcceptedViewAndCountsWhatIsDeleted) {
  const auto reading = ReadMade(Document(
      P(R("The price is ") + "<w:del><w:r><w:delText>100</w:delText></w:r></w:del><w:ins>" +
        R("120") + "</w:ins><w:moveFrom>" + R("gone") + "</w:moveFrom>") +
      "<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>" + R("one ") + "</w:p>" + P(R("line"))));
  EXPECT_EQ(reading.text, "The price is 120\n\none line");
  ASSERT_EQ(reading.report.left_out.size(), 1U);
  EXPECT_EQ(reading.report.left_out[0],
            (reading::LeftOut{"deleted text (tracked changes)", "", 2}));
}

TEST(Docx, LeavesOutHiddenTextFieldCodesAndContents) {
  const auto reading = ReadMade(
      Document(P("<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>" + R("seen")) +
               P("<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>TOC \\o</w:instrText>"
                 "<w:fldChar w:fldCharType='separate'/><w:t>Intro 1</w:t></w:r>") +
               P(R("More 2") + "<w:r><w:fldChar w:fldCharType='end'/></w:r>") +
               P("<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>AUTHOR</w:instrText>"
                 "<w:fldChar w:fldCharType='separate'/><w:t>Ann</w:t>"
                 "<w:fldChar w:fldCharType='end'/></w:r>")));
  EXPECT_EQ(reading.text, "seen\n\nAnn");
  EXPECT_EQ(reading.report.left_out.size(), 2U);
}

TEST(Docx, GoesOnBehindContentsWithoutEnd) {
  EXPECT_EQ(TextOfBody(P("<w:r><w:fldChar w:fldCharType='begin'/><w:instrText>TOC</w:instrText>"
                         "<w:fldChar w:fldCharType='separate'/><w:t>toc</w:t></w:r>") +
                       "<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr>" + R("Head") + "</w:p>" +
                       P(R("body"))),
            "Head\n\nbody");
}

TEST(Docx, TakesATextBoxOnce) {
  const std::string box = "<w:txbxContent>" + P(R("boxed")) + "</w:txbxContent>";
  EXPECT_EQ(TextOfBody(P(R("before") + "<w:r><mc:AlternateContent><mc:Choice><w:drawing>" + box +
                         "</w:drawing></mc:Choice><mc:Fallback><w:pict>" + box +
                         "</w:pict></mc:Fallback></mc:AlternateContent></w:r>" + R(" after"))),
            "before after\n\nboxed");
}

TEST(Docx, WritesRowsAsLinesAndMergedCellsOnce) {
  const auto cell = [](std::string_view text, std::string_view properties = "") {
    return "<w:tc>" + std::string(properties) + P(R(text)) + "</w:tc>";
  };
  const std::string merged = "<w:tcPr><w:vMerge/></w:tcPr>";
  EXPECT_EQ(TextOfBody(P(R("t")) + "<w:tbl><w:tr>" + cell("a") +
                       cell("b", "<w:tcPr><w:vMerge w:val='restart'/></w:tcPr>") + "</w:tr><w:tr>" +
                       cell("c") + cell("b", merged) + "</w:tr><w:tr><w:trPr><w:del/></w:trPr>" +
                       cell("x") + cell("y") + "</w:tr></w:tbl>"),
            "t\n\na\tb\nc");
  EXPECT_EQ(TextOfBody("<w:tbl><w:tr><w:tc>" + P(R("one")) + P(R("two")) + "</w:tc>" + cell("b") +
                       "</w:tr></w:tbl>"),
            "one two\tb");
}

TEST(Docx, NumbersParagraphsAsWordDoes) {
  zip::MadeZip made = Document(
      "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr>" + R("a") +
          "</w:p><w:p><w:pPr><w:numPr><w:ilvl w:val='1'/><w:numId w:val='1'/></w:numPr></w:pPr>" +
          R("b") + "</w:p><w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr>" +
          "</w:pPr>" + R("c") + "</w:p>",
      Related("n", "numbering", "numbering.xml"));
  made.Add("numbering.xml",
           Root("w:numbering",
                "<w:abstractNum w:abstractNumId='7'><w:lvl w:ilvl='0'><w:start w:val='4'/>"
                "<w:numFmt w:val='decimal'/><w:lvlText w:val='%1.'/></w:lvl><w:lvl w:ilvl='1'>"
                "<w:start w:val='1'/><w:numFmt w:val='lowerLetter'/><w:lvlText w:val='%1.%2)'/>"
                "</w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='7'/></w:num>"));
  EXPECT_EQ(ReadMade(made).text, "4. a\n4.a) b\n5. c");
}

TEST(Docx, PutsNotesBehindTheirParagraphAndHeadersAtTheEnd) {
  zip::MadeZip made =
      Document(P(R("claim") + "<w:r><w:footnoteReference w:id='2'/></w:r>") + P(R("next")),
               Related("f", "footnotes", "notes.xml") + Related("h1", "header", "h1.xml") +
                   Related("h2", "header", "h2.xml") + Related("c", "comments", "comments.xml"));
  made.Add("notes.xml", Root("w:footnotes", "<w:footnote w:id='0' w:type='separator'>" +
                                                P(R("---")) + "</w:footnote><w:footnote w:id='2'>" +
                                                P(R("source")) + "</w:footnote>"));
  made.Add("h1.xml", Root("w:hdr", P(R("Company"))));
  made.Add("h2.xml", Root("w:hdr", P(R("Company"))));
  made.Add("comments.xml", Root("w:comments", "<w:comment w:id='1' w:author='Ann'>" +
                                                  P(R("really?")) + "</w:comment>"));
  const auto reading = ReadMade(made);
  EXPECT_EQ(reading.text, "claim\n\nsource\n\nnext\n\nCompany\n\nreally?");
  std::vector<std::string> notes;
  for (const auto& anchor : reading.anchors) {
    if (anchor.kind == AnchorKind::kNote) notes.push_back(anchor.label);
  }
  EXPECT_EQ(notes, (std::vector<std::string>{"footnote", "", "header", "comment by Ann"}));
}

TEST(Docx, HasTitleDateLinksAndPlaces) {
  zip::MadeZip made =
      Document("<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr>" + R("Scope") + "</w:p>" +
                   P("<w:hyperlink r:id='l'>" + R("link") + "</w:hyperlink>" +
                     "<w:r><w:lastRenderedPageBreak/><w:t> page two</w:t></w:r>"),
               Related("l", "hyperlink", "https://example.org/a#b"));
  made.Add("core.xml", Root("core",
                            "<dc:title>Word Document</dc:title>"
                            "<dcterms:modified>2024-03-01T10:00:00Z</dcterms:modified>"));
  const auto reading = ReadMade(made);
  EXPECT_EQ(reading.title, "Scope");
  EXPECT_EQ(reading.content_date, "2024-03-01");
  EXPECT_EQ(reading.links, (std::vector<std::string>{"https://example.org/a"}));
  EXPECT_EQ(reading.text, "Scope\n\nlink page two");
  EXPECT_EQ(reading.report.unit_name, "paragraphs");
  EXPECT_EQ(reading.report.units_with_text, 2U);
  bool page_two = false;
  for (const auto& anchor : reading.anchors) {
    if (anchor.kind == AnchorKind::kPage && anchor.fragment == "page=2") {
      page_two = true;
      EXPECT_EQ(reading.text.substr(anchor.begin), " page two");
    }
  }
  EXPECT_TRUE(page_two);
}

TEST(Docx, ReadsEmbeddedHtmlAndMath) {
  zip::MadeZip made = Document(
      "<w:altChunk r:id='h'/>" +
          P("<m:oMath><m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>c</m:t></m:r>"
            "</m:den></m:f><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t>"
            "</m:r></m:sup></m:sSup></m:oMath>"),
      Related("h", "aFChunk", "chunk.html"));
  made.Add("chunk.html", "<p>from html</p>");
  EXPECT_EQ(ReadMade(made).text, "from html\n\n(a+b)/cx^2");
}

TEST(Docx, KeepsTheTextInFrontOfDamage) {
  const zip::MadeZip made =
      MadePackage("wordprocessingml.document", "<w:document" + std::string(kTestSpaces) +
                                                   "><w:body>" + P(R("kept")) + "<w:p>" + R("cut"));
  const auto reading = ReadMade(made);
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.text, "kept\n\ncut");
  EXPECT_TRUE(reading.report.detail.contains("ends too early"));
}

TEST(Docx, IsKnownByItsRootWhereTheContentTypesSayNothing) {
  const zip::MadeZip made =
      MadePackage("unknown", Root("w:document", "<w:body>" + P(R("text")) + "</w:body>"));
  EXPECT_EQ(ReadMade(made).text, "text");
  EXPECT_EQ(KindOf(made.Bytes()), OfficeKind::kDocx);
}

TEST(Docx, SaysWhyThereIsNoText) {
  EXPECT_EQ(ReadMade(Document("")).report.verdict, Verdict::kEmpty);
  const auto image =
      ReadMade(Document(P("<w:r><w:drawing><a:blip r:embed='x'/></w:drawing></w:r>")));
  EXPECT_EQ(image.report.verdict, Verdict::kEmpty);
  EXPECT_EQ(image.report.detail, "it has only what is left out: image");
  const auto verdict = [](std::string_view bytes) {
    return ReadDocx(bytes, {}, NoTags).report.verdict;
  };
  EXPECT_EQ(verdict(""), Verdict::kEmpty);
  EXPECT_EQ(verdict("<html>"), Verdict::kNotSupported);
  EXPECT_EQ(verdict("PK\3\4"), Verdict::kDamaged);
  const auto encrypted =
      ReadDocx(std::string("\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") +
                   std::string("E\0n\0c\0r\0y\0p\0t\0e\0d\0P\0a\0c\0k\0a\0g\0e\0", 32),
               {}, NoTags);
  EXPECT_EQ(encrypted.report.verdict, Verdict::kNeedsPassword);
  const auto workbook =
      ReadMade(MadePackage("spreadsheetml.sheet", Root("s:workbook", "<s:sheets/>")));
  EXPECT_EQ(workbook.report.verdict, Verdict::kNotSupported);
  EXPECT_EQ(workbook.report.detail, "this is not a Word document but an Excel workbook");
}

TEST(Docx, HasLimits) {
  reading::ReadingLimits limits;
  limits.max_text_bytes = 10;
  const auto long_text = ReadMade(Document(P(R("more than ten bytes"))), limits);
  EXPECT_EQ(long_text.report.verdict, Verdict::kOverLimit);
  std::string deep;
  for (int i = 0; i < 300; ++i) deep += "<w:sdt><w:sdtContent>";
  EXPECT_EQ(ReadMade(Document(deep)).report.verdict, Verdict::kOverLimit);
  const zip::MadeZip bomb =
      MadePackage("wordprocessingml.document",
                  "<!DOCTYPE a [<!ENTITY b 'bb'>]>" + Root("w:document", "<w:body/>"));
  EXPECT_EQ(ReadMade(bomb).report.verdict, Verdict::kDamaged);
}

}  // namespace
}  // namespace arborist::office
