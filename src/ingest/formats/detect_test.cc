// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/formats/detect.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::ingest {
namespace {
using namespace std::string_view_literals;

std::string Utf16(std::string_view ascii, bool mark) {
  std::string out = mark ? "\xFF\xFE" : "";
  for (const char c : ascii) out.append({c, '\0'});
  return out;
}

TEST(DetectKind, KnowsTextByContent) {
  EXPECT_EQ(DetectKind("a", ""), FileKind::kEmpty);
  EXPECT_EQ(DetectKind("a", "hello"), FileKind::kText);
  EXPECT_EQ(DetectKind("a.py", "print(1)"), FileKind::kText);
  EXPECT_EQ(DetectKind("README.md", "# x"), FileKind::kMarkdown);
  EXPECT_EQ(DetectKind("pep-0008.rst", "PEP: 8"), FileKind::kRest);
  EXPECT_EQ(DetectKind("git-gc.adoc", "git-gc(1)"), FileKind::kAsciiDoc);
  EXPECT_EQ(DetectKind("README.MARKDOWN.gz", "# x"), FileKind::kMarkdown);
  EXPECT_EQ(DetectKind("a.txt", Utf16("hello", true)), FileKind::kText);
  EXPECT_EQ(DetectKind("latin.txt", "gr\xFC\xDF"), FileKind::kText);
}
TEST(DetectKind, KnowsHtml) {
  EXPECT_EQ(DetectKind("x", " \n<!DOCTYPE html><p>"), FileKind::kHtml);
  EXPECT_EQ(DetectKind("x", "<?xml version='1.0'?><!-- c --><html xmlns='..'>"), FileKind::kHtml);
  EXPECT_EQ(DetectKind("x.txt", "\xEF\xBB\xBF<HEAD>"), FileKind::kHtml);
  EXPECT_EQ(DetectKind("x.htm", "just words"), FileKind::kHtml);
  EXPECT_EQ(DetectKind("x.php", "<!doctype html><?php"), FileKind::kText);
  EXPECT_EQ(DetectKind("x", "<header>"), FileKind::kText);
  EXPECT_EQ(DetectKind("x.md", "<h1 align=center>x</h1>"), FileKind::kMarkdown);
  EXPECT_EQ(DetectKind("x.txt", "say <html> to"), FileKind::kText);
  EXPECT_EQ(DetectKind("x", Utf16("<html>", true)), FileKind::kHtml);
}
TEST(DetectKind, KnowsMediaWikiDumps) {
  const auto dump = "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\">"sv;
  EXPECT_EQ(DetectKind("x.xml", dump), FileKind::kMediaWikiDump);
  EXPECT_EQ(DetectKind("x.xml.bz2", dump, "BZh91AY"), FileKind::kMediaWikiDump);
  EXPECT_EQ(DetectKind("x", "<?xml version=\"1.0\"?>\n<!--x--><mediawiki>"),
            FileKind::kMediaWikiDump);
  EXPECT_EQ(DetectKind("x", Utf16("<mediawiki>", true)), FileKind::kMediaWikiDump);
  EXPECT_EQ(DetectKind("x", Utf16("<mediawiki>", false)), FileKind::kMediaWikiDump);
  EXPECT_EQ(DetectKind("x.xml", "<feed>"), FileKind::kText);
}
TEST(DetectKind, KnowsJsonLinesByTheirKeys) {
  EXPECT_EQ(DetectKind("x", R"({"uri":"a","text":"b"})"), FileKind::kJsonLines);
  EXPECT_EQ(
      DetectKind("x.jsonl.zst", "{\"text\":\"\\\"uri\",\"m\":{\"k\":[1,2]},\"uri\":\"a\"}\n{"),
      FileKind::kJsonLines);
  EXPECT_EQ(DetectKind("x.jsonl", R"({"a":1})"), FileKind::kText);
  EXPECT_EQ(DetectKind("x.json", "{\n\"uri\":1,\n\"text\":2}"), FileKind::kText);
  EXPECT_EQ(DetectKind("x.jsonl", R"({"m":{"uri":1,"text":2}})"), FileKind::kText);
  EXPECT_EQ(DetectKind("x.jsonl", R"({"a":"uri","b":"text"})"), FileKind::kText);
  const std::string cut = "{\"text\":\"" + std::string(100000, 'x');
  EXPECT_EQ(DetectKind("x.jsonl", cut), FileKind::kJsonLines);
  EXPECT_EQ(DetectKind("x", cut), FileKind::kText);
}
TEST(DetectKind, KnowsWhatItCannotRead) {
  using namespace std::string_literals;
  EXPECT_EQ(DetectKind("x.txt", "%PDF-1.7\n"), FileKind::kPdf);
  EXPECT_EQ(DetectKind("x", "PK\3\4\x14\0\6\0[Content_Types].xml"sv), FileKind::kOffice);
  EXPECT_EQ(DetectKind("x", "PK\3\4....mimetypeapplication/vnd.oasis.opendocument.text"sv),
            FileKind::kOffice);
  EXPECT_EQ(DetectKind("x", "PK\3\4\0\0"sv), FileKind::kArchive);
  EXPECT_EQ(DetectKind("x", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), FileKind::kOffice);
  EXPECT_EQ(DetectKind("x", "\x89PNG\r\n\x1A\n"), FileKind::kImage);
  EXPECT_EQ(DetectKind("x",
                       "\x7F"
                       "ELF\2"),
            FileKind::kExecutable);
  EXPECT_EQ(DetectKind("x", "a\0b"sv), FileKind::kBinary);
  EXPECT_EQ(DetectKind("x", "\1\2\3\4\5\6abc"), FileKind::kBinary);
  EXPECT_EQ(DetectKind("x", "SQLite format 3\0"sv), FileKind::kDatabase);
  EXPECT_EQ(DetectKind("x.tar.gz", std::string(257, 'n') + "ustar\0"s, "\x1F\x8B"),
            FileKind::kArchive);
  EXPECT_FALSE(IsReadable(FileKind::kPdf));
  EXPECT_EQ(Describe(FileKind::kPdf), "a PDF file (not supported yet)");
}
TEST(DetectKind, DoesNotMistakeWordsForMagic) {
  EXPECT_EQ(DetectKind("x", "BZh is a magic number"), FileKind::kText);
  EXPECT_EQ(DetectKind("x", "MZ was an engineer"), FileKind::kText);
  EXPECT_EQ(DetectKind("x", "ID3 tags are"), FileKind::kText);
  EXPECT_EQ(DetectKind("x", "OggS"), FileKind::kText);
}

}  // namespace
}  // namespace arborist::ingest
