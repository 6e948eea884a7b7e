// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "office/office.h"
#include "reading/fault_test.h"
#include "zip/made_zip_test.h"

namespace arborist::office {
namespace {

using reading::Verdict;

// A chapter is its bytes; one that says "bad" cannot be read.
Result<reading::HtmlPart> Verbatim(std::string_view bytes, std::string_view, std::string_view) {
  if (bytes == "bad") return Fail(ErrorCode::kLimitExceeded, "nested too deep");
  return reading::HtmlPart{
      .title = "T", .text = std::string(bytes), .links = {"https://example.org/"}};
}

struct Part {
  std::string_view name;
  std::string_view content;
};

zip::MadeZip Book(std::string_view spine, const std::vector<Part>& parts,
                  std::string_view items = "") {
  zip::MadeZip made;
  made.Add("mimetype", "application/epub+zip");
  made.Add("META-INF/container.xml",
           "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles>"
           "<rootfile full-path='OPS/book.opf'/></rootfiles></container>");
  std::string manifest(items);
  for (const Part& part : parts) {
    made.Add("OPS/" + std::string(part.name), part.content);
    manifest += "<item id='" + std::string(part.name) + "' href='" + std::string(part.name) +
                "' media-type='application/xhtml+xml'/>";
  }
  made.Add("OPS/book.opf",
           "<package xmlns='http://www.idpf.org/2007/opf' "
           "xmlns:dc='http://purl.org/dc/elements/1.1/'><metadata><dc:title>Book</dc:title>"
           "<dc:date>1999-12-31</dc:date></metadata><manifest>" +
               manifest + "</manifest><spine>" + std::string(spine) + "</spine></package>");
  return made;
}

reading::Reading ReadMade(const zip::MadeZip& made) {
  reading::Reading reading = ReadEpub(made.Bytes(), {}, Verbatim);
  EXPECT_EQ(reading::FaultOf(reading), "");
  return reading;
}

TEST(Epub, FollowsTheSpineAndPutsAsidesBehind) {
  const auto reading =
      ReadMade(Book("<itemref idref='b'/><itemref idref='note' linear='no'/><itemref idref='a'/>"
                    "<itemref idref='b'/>",
                    {{"a", "second"}, {"b", "first"}, {"note", "aside"}, {"left", "never"}}));
  EXPECT_EQ(reading.text, "first\n\nsecond\n\naside");
  EXPECT_EQ(reading.title, "Book");
  EXPECT_EQ(reading.content_date, "1999-12-31");
  EXPECT_EQ(reading.links, (std::vector<std::string>{"https://example.org/"}));
  ASSERT_EQ(reading.anchors.size(), 3U);
  EXPECT_EQ(reading.anchors[1].fragment, "chapter=OPS/a");
  EXPECT_EQ(reading.report.units, 3U);
  EXPECT_EQ(reading.report.left_out[0].what, "text outside of the reading order");
}

TEST(Epub, NamesChaptersByTheNavigation) {
  zip::MadeZip made = Book("<itemref idref='a'/>", {{"a", "text"}},
                           "<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>");
  made.Add("OPS/toc.ncx",
           "<!DOCTYPE ncx PUBLIC '-//NISO//DTD ncx 2005-1//EN' 'x'>"
           "<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/'><navMap><navPoint><navLabel>"
           "<text>The Start</text></navLabel><content src='a#x'/></navPoint></navMap></ncx>");
  EXPECT_EQ(ReadMade(made).anchors[0].label, "The Start");
}

TEST(Epub, LosesOneBadChapterOnly) {
  const auto reading =
      ReadMade(Book("<itemref idref='a'/><itemref idref='b'/>", {{"a", "bad"}, {"b", "good"}}));
  EXPECT_EQ(reading.text, "good");
  EXPECT_EQ(reading.report.verdict, Verdict::kReadInPart);
  EXPECT_EQ(reading.report.detail, "chapter 1 (OPS/a): nested too deep");
  EXPECT_EQ(reading.report.units_with_text, 1U);
}

TEST(Epub, KeepsAChapterWhoseChecksumDiffers) {
  std::string bytes = Book("<itemref idref='a'/>", {{"a", "original"}}).Bytes();
  bytes[bytes.find("original")] = 'O';
  const auto reading = ReadEpub(bytes, {}, Verbatim);
  EXPECT_EQ(reading.text, "Original");
  EXPECT_EQ(reading.report.warnings, (std::vector<std::string>{"OPS/a: the checksum differs"}));
}

TEST(Epub, NamesProtectionButNotScrambledFonts) {
  const auto protect = [](std::string_view algorithm) {
    zip::MadeZip made = Book("<itemref idref='a'/>", {{"a", "text"}});
    made.Add("META-INF/encryption.xml",
             "<encryption xmlns:e='http://www.w3.org/2001/04/xmlenc#'><e:EncryptedData>"
             "<e:EncryptionMethod Algorithm='" +
                 std::string(algorithm) +
                 "'/><e:CipherData><e:CipherReference URI='OPS/a'/></e:CipherData>"
                 "</e:EncryptedData></encryption>");
    return ReadMade(made).report;
  };
  EXPECT_EQ(protect("http://www.w3.org/2001/04/xmlenc#aes128-cbc").detail,
            "the book is protected (DRM)");
  EXPECT_EQ(protect("http://www.idpf.org/2008/embedding").verdict, Verdict::kRead);
}

TEST(Epub, ReadsABookWithoutOrderByItsManifest) {
  const auto reading = ReadMade(Book("", {{"a", "one"}, {"b", "two"}}));
  EXPECT_EQ(reading.text, "one\n\ntwo");
  EXPECT_EQ(reading.report.warnings.size(), 1U);
}

}  // namespace
}  // namespace arborist::office
