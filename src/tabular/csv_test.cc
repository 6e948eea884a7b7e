// SPDX-License-Identifier: AGPL-3.0-only
#include "tabular/csv.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace arborist::tabular {
namespace {

using namespace std::string_view_literals;
using reading::Reading;
using reading::Verdict;

std::string TextOf(std::string_view file) { return ReadCsv(file).text; }

TEST(ReadCsv, NamesEachValueByItsColumn) {
  const Reading reading =
      ReadCsv("name,city,units\r\nWidget,\"Bonn, Germany\",12\r\nBolt,Oslo,\r\n");
  EXPECT_EQ(
      reading.text,
      "name\tcity\tunits\nname: Widget; city: Bonn, Germany; units: 12\nname: Bolt; city: Oslo");
  EXPECT_EQ(reading.report.verdict, Verdict::kRead);
  EXPECT_EQ(reading.report.unit_name, "rows");
  EXPECT_EQ(reading.report.units, 3U);
  ASSERT_EQ(reading.anchors.size(), 3U);
  EXPECT_EQ(reading.anchors[1], (reading::Anchor{reading.text.find("name: Widget"),
                                                 reading::AnchorKind::kRow, "row 2", "row=2"}));
}

// docs/format/csv-text.md
TEST(ReadCsv, ReadsTheExampleOfTheFormat) {
  EXPECT_EQ(TextOf("Report of 2024\nname;note;units\nWidget;\"two\nlines\";12\nBolt;;7\n"),
            "Report of 2024\nname\tnote\tunits\nname: Widget; note: two lines; units: 12\n"
            "name: Bolt; units: 7");
}

TEST(ReadCsv, ReadsWhatSpreadsheetsWrite) {
  EXPECT_EQ(TextOf("Name;Preis;Datum\nSchraube;1,50;31.12.2024\nMutter;0,75;01.02.2025\n"),
            "Name\tPreis\tDatum\nName: Schraube; Preis: 1,50; Datum: 31.12.2024\n"
            "Name: Mutter; Preis: 0,75; Datum: 01.02.2025");
  EXPECT_EQ(TextOf("sep=;\na;b\n1;2\n"), "a\tb\na: 1; b: 2");
  EXPECT_EQ(TextOf("\"sep=^\"\na^b\n1^2\n"), "a\tb\na: 1; b: 2");
  EXPECT_EQ(TextOf("a\tb\n1\t2\n"), "a\tb\na: 1; b: 2");
  EXPECT_EQ(TextOf("a|b\n1|2\n"), "a\tb\na: 1; b: 2");
  EXPECT_EQ(TextOf("\xEF\xBB\xBF"
                   "a,b\r\n1,2\r\n"),
            "a\tb\na: 1; b: 2");
  EXPECT_EQ(TextOf("\xFF\xFE"
                   "a\0,\0b\0\n\0"
                   "1\0,\0"
                   "2\0"sv),
            "a\tb\na: 1; b: 2");
}

TEST(ReadCsv, KeepsAValueOnOneLine) {
  EXPECT_EQ(TextOf("id,note\n1,\"line one \r\n line two\"\n2,\"he said \"\"no\"\"\"\n"),
            "id\tnote\nid: 1; note: line one line two\nid: 2; note: he said \"no\"");
  EXPECT_EQ(TextOf("q,r\n\"he said \\\"no\\\"\",1\n"), "q\tr\nq: he said \"no\"; r: 1");
}

TEST(ReadCsv, KeepsWhatStandsBeforeTheTable) {
  const Reading reading =
      ReadCsv("Report of 2024\nprinted, by nobody\n\nid,amount,x\n1,100,2\n2,200,3\n");
  EXPECT_EQ(reading.text,
            "Report of 2024\nprinted\tby nobody\nid\tamount\tx\nid: 1; amount: 100; x: 2\n"
            "id: 2; amount: 200; x: 3");
  EXPECT_EQ(reading.anchors.back().fragment, "row=6");
}

TEST(ReadCsv, ReadsRaggedRowsBelowNames) {
  EXPECT_EQ(TextOf("a,b,c\n1,2\n3,4,5,6\n7,8,9\n"),
            "a\tb\tc\na: 1; b: 2\na: 3; b: 4; c: 5; column 4: 6\na: 7; b: 8; c: 9");
  EXPECT_EQ(TextOf("x,x,y\n1,2,3\n"), "x\tx\ty\nx: 1; x: 2; y: 3");
  EXPECT_EQ(TextOf("a,b,c\n,,\n1,,3\n"), "a\tb\tc\na: 1; c: 3");
}

TEST(ReadCsv, DoesNotTakeDataForNames) {
  EXPECT_EQ(TextOf("1,2,3\n4,5,6\n"), "1\t2\t3\n4\t5\t6");
  EXPECT_EQ(TextOf("Anna,Bonn\nBert,Oslo\nCarl,Rome\n"), "Anna\tBonn\nBert\tOslo\nCarl\tRome");
  EXPECT_EQ(TextOf("red,2024-01-01\nblue,2024-01-02\n"), "red\t2024-01-01\nblue\t2024-01-02");
  EXPECT_EQ(TextOf("name,city\nAnna,Bonn\nBert,Oslo\n"),
            "name\tcity\nname: Anna; city: Bonn\nname: Bert; city: Oslo");
}

TEST(ReadCsv, ReadsProseAsPlainText) {
  const std::string_view letter =
      "Dear Anna, thank you, really, for the letter.\nIt came on Tuesday, as you said.\n";
  const Reading reading = ReadCsv(letter);
  EXPECT_EQ(reading.text, letter);
  ASSERT_EQ(reading.report.warnings.size(), 1U);
  EXPECT_EQ(TextOf("word\nalpha\nbeta\n"), "word\nalpha\nbeta\n");
  EXPECT_EQ(ReadCsv("").report.verdict, Verdict::kEmpty);
  EXPECT_EQ(ReadCsv(" \n").report.verdict, Verdict::kEmpty);
}

TEST(ReadCsv, RefusesOtherEncodingsWithTheirPlace) {
  const Reading reading = ReadCsv("name,b\n\xE9,2\nc,3\n");
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.detail, "not valid UTF-8 at byte 7");
  EXPECT_EQ(ReadCsv("n\xE9,b\n1,2\n").report.verdict, Verdict::kDamaged);
  EXPECT_EQ(ReadCsv("a,b\n1,\0\n"sv).report.detail, "a NUL byte at byte 6");
}

