// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "office/grid.h"
#include "office/made_package_test.h"
#include "office/number_format.h"
#include "office/office.h"
#include "reading/fault_test.h"

namespace arborist::office {
namespace {

using reading::Verdict;

std::string Shown(std::string_view code, double value, DateSystem system = DateSystem::k1900) {
  return NumberFormat(code).Shown(value, system);
}

TEST(NumberFormat, WritesDatesInIso) {
  EXPECT_EQ(Shown("m/d/yy", 41689), "2014-02-19");
  EXPECT_EQ(Shown("m/d/yy", 1), "1900-01-01");
  EXPECT_EQ(Shown("m/d/yy", 59), "1900-02-28");
  EXPECT_EQ(Shown("m/d/yy", 60), "1900-02-29");
  EXPECT_EQ(Shown("m/d/yy", 61), "1900-03-01");
  EXPECT_EQ(Shown("m/d/yy", 40227, DateSystem::k1904), "2014-02-19");
  EXPECT_EQ(Shown("[$-409]d-mmm-yy;@", 24180.6788), "1966-03-14");
  EXPECT_EQ(Shown("m/d/yy h:mm", 24180.6788), "1966-03-14 16:17");
  EXPECT_EQ(Shown("mmm-yy", 41689), "2014-02");
  EXPECT_EQ(Shown("yyyy\"m\"", 41689), "2014");
  EXPECT_EQ(Shown("h:mm:ss AM/PM", 0.67890), "16:17:37");
  EXPECT_EQ(Shown("mm:ss", 0.67890), "16:17:37");
  EXPECT_EQ(Shown("[h]:mm:ss", 1.5), "36:00:00");
  EXPECT_EQ(Shown("h:mm", 0.70416666666), "16:54");
  EXPECT_EQ(Shown("mm:ss.0", 0.5000058), "12:00:00.501");
  EXPECT_EQ(Shown("m/d/yy", -5), "-5");
  EXPECT_EQ(Shown("m/d/yy", 1e9), "1000000000");
}

TEST(NumberFormat, WritesPercentAsShown) {
  EXPECT_EQ(Shown("0%", 0.075), "8%");
  EXPECT_EQ(Shown("0.0%", 0.075), "7.5%");
  EXPECT_EQ(Shown("0.00%", 0.075), "7.50%");
  EXPECT_EQ(Shown("0.##%", 0.075), "7.5%");
  EXPECT_EQ(Shown("0%", 0.285), "29%");
  EXPECT_EQ(Shown("0%", -12345.6789), "-1234568%");
  EXPECT_EQ(Shown("0%", 0.0001), "0%");
  EXPECT_EQ(Shown("0%", 0.999), "100%");
}

TEST(NumberFormat, KeepsNumbersAndNamesCurrency) {
  EXPECT_EQ(Shown("General", 0.1 + 0.2), "0.3");
  EXPECT_EQ(Shown("#,##0.00", -12345.6789), "-12345.6789");
  EXPECT_EQ(Shown("0.00E+00", 12345), "12345");
  EXPECT_EQ(Shown("General", 1e15), "1000000000000000");
  EXPECT_EQ(Shown("General", 1.5e30), "1.5E+30");
  EXPECT_EQ(Shown("General", 0.00001), "0.00001");
  EXPECT_EQ(Shown("\"$\"#,##0.00", -1234.5), "-$1234.50");
  EXPECT_EQ(Shown("#,##0.00 [$\u20AC-407]", 12), "12.00 \u20AC");
  EXPECT_EQ(Shown("[$CHF] #,##0", 12.4), "CHF 12");
  EXPECT_EQ(Shown("[Red]0;[Blue]-0", -3), "-3");
  EXPECT_EQ(Shown("", 7), "7");
}

TEST(CellPlaces, AreParsed) {
  EXPECT_EQ(ParseCellPlace("BC12").column, 55U);
  EXPECT_EQ(ParseCellPlace("$B$3").row, 3U);
  EXPECT_EQ(ParseCellPlace("?").column, 0U);
  EXPECT_EQ(ColumnName(55), "BC");
  EXPECT_EQ(ColumnName(16384), "XFD");
  EXPECT_FALSE(ParseRange("B2:A1"));
  EXPECT_EQ(SheetFragment("A & B"), "sheet=A%20%26%20B");
}

constexpr std::string_view kStyles =
    "<s:numFmts><s:numFmt numFmtId='164' formatCode='d/m/yyyy'/></s:numFmts>"
    "<s:cellXfs><s:xf numFmtId='0'/><s:xf numFmtId='164'/><s:xf numFmtId='10'/></s:cellXfs>";

zip::MadeZip Workbook(std::string_view sheet, std::string_view state = "visible") {
  zip::MadeZip made = MadePackage(
      "spreadsheetml.sheet",
      Root("s:workbook", "<s:sheets><s:sheet name='Costs' state='" + std::string(state) +
                             "' r:id='a'/></s:sheets>"),
      Related("a", "worksheet", "sheet.xml") + Related("s", "sharedStrings", "strings.xml") +
          Related("y", "styles", "styles.xml"));
  made.Add("sheet.xml", Root("s:worksheet", sheet));
  made.Add("strings.xml", Root("s:sst",
                               "<s:si><s:r><s:t>Na</s:t></s:r><s:r><s:t>me</s:t></s:r>"
                               "<s:rPh><s:t>phonetic</s:t></s:rPh></s:si>"));
  made.Add("styles.xml", Root("s:styleSheet", kStyles));
  return made;
}

reading::Reading ReadMade(const zip::MadeZip& made, const reading::ReadingLimits& limits = {}) {
  reading::Reading reading = ReadXlsx(made.Bytes(), limits);
  EXPECT_EQ(reading::FaultOf(reading), "");
  return reading;
}

// Rows from 1, cells by semicolon; one that begins with a digit is a number.
std::string Rows(const std::vector<std::string>& rows) {
  std::string xml = "<s:sheetData>";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    xml += "<s:row r='" + std::to_string(row + 1) + "'>";
    std::uint32_t column = 1;
    for (std::size_t at = 0; at <= rows[row].size(); ++column) {
      const std::size_t end = std::min(rows[row].find(';', at), rows[row].size());
      const std::string text = rows[row].substr(at, end - at);
      at = end + 1;
      const bool number = !text.empty() && text[0] >= '0' && text[0] <= '9';
      xml += "<s:c r='" + ColumnName(column) + std::to_string(row + 1) +
             (number ? "'>" : "' t='str'>") + "<s:v>" + text + "</s:v></s:c>";
    }
    xml += "</s:row>";
  }
  return xml + "</s:sheetData>";
}

TEST(Xlsx, LabelsRowsWithTheirHeader) {
  const auto reading =
      ReadMade(Workbook(Rows({"Item;Cost;Unit", "tea;3;kg", ";4;l", "", "plain"})));
  EXPECT_EQ(reading.text,
            "Costs\nItem\tCost\tUnit\nItem: tea; Cost: 3; Unit: kg\nCost: 4; Unit: l\nplain");
  ASSERT_GE(reading.anchors.size(), 3U);
  EXPECT_EQ(reading.anchors[0].label, "Costs");
  EXPECT_EQ(reading.anchors[2].label, "Costs, row 2");
  EXPECT_EQ(reading.anchors[2].fragment, "sheet=Costs&range=2:2");
}

TEST(Xlsx, DoesNotTakeNamesAndValuesForAHeader) {
  EXPECT_EQ(ReadMade(Workbook(Rows({"Name;Ann", "Age;30", "Height;180"}))).text,
            "Costs\nName\tAnn\nAge\t30\nHeight\t180");
  const std::string text =
      ReadMade(Workbook(Rows({"Item;Cost", "a;1", "b;2", "c;3", "d;4", "e;5"}))).text;
  EXPECT_TRUE(text.ends_with("\nItem: e; Cost: 5")) << text;
}

TEST(Xlsx, JoinsHeadersOfTwoRows) {
  EXPECT_EQ(ReadMade(Workbook(Rows({"Item;2023;", "x"}))).text, "Costs\nItem\t2023\nx");
  const std::string sheet = Rows({"Item;Year;", "name;first;second", "tea;1;2"}) +
                            "<s:mergeCells><s:mergeCell ref='B1:C1'/></s:mergeCells>";
  EXPECT_EQ(ReadMade(Workbook(sheet)).text,
            "Costs\nItem\tYear\nname\tfirst\tsecond\n"
            "Item name: tea; Year first: 1; Year second: 2");
}

TEST(Xlsx, ShowsValuesAsPeopleSeeThem) {
  const auto reading = ReadMade(
      Workbook("<s:sheetData><s:row><s:c t='s'><s:v>0</s:v></s:c><s:c s='1'><s:v>38971</s:v></s:c>"
               "<s:c s='2'><s:v>0.075</s:v></s:c><s:c t='b'><s:v>1</s:v></s:c>"
               "<s:c t='e'><s:v>#REF!</s:v></s:c><s:c><s:f>A1</s:f></s:c>"
               "<s:c t='inlineStr'><s:is><s:t>a_x000D_b</s:t></s:is></s:c>"
               "<s:c t='s'><s:v>99</s:v></s:c></s:row></s:sheetData>"));
  EXPECT_EQ(reading.text, "Costs\nName\t2006-09-11\t7.50%\tTRUE\t#REF!\ta b");
  ASSERT_EQ(reading.report.left_out.size(), 1U);
  EXPECT_EQ(reading.report.left_out[0].what, "formula without a value");
  EXPECT_EQ(reading.report.warnings.size(), 1U);
}

TEST(Xlsx, LeavesOutWhatIsHidden) {
  const auto reading = ReadMade(
      Workbook("<s:cols><s:col min='2' max='3' hidden='1'/></s:cols><s:sheetData>"
               "<s:row r='1'><s:c r='A1'><s:v>1</s:v></s:c><s:c r='B1'><s:v>2</s:v></s:c></s:row>"
               "<s:row r='2' hidden='1'><s:c r='A2'><s:v>3</s:v></s:c></s:row></s:sheetData>"
               "<s:headerFooter><s:oddFooter>&amp;CPage</s:oddFooter></s:headerFooter>"));
  EXPECT_EQ(reading.text, "Costs\n1");
  EXPECT_EQ(reading.report.left_out.size(), 3U);
  const auto hidden = ReadMade(Workbook(Rows({"1"}), "veryHidden"));
  EXPECT_EQ(hidden.report.verdict, Verdict::kEmpty);
  EXPECT_EQ(hidden.report.detail, "all of its sheets are hidden");
  EXPECT_EQ(hidden.report.left_out[0], (reading::LeftOut{"hidden sheet", "Costs", 1}));
}

TEST(Xlsx, NeverFillsAGrid) {
  const auto reading = ReadMade(
      Workbook("<s:sheetData><s:row r='1'><s:c r='A1'><s:v>1</s:v></s:c></s:row>"
               "<s:row r='1048576'><s:c r='XFD1048576'><s:v>2</s:v></s:c></s:row></s:sheetData>"));
  EXPECT_EQ(reading.text, "Costs\n1\n2");
}

TEST(Xlsx, LimitsCells) {
  reading::ReadingLimits limits;
  limits.max_cells = 3;
  const auto reading = ReadMade(Workbook(Rows({"1;2", "3;4"})), limits);
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_TRUE(reading.report.detail.contains("more than 3 cells")) << reading.report.detail;
}

TEST(Xlsx, TellsOtherDocumentsApart) {
  const zip::MadeZip made =
      MadePackage("wordprocessingml.document", Root("w:document", "<w:body/>"));
  EXPECT_EQ(ReadMade(made).report.verdict, Verdict::kNotSupported);
  EXPECT_EQ(KindOf(made.Bytes()), OfficeKind::kDocx);
  EXPECT_EQ(KindOf(Workbook("").Bytes()), OfficeKind::kXlsx);
  EXPECT_EQ(KindOf("PK\5\6"), std::nullopt);
}

}  // namespace
}  // namespace arborist::office
