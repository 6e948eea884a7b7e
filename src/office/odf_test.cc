// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "office/made_package_test.h"
#include "office/office.h"
#include "reading/fault_test.h"

namespace arborist::office {
namespace {

using reading::Verdict;

reading::Reading ReadMade(std::string_view bytes) {
  reading::Reading reading = ReadOdf(bytes, {});
  EXPECT_EQ(reading::FaultOf(reading), "");
  return reading;
}

std::string Package(std::string_view kind, std::string_view content,
                    std::string_view manifest = "") {
  zip::MadeZip made;
  made.Add("mimetype", "application/vnd.oasis.opendocument." + std::string(kind));
  made.Add("content.xml", content);
  if (!manifest.empty()) made.Add("META-INF/manifest.xml", manifest);
  return made.Bytes();
}

std::string Content(std::string_view kind, std::string_view inner) {
  const std::string element = "office:" + std::string(kind);
  return Root("office:document-content", "<office:body><" + element + ">" + std::string(inner) +
                                             "</" + element + "></office:body>");
}

std::string TextOf(std::string_view blocks) {
  return ReadMade(Package("text", Content("text", blocks))).text;
}

TEST(Odt, ReadsWhiteSpaceAsItIsMeant) {
  EXPECT_EQ(TextOf("<text:p>  one\n   two<text:s text:c='2'/>x<text:tab/>y<text:line-break/>z"
                   "</text:p><text:p>next</text:p>"),
            "one two  x\ty\nz\n\nnext");
}

TEST(Odt, LeavesOutWhatIsNotShown) {
  const auto reading = ReadMade(Package(
      "text",
      Content("text",
              "<text:tracked-changes><text:changed-region><text:deletion><text:p>gone</text:p>"
              "</text:deletion></text:changed-region></text:tracked-changes>"
              "<text:table-of-content><text:index-body><text:p>toc</text:p></text:index-body>"
              "</text:table-of-content><text:p>a<text:hidden-text>secret</text:hidden-text>b"
              "<office:annotation><dc:creator>Ann</dc:creator><text:p>why?</text:p>"
              "</office:annotation></text:p><text:section text:display='none'><text:p>hidden"
              "</text:p></text:section>")));
  EXPECT_EQ(reading.text, "ab\n\nwhy?");
  EXPECT_EQ(reading.report.left_out.size(), 3U);
}

TEST(Odt, WritesListsTablesNotesAndBoxes) {
  EXPECT_EQ(TextOf("<text:h text:outline-level='1'>Head</text:h><text:list><text:list-item>"
                   "<text:p>i</text:p></text:list-item><text:list-item><text:p>j</text:p>"
                   "</text:list-item></text:list><table:table><table:table-row>"
                   "<table:table-cell><text:p>a</text:p><text:p>b</text:p></table:table-cell>"
                   "<table:covered-table-cell><text:p>no</text:p></table:covered-table-cell>"
                   "<table:table-cell><text:p>c</text:p></table:table-cell></table:table-row>"
                   "</table:table><text:p>claim<text:note text:note-class='footnote'>"
                   "<text:note-citation>1</text:note-citation><text:note-body><text:p>source"
                   "</text:p></text:note-body></text:note> goes on<draw:frame><draw:text-box>"
                   "<text:p>boxed</text:p></draw:text-box></draw:frame></text:p>"),
            "Head\n\ni\nj\n\na b\t\tc\n\nclaim goes on\n\nboxed\n\nsource");
}

TEST(Odt, ReadsOneFlatFile) {
  const std::string flat =
      "<?xml version='1.0'?><office:document office:mimetype="
      "'application/vnd.oasis.opendocument.text'" +
      std::string(kTestSpaces) +
      "><office:meta><dc:title>Plan</dc:title><dc:date>2023-05-06T07:08:09</dc:date>"
      "</office:meta><office:body><office:text><text:p>flat</text:p></office:text>"
      "</office:body></office:document>";
  EXPECT_EQ(KindOf(flat), OfficeKind::kOdt);
  const auto reading = ReadMade(flat);
  EXPECT_EQ(reading.text, "flat");
  EXPECT_EQ(reading.title, "Plan");
  EXPECT_EQ(reading.content_date, "2023-05-06");
}

std::string Sheet(std::string_view rows) {
  return Package("spreadsheet", Content("spreadsheet", "<table:table table:name='A'>" +
                                                           std::string(rows) + "</table:table>"));
}

TEST(Ods, NeverExpandsRepeats) {
  const auto reading = ReadMade(
      Sheet("<table:table-row table:number-rows-repeated='1048575'><table:table-cell "
            "table:number-columns-repeated='16384'/></table:table-row><table:table-row>"
            "<table:table-cell table:number-columns-repeated='1000000'/><table:table-cell>"
            "<text:p>far</text:p></table:table-cell></table:table-row><table:table-row "
            "table:number-rows-repeated='9'><table:table-cell table:number-columns-repeated='2'>"
            "<text:p>x</text:p></table:table-cell></table:table-row>"));
  EXPECT_EQ(reading.text, "A\nfar\nx\tx");
  EXPECT_EQ(reading.report.left_out[0], (reading::LeftOut{"repeated row", "A", 8}));
  EXPECT_EQ(reading.anchors.back().label, "A, rows 1048577-1048585");
}

TEST(Ods, WritesDatesInIsoAndTheRestAsShown) {
  EXPECT_EQ(ReadMade(Sheet("<table:table-row><table:table-cell office:value-type='date' "
                           "office:date-value='2020-01-02T00:00:00'><text:p>2.1.20</text:p>"
                           "</table:table-cell><table:table-cell office:value-type='percentage' "
                           "office:value='0.075'><text:p>7,5 %</text:p></table:table-cell>"
                           "<table:table-cell office:value-type='float' office:value='3'/>"
                           "</table:table-row>"))
                .text,
            "A\n2020-01-02\t7,5 %\t3");
}

TEST(Ods, LeavesOutHiddenSheetsRowsAndColumns) {
  const auto reading = ReadMade(Package(
      "spreadsheet",
      Root("office:document-content",
           "<office:automatic-styles><style:style style:name='h' style:family='table'>"
           "<style:table-properties table:display='false'/></style:style>"
           "</office:automatic-styles><office:body><office:spreadsheet>"
           "<table:table table:name='Hidden' table:style-name='h'><table:table-row>"
           "<table:table-cell><text:p>no</text:p></table:table-cell></table:table-row>"
           "</table:table><table:table table:name='B'><table:table-column/>"
           "<table:table-column table:visibility='collapse'/><table:table-row>"
           "<table:table-cell><text:p>yes</text:p></table:table-cell><table:table-cell>"
           "<text:p>no</text:p></table:table-cell></table:table-row><table:table-row "
           "table:visibility='filter'><table:table-cell><text:p>no</text:p></table:table-cell>"
           "</table:table-row></table:table></office:spreadsheet></office:body>")));
  EXPECT_EQ(reading.text, "B\nyes");
  EXPECT_EQ(reading.report.left_out.size(), 3U);
}

TEST(Odp, WritesTitleShapesAndNotes) {
  const auto box = [](std::string_view text, std::string_view role) {
    return "<draw:frame presentation:class='" + std::string(role) + "'><draw:text-box><text:p>" +
           std::string(text) + "</text:p></draw:text-box></draw:frame>";
  };
  const auto reading = ReadMade(Package(
      "presentation", Content("presentation", "<draw:page>" + box("body", "outline") +
                                                  box("Title", "title") + box("7", "page-number") +
                                                  "<presentation:notes>" + box("say", "notes") +
                                                  "</presentation:notes></draw:page><draw:page>" +
                                                  box("two", "subtitle") + "</draw:page>")));
  EXPECT_EQ(reading.text, "Title\n\nbody\n\nsay\n\ntwo");
  EXPECT_EQ(reading.title, "Title");
  EXPECT_EQ(reading.report.units, 2U);
}

TEST(Odf, SaysWhyThereIsNoText) {
  EXPECT_EQ(ReadMade(Package("text", Content("text", ""))).report.verdict, Verdict::kEmpty);
  EXPECT_EQ(ReadMade(Package("text", "noise",
                             Root("manifest:manifest",
                                  "<manifest:file-entry manifest:full-path='content.xml'>"
                                  "<manifest:encryption-data/></manifest:file-entry>")))
                .report.verdict,
            Verdict::kNeedsPassword);
  EXPECT_EQ(ReadMade(Package("text", "<!DOCTYPE a [<!ENTITY b 'c'>]>" + Content("text", "")))
                .report.verdict,
            Verdict::kDamaged);
  EXPECT_EQ(ReadMade("plain").report.verdict, Verdict::kNotSupported);
}

}  // namespace
}  // namespace arborist::office
