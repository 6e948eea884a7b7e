// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/file_reader.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/temporary_folder.h"
#include "crypto/sha256.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;

// gzip of "The lamp was lit in 1801." and of "It was never lit."
constexpr std::string_view kLit(
    "\037\213\010\000\000\000\000\000\002\377\013\311\110\125\310\111"
    "\314\055\120\050\117\054\126\310\311\054\121\310\314\123\060\264"
    "\060\060\324\003\000\102\017\372\111\031\000\000\000",
    45);
constexpr std::string_view kNeverLit(
    "\037\213\010\000\000\000\000\000\002\377\363\054\121\050\117\054"
    "\126\310\113\055\113\055\122\310\311\054\321\003\000\203\226\061"
    "\263\021\000\000\000",
    37);

void Write(const fs::path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary) << bytes;
}

TEST(ReadDocumentFile, TextAndHashOfACompressedFileComeFromOneReading) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.txt.gz";
  Write(file, kLit);
  const auto read = ReadDocumentFile({.file = FileInFolder::At(file).value(), .uri = "u:a"}, {},
                                     [&](const SourceHash&) {
                                       Write(file, kNeverLit);
                                       return false;
                                     });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->source_hash, SourceHash(crypto::Sha256(kLit)));
  EXPECT_EQ(read->document->text, "The lamp was lit in 1801.");
}

// What is shown has no markup; what is stored has all of it.
TEST(ReadDocumentFile, TextWithMarkupIsStoredAsDecoded) {
  const TemporaryFolder folder;
  constexpr std::string_view kText = "Title\n=====\n\nSee `that <https://a>`_ or *this*.\n";
  for (const auto& [name, kind, extraction] :
       {std::tuple("a.rst", FileKind::kRest, kRestExtraction),
        std::tuple("a.adoc", FileKind::kAsciiDoc, kAsciiDocExtraction),
        std::tuple("a.md", FileKind::kMarkdown, kMarkdownExtraction)}) {
    const fs::path file = folder.path() / name;
    Write(file, kText);
    const auto read =
        ReadDocumentFile({.file = FileInFolder::At(file).value(), .uri = "u:a", .kind = kind}, {},
                         [](const SourceHash&) { return false; });
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->document->text, kText);
    EXPECT_EQ(read->document->extraction, extraction);
    EXPECT_EQ(read->document->source_type, document::SourceTypeOf(extraction));
  }
}

TEST(ReadDocumentFile, ALinkIsNotRead) {
  const TemporaryFolder folder;
  Write(folder.path() / "a.txt", "The lamp was lit in 1801.");
  fs::create_symlink("a.txt", folder.path() / "link.txt");
  const auto read =
      ReadDocumentFile({.file = FileInFolder::At(folder.path() / "link.txt").value(), .uri = "u:a"},
                       {}, [](const SourceHash&) { return false; });
  EXPECT_FALSE(read);
}

}  // namespace
}  // namespace arborist::ingest