TEST(ReadCsv, GoesOnBehindAQuoteThatNothingCloses) {
  std::string file = "a,b\n1,2\n2,\"never\n";
  for (int i = 3; i < 100; ++i) file += std::to_string(i) + ",\"x\ny\"\n";
  const Reading reading = ReadCsv(file + "last,\"open\n");
  EXPECT_TRUE(reading.text.contains("a: 99; b: x y\n")) << reading.text;
  EXPECT_TRUE(reading.text.ends_with("a: last; b: \"open"));
  EXPECT_FALSE(reading.report.warnings.empty());
}

TEST(ReadCsv, TakesLinearTime) {
  std::string open = "a,b\n";
  for (int i = 0; i < 20000; ++i) open += "1,\"x\n";
  EXPECT_EQ(ReadCsv(open).report.units, 20001U);
  EXPECT_EQ(ReadCsv("a,b\n1,2\n" + std::string(1 << 20, ',')).report.units, 3U);
  std::string quotes = "a,b\n1,2\n3,";
  for (int i = 0; i < 400000; ++i) quotes += "\"x,";
  EXPECT_EQ(ReadCsv(quotes).report.units, 3U);
}

TEST(ReadCsv, StopsAtItsLimits) {
  EXPECT_EQ(ReadCsv("a,b\n1,2\n", {.max_input_bytes = 3}).report.verdict, Verdict::kOverLimit);
  const Reading reading = ReadCsv("a,b\n1,2\n3,4\n5,6\n", {.max_cells = 5});
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.units, 3U);
  EXPECT_EQ(ReadCsv("no table", {.max_text_bytes = 3}).report.verdict, Verdict::kOverLimit);
}

// A large file is read in parts, and the same whatever the pieces in which its bytes come.
TEST(CsvReader, GivesPartsOfRows) {
  const std::string file = "id,name\n1,a\n2,\"b\nc\"\n3,d\n4,e\n";
  for (const std::size_t step : {1UL, 3UL, 100UL}) {
    std::size_t pos = 0;
    CsvReader reader(
        [&](char* buffer, std::size_t size) -> Result<std::size_t> {
          const std::size_t count = std::min({step, size, file.size() - pos});
          file.copy(buffer, count, pos);
          pos += count;
          return count;
        },
        {}, 2);
    std::vector<std::string> parts;
    while (auto part = reader.Next().value())
      parts.push_back(part->fragment + "|" + part->reading.text);
    EXPECT_EQ(parts, (std::vector<std::string>{"row=1-2|id\tname\nid: 1; name: a",
                                               "row=3-4|id: 2; name: b c\nid: 3; name: d",
                                               "row=5-5|id: 4; name: e"}));
    EXPECT_EQ(reader.consumed(), file.size());
  }
}

TEST(CsvReader, ShowsTheBytesOfEachPart) {
  std::string_view file = "\xEF\xBB\xBFsep=;\nid;name\n1;a\n2;b\n";
  std::string seen;
  CsvReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = file.copy(buffer, size);
        file.remove_prefix(count);
        return count;
      },
      {}, 2, [&](std::string_view bytes) { seen += bytes; });
  ASSERT_TRUE(reader.Next().value());
  EXPECT_EQ(seen, "\xEF\xBB\xBFsep=;\nid;name\n1;a\n");
  ASSERT_TRUE(reader.Next().value());
  EXPECT_TRUE(seen.ends_with("2;b\n"));
  EXPECT_FALSE(reader.Next().value());
}

TEST(CsvReader, HasOnePartWithoutAFragmentWhenTheFileIsSmall) {
  std::string_view file = "id,name\n1,a\n";
  CsvReader reader(
      [&](char* buffer, std::size_t size) -> Result<std::size_t> {
        const std::size_t count = file.copy(buffer, size);
        file.remove_prefix(count);
        return count;
      },
      {}, 2);
  EXPECT_EQ(reader.Next().value()->fragment, "");
  EXPECT_FALSE(reader.Next().value());
}

}  // namespace
}  // namespace arborist::tabular
