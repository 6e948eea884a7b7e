// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "office/made_package_test.h"
#include "office/office.h"
#include "reading/fault_test.h"

namespace arborist::office {
namespace {

reading::Reading ReadMade(const zip::MadeZip& made) {
  reading::Reading reading = ReadPptx(made.Bytes(), {});
  EXPECT_EQ(reading::FaultOf(reading), "");
  return reading;
}

std::string Shape(std::string_view text, std::string_view placeholder = "",
                  std::string_view attributes = "") {
  return "<p:sp><p:nvSpPr><p:cNvPr id='1' " + std::string(attributes) + "/><p:nvPr>" +
         (placeholder.empty() ? "" : "<p:ph type='" + std::string(placeholder) + "'/>") +
         "</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>" + std::string(text) +
         "</a:t></a:r></a:p></p:txBody></p:sp>";
}

std::string Slide(std::string_view shapes) {
  return Root("p:sld", "<p:cSld><p:spTree>" + std::string(shapes) + "</p:spTree></p:cSld>");
}

// Slides whose names say another order than the list.
zip::MadeZip Presentation(std::string_view first, std::string_view second) {
  zip::MadeZip made =
      MadePackage("presentationml.presentation",
                  Root("p:presentation",
                       "<p:sldIdLst><p:sldId id='256' r:id='b'/>"
                       "<p:sldId id='257' r:id='a'/></p:sldIdLst>"),
                  Related("a", "slide", "slide1.xml") + Related("b", "slide", "slide10.xml"));
  made.Add("slide10.xml", first);
  made.Add("slide1.xml", second);
  return made;
}

TEST(Pptx, FollowsTheListOfSlidesAndPutsTitlesFirst) {
  const auto reading =
      ReadMade(Presentation(Slide(Shape("body") + Shape("Title", "title") + Shape("3", "sldNum") +
                                  "<p:grpSp><p:nvGrpSpPr/>" + Shape("grouped") + "</p:grpSp>" +
                                  Shape("unseen", "", "hidden='1'")),
                            Slide(Shape("last"))));
  EXPECT_EQ(reading.text, "Title\n\nbody\n\ngrouped\n\nlast");
  EXPECT_EQ(reading.title, "Title");
  ASSERT_EQ(reading.anchors.size(), 2U);
  EXPECT_EQ(reading.anchors[1].label, "slide 2");
  EXPECT_EQ(reading.anchors[1].fragment, "slide=2");
  EXPECT_EQ(reading.text.substr(reading.anchors[1].begin), "last");
  EXPECT_EQ(reading.report.units, 2U);
  EXPECT_EQ(reading.report.left_out[0], (reading::LeftOut{"hidden shape", "slide 1", 1}));
}

TEST(Pptx, FindsNotesByRelationshipAndMarksHiddenSlides) {
  zip::MadeZip made = Presentation(Slide(Shape("one")), "");
  made.Add("slide1.xml", "<p:sld show='0'" + std::string(kTestSpaces) + "><p:cSld><p:spTree>" +
                             Shape("two") + "</p:spTree></p:cSld></p:sld>");
  made.Add("_rels/slide1.xml.rels", Relationships(Related("n", "notesSlide", "notes7.xml")));
  made.Add("notes7.xml", Root("p:notes", "<p:cSld><p:spTree>" + Shape("say this", "body") +
                                             Shape("9", "sldNum") + "</p:spTree></p:cSld>"));
  const auto reading = ReadMade(made);
  EXPECT_EQ(reading.text, "one\n\ntwo\n\nsay this");
  bool notes = false;
  for (const auto& anchor : reading.anchors) {
    if (anchor.fragment == "slide=2&notes") notes = true;
    if (anchor.fragment == "slide=2") {
      EXPECT_EQ(anchor.label, "slide 2 (hidden)");
    }
  }
  EXPECT_TRUE(notes);
}

TEST(Pptx, WritesTablesAndCharts) {
  const auto cell = [](std::string_view text, std::string_view attributes = "") {
    return "<a:tc " + std::string(attributes) + "><a:txBody><a:p><a:r><a:t>" + std::string(text) +
           "</a:t></a:r></a:p></a:txBody></a:tc>";
  };
  zip::MadeZip made =
      Presentation(Slide("<p:graphicFrame><a:tbl><a:tr>" + cell("a", "gridSpan='2'") +
                         cell("a", "hMerge='1'") + cell("b") + "</a:tr><a:tr>" + cell("c") +
                         cell("d") + cell("e") + "</a:tr></a:tbl></p:graphicFrame>"),
                   Slide("<p:graphicFrame><c:chart r:id='c'/></p:graphicFrame>"));
  made.Add("_rels/slide1.xml.rels", Relationships(Related("c", "chart", "chart.xml")));
  made.Add("chart.xml",
           Root("c:chartSpace",
                "<c:chart><c:title><c:tx><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:tx></c:title>"
                "<c:ser><c:tx><c:strRef><c:f>S!A1</c:f><c:strCache><c:pt idx='0'><c:v>tea</c:v>"
                "</c:pt></c:strCache></c:strRef></c:tx><c:cat><c:strLit><c:pt idx='0'><c:v>May"
                "</c:v></c:pt><c:pt idx='1'><c:v>June</c:v></c:pt></c:strLit></c:cat><c:val>"
                "<c:numLit><c:pt idx='0'><c:v>3</c:v></c:pt><c:pt idx='1'><c:v>4</c:v></c:pt>"
                "</c:numLit></c:val></c:ser></c:chart>"));
  EXPECT_EQ(ReadMade(made).text, "a\t\tb\nc\td\te\n\nSales\nMay\tJune\ntea\t3\t4");
}

TEST(Pptx, LosesOneBadSlideOnly) {
  const auto reading = ReadMade(Presentation("<p:sld", Slide(Shape("good"))));
  EXPECT_EQ(reading.text, "good");
  EXPECT_EQ(reading.report.verdict, reading::Verdict::kReadInPart);
  EXPECT_TRUE(reading.report.detail.starts_with("slide 1: ")) << reading.report.detail;
}

TEST(Pptx, TakesDescriptionsThatPeopleWrote) {
  const auto picture = [](std::string_view description) {
    return "<p:pic><p:nvPicPr><p:cNvPr id='1' descr='" + std::string(description) +
           "'/></p:nvPicPr></p:pic>";
  };
  const auto reading = ReadMade(
      Presentation(Slide(picture("A map of Rome") + picture("img_01.PNG") + picture("Picture 3") +
                         picture("A dog&#10;Description automatically generated")),
                   Slide("")));
  EXPECT_EQ(reading.text, "A map of Rome");
  EXPECT_EQ(reading.report.left_out[0], (reading::LeftOut{"image", "slide 1", 4}));
}

}  // namespace
}  // namespace arborist::office
