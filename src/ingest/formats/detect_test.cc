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

// The name of the format, or what else it is.
std::string_view Kind(std::string_view name, std::string_view head) {
  const Detected detected = Detect(name, head);
  return detected.format != nullptr ? detected.format->name : detected.what;
}

TEST(Detect, KnowsTextByContent) {
  EXPECT_EQ(Kind("a", ""), "an empty file");
  EXPECT_EQ(Kind("a", "hello"), "text");
  EXPECT_EQ(Kind("a.py", "print(1)"), "text");
  EXPECT_EQ(Kind("README.md", "# x"), "markdown");
  EXPECT_EQ(Kind("pep-0008.rst", "PEP: 8"), "rest");
  EXPECT_EQ(Kind("git-gc.adoc", "git-gc(1)"), "asciidoc");
  EXPECT_EQ(Kind("README.MARKDOWN.gz", "# x"), "markdown");
  EXPECT_EQ(Kind("a.txt", Utf16("hello", true)), "text");
  EXPECT_EQ(Kind("latin.txt", "gr\xFC\xDF"), "text");
}
TEST(Detect, KnowsHtml) {
  EXPECT_EQ(Kind("x", " \n<!DOCTYPE html><p>"), "html");
  EXPECT_EQ(Kind("x", "<?xml version='1.0'?><!-- c --><html xmlns='..'>"), "html");
  EXPECT_EQ(Kind("x.txt", "\xEF\xBB\xBF<HEAD>"), "html");
  EXPECT_EQ(Kind("x.htm", "just words"), "html");
  EXPECT_EQ(Kind("x.php", "<!doctype html><?php"), "text");
  EXPECT_EQ(Kind("x", "<header>"), "text");
  EXPECT_EQ(Kind("x.md", "<h1 align=center>x</h1>"), "markdown");
  EXPECT_EQ(Kind("x.txt", "say <html> to"), "text");
  EXPECT_EQ(Kind("x", Utf16("<html>", true)), "html");
}
TEST(Detect, KnowsMediaWikiDumps) {
  const auto dump = "<mediawiki xmlns=\"http://www.mediawiki.org/xml/export-0.10/\">"sv;
  EXPECT_EQ(Kind("x.xml", dump), "mediawiki");
  EXPECT_EQ(Kind("x.xml.bz2", dump), "mediawiki");
  EXPECT_EQ(Kind("x", "<?xml version=\"1.0\"?>\n<!--x--><mediawiki>"), "mediawiki");
  EXPECT_EQ(Kind("x", Utf16("<mediawiki>", true)), "mediawiki");
  EXPECT_EQ(Kind("x", Utf16("<mediawiki>", false)), "mediawiki");
  EXPECT_EQ(Kind("x.xml", "<feed>"), "text");
}
TEST(Detect, KnowsJsonLinesByTheirKeys) {
  EXPECT_EQ(Kind("x", R"({"uri":"a","text":"b"})"), "jsonl");
  EXPECT_EQ(Kind("x.jsonl.zst", "{\"text\":\"\\\"uri\",\"m\":{\"k\":[1,2]},\"uri\":\"a\"}\n{"),
            "jsonl");
  EXPECT_EQ(Kind("x.jsonl", R"({"a":1})"), "text");
  EXPECT_EQ(Kind("x.json", "{\n\"uri\":1,\n\"text\":2}"), "text");
  EXPECT_EQ(Kind("x.jsonl", R"({"m":{"uri":1,"text":2}})"), "text");
  EXPECT_EQ(Kind("x.jsonl", R"({"a":"uri","b":"text"})"), "text");
  const std::string cut = "{\"text\":\"" + std::string(100000, 'x');
  EXPECT_EQ(Kind("x.jsonl", cut), "jsonl");
  EXPECT_EQ(Kind("x", cut), "text");
}
TEST(Detect, KnowsPdfFilesByTheirHeader) {
  EXPECT_EQ(Kind("x.txt", "%PDF-1.7\n"), "pdf");
  EXPECT_EQ(Kind("x", "HTTP/1.1 200 OK\n\n%PDF-1.7\n1 0 obj\n"), "pdf");
  EXPECT_EQ(Kind("x", std::string("\0\0%PDF-1.7\n1 0 obj\n", 20)), "pdf");
  EXPECT_EQ(Kind("x", "A PDF file begins with\n%PDF-1.7\nand has objects."), "text");
  EXPECT_EQ(Kind("x", "see \"%PDF-1.4\" and 1 0 obj"), "text");
  EXPECT_EQ(Kind("x", std::string(2000, ' ') + "\n%PDF-1.7\n1 0 obj\n"), "text");
}
TEST(Detect, KnowsWhatItCannotRead) {
  using namespace std::string_literals;
  EXPECT_EQ(Kind("x", "Rar!\x1A\x07\0"sv), "an archive (not supported yet)");
  EXPECT_EQ(Kind("x", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"),
            "a legacy office document (save it as .docx, .xlsx or .pptx)");
  EXPECT_EQ(Kind("x", "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1" + std::string(500, '\0') +
                          "W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0"s),
            "a legacy Word document (.doc); save it as .docx");
  EXPECT_EQ(Kind("x", "\x89PNG\r\n\x1A\n"), "an image");
  EXPECT_EQ(Kind("x",
                 "\x7F"
                 "ELF\2"),
            "a program or library");
  EXPECT_EQ(Kind("x", "a\0b"sv), "binary data");
  EXPECT_EQ(Kind("x", "\1\2\3\4\5\6abc"), "binary data");
  EXPECT_EQ(Kind("x", "SQLite format 3\0"sv), "a database");
  EXPECT_EQ(Detect("x", "Rar!\x1A\x07\0"sv).why, Unreadable::kNotSupported);
  EXPECT_EQ(Detect("x", "a\0b"sv).why, Unreadable::kNotText);
  EXPECT_EQ(Detect("x", "").why, Unreadable::kEmpty);
}
TEST(Detect, DoesNotMistakeWordsForMagic) {
  EXPECT_EQ(Kind("x", "BZh is a magic number"), "text");
  EXPECT_EQ(Kind("x", "MZ was an engineer"), "text");
  EXPECT_EQ(Kind("x", "ID3 tags are"), "text");
  EXPECT_EQ(Kind("x", "OggS"), "text");
}

TEST(Detect, KnowsRestByADirectiveWhereTheNameIsSilent) {
  const auto rest = "Pumps\n=====\n\n.. note:: Mind the gap.\n"sv;
  EXPECT_EQ(Kind("README", rest), "rest");
  EXPECT_EQ(Kind("README.txt", rest), "text");
  EXPECT_EQ(Kind("README", "Pumps\n=====\n\nSee\n.. note:: that\n"), "text");
  EXPECT_EQ(Kind("README", ".. and so on ::\n"), "text");
  EXPECT_EQ(Kind("index", "<html>\n\n.. note:: a\n"), "html");
}
TEST(Detect, KnowsAsciiDocByItsHeaderWhereTheNameIsSilent) {
  const auto asciidoc = "= Pumps\nA. Author <a@b.c>\n:toc:\n\nText.\n"sv;
  EXPECT_EQ(Kind("README", asciidoc), "asciidoc");
  EXPECT_EQ(Kind("README.txt", asciidoc), "text");
  EXPECT_EQ(Kind("README", "= Pumps\n\n:toc:\n"), "text");
  EXPECT_EQ(Kind("README", "= Pumps =\nText.\n"), "text");
}

}  // namespace
}  // namespace arborist::ingest
