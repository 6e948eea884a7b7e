// SPDX-License-Identifier: AGPL-3.0-only
// Office documents through detection and dispatch. What the readers make of them is tested in
// src/office.
#include <gtest/gtest.h>

#include <string>

#include "ingest/dispatch.h"
#include "ingest/formats/detect.h"
#include "ingest/formats/reading_adapter.h"
#include "ingest/formats/table.h"
#include "office/made_package_test.h"

namespace arborist::ingest {
namespace {

std::string Word() {
  return office::MadePackage("wordprocessingml.document",
                             office::Root("w:document",
                                          "<w:body><w:p><w:r><w:t>Hello</w:t></w:r></w:p>"
                                          "</w:body>"))
      .Bytes();
}

std::string Kind(std::string_view name, std::string_view head) {
  const Detected detected = Detect(name, head);
  return std::string(detected.format == nullptr ? detected.what : detected.format->name);
}

TEST(OfficeFormats, AreDetectedByTheStart) {
  EXPECT_EQ(Kind("a", Word()), "docx");
  zip::MadeZip sheet;
  sheet.Add("[Content_Types].xml", "x");
  sheet.Add("xl/workbook.xml", "x");
  EXPECT_EQ(Kind("a.docx", sheet.Bytes()), "xlsx");
  zip::MadeZip text;
  text.Add("mimetype", "application/vnd.oasis.opendocument.text");
  EXPECT_EQ(Kind("a.zip", text.Bytes()), "odf");
  zip::MadeZip book;
  book.Add("mimetype", "application/epub+zip");
  EXPECT_EQ(Kind("a", book.Bytes()), "epub");
  zip::MadeZip archive;
  archive.Add("notes.txt", "x");
  EXPECT_EQ(Kind("a.zip", archive.Bytes()), "zip");
  EXPECT_EQ(Kind("a.fodt", "<?xml version='1.0'?><office:document office:mimetype='x'>"), "odf");
  EXPECT_EQ(Kind("a.docx", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "docx");
  EXPECT_EQ(Kind("a.doc", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
            "a legacy office document (save it as .docx, .xlsx or .pptx)");
  EXPECT_EQ(Kind("a.docx", "<!doctype html><p>Hello"), "html");
}

TEST(OfficeFormats, AreSettledByTheWholeContent) {
  const std::string bytes = Word();
  const OriginPtr origin = MemoryOrigin(bytes, {.name = "a.xlsx", .uri = "file:///a.xlsx"});
  const auto document = ReadDocument(*origin, *FormatNamed("xlsx"), {});
  ASSERT_TRUE(document) << document.error().message;
  EXPECT_EQ(document->document->text, "Hello");
  EXPECT_EQ(document->document->extraction, "docx-text-v1");
  EXPECT_EQ(document->document->source_type, "docx");
}

TEST(ReadingAdapter, NamesTheVerdictOfAReadingWithoutText) {
  reading::Reading reading;
  reading.report.verdict = reading::Verdict::kNeedsPassword;
  const auto locked = ExtractedOf(reading, {});
  ASSERT_FALSE(locked);
  EXPECT_EQ(locked.error().message, "needs a password");
  reading.report.verdict = reading::Verdict::kDamaged;
  reading.report.detail = "at byte 7";
  EXPECT_EQ(ExtractedOf(reading, {}).error().message, "damaged: at byte 7");
  reading.text = "part";
  reading.links = {"a", "b", "c"};
  Limits limits;
  limits.max_links = 2;
  const auto some = ExtractedOf(reading, limits);
  ASSERT_TRUE(some);
  EXPECT_EQ(some->text, "part");
  EXPECT_EQ(some->links.size(), 2U);
}

}  // namespace
}  // namespace arborist::ingest
