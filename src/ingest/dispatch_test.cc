// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/dispatch.h"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "crypto/sha256.h"
#include "ingest/formats/table.h"

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

OriginPtr OriginAt(const fs::path& file, std::string uri = "u:a") {
  return FileOrigin(FileInFolder::At(file).value(), {.name = file.string(), .uri = std::move(uri)});
}

TEST(ReadDocument, TextAndHashOfACompressedFileComeFromOneReading) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.txt.gz";
  Write(file, kLit);
  const auto read = ReadDocument(*OriginAt(file), PlainText(), {}, [&](const SourceHash&) {
    Write(file, kNeverLit);
    return false;
  });
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->source_hash, SourceHash(crypto::Sha256(kLit)));
  EXPECT_EQ(read->document->text, "The lamp was lit in 1801.");
}

// What is shown has no markup; what is stored has all of it.
TEST(ReadDocument, TextWithMarkupIsStoredAsDecoded) {
  constexpr std::string_view kText = "Title\n=====\n\nSee `that <https://a>`_ or *this*.\n";
  for (const char* name : {"rest", "asciidoc", "markdown"}) {
    const Format& format = *FormatNamed(name);
    const auto read = ReadDocument(*MemoryOrigin(kText, {.name = "a", .uri = "u:a"}), format, {});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->document->text, kText);
    EXPECT_EQ(read->document->title, "Title");
    EXPECT_EQ(read->document->extraction, format.extraction);
    EXPECT_EQ(read->document->source_type, document::SourceTypeOf(format.extraction));
  }
}

TEST(ReadDocument, TheTitleOfMarkupIsWhatItBeginsWith) {
  const auto title = [](const char* format, std::string_view text) {
    return ReadDocument(*MemoryOrigin(text, {.name = "a", .uri = "u:a_file"}), *FormatNamed(format),
                        {})
        .value()
        .document->title;
  };
  EXPECT_EQ(title("rest", ".. _x:\n\n=====\nPumps\n=====\n\nText."), "Pumps");
  EXPECT_EQ(
      title("rest",
            "PEP: 8\nAuthor: A <a@b.c>,\n        B <b@b.c>\nTitle: Style Guide\n\nIntro\n=====\n"),
      "Style Guide");
  EXPECT_EQ(title("rest", "A note: this\nTitle: is none\n"), "a file");
  EXPECT_EQ(title("rest", "Alone\n\nText."), "Alone");
  EXPECT_EQ(title("asciidoc", "= Pumps\n:toc:\n\nText."), "Pumps");
  EXPECT_EQ(title("asciidoc", "Text\nand more."), "a file");
}

TEST(ReadDocument, ALinkIsNotRead) {
  const TemporaryFolder folder;
  Write(folder.path() / "a.txt", "The lamp was lit in 1801.");
  fs::create_symlink("a.txt", folder.path() / "link.txt");
  EXPECT_FALSE(ReadDocument(*OriginAt(folder.path() / "link.txt"), PlainText(), {}));
}

TEST(ReadDocument, AFileAndTheSameBytesInMemoryAreTheSameDocument) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.txt.gz";
  Write(file, kLit);
  const auto stored = ReadDocument(*OriginAt(file), PlainText(), {});
  const auto held =
      ReadDocument(*MemoryOrigin(kLit, {.name = "upload", .uri = "u:a"}), PlainText(), {});
  ASSERT_TRUE(stored && held);
  EXPECT_EQ(stored->document->text, held->document->text);
  EXPECT_EQ(stored->document->title, held->document->title);
  EXPECT_EQ(stored->source_hash, held->source_hash);
}

TEST(ReadDocument, MoreBytesThanTheLimitAreRefused) {
  const TemporaryFolder folder;
  Write(folder.path() / "a.txt", "The lamp");
  const Limits limits{.max_file_bytes = 7};
  for (const OriginPtr& origin :
       {OriginAt(folder.path() / "a.txt"),
        MemoryOrigin("The lamp", {.name = (folder.path() / "a.txt").string(), .uri = "u:a"})}) {
    const auto read = ReadDocument(*origin, PlainText(), limits);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::kLimitExceeded);
    EXPECT_EQ(read.error().message,
              (folder.path() / "a.txt").string() + " has 8 bytes, the limit is 7");
  }
}

// Writes down what it is given.
class Notes final : public OriginSink {
 public:
  Status TakeDocument(OriginPtr origin, const Format& format) override {
    notes.push_back(origin->name() + " is " + std::string(format.name));
    return {};
  }
  Status TakeStream(const OriginPtr& origin, StreamReader* reader) override {
    return TransferAll(
        *origin, reader,
        [&](const SourceDocument& document) -> Result<bool> {
          notes.push_back(origin->name() + " has " + document.uri);
          return true;
        },
        [&](const std::string& place, const std::string& reason) {
          notes.push_back(place + ": " + reason);
        });
  }
  void Refuse(const Origin& origin, const Detected& why) override {
    notes.push_back(origin.name() + " is " + std::string(why.what));
  }
  void Skip(const Origin& origin, std::string reason) override {
    notes.push_back(origin.name() + ": " + reason);
  }
  void EndMembers(const Origin& archive) override { notes.push_back(archive.name() + " ends"); }
  void SkipInside(const Origin& archive, std::string path, std::string reason) override {
    notes.push_back(archive.name() + ": " + path + ": " + reason);
  }
  std::vector<std::string> notes;
};

std::vector<std::string> Dispatched(std::string_view bytes, const std::string& name,
                                    const ReadOptions& options = {}) {
  Notes notes;
  EXPECT_TRUE(Dispatch(MemoryOrigin(bytes, {.name = name}), options, &notes));
  return notes.notes;
}
using List = std::vector<std::string>;

TEST(Dispatch, ChoosesByContentThenByName) {
  EXPECT_EQ(Dispatched("# A", "a.md"), List{"a.md is markdown"});
  EXPECT_EQ(Dispatched("<html>", "a.txt"), List{"a.txt is html"});
  EXPECT_EQ(Dispatched(kLit, "a.md.gz"), List{"a.md.gz is markdown"});
  EXPECT_EQ(Dispatched("# A", "a.md", {.format = &PlainText()}), List{"a.md is text"});
  EXPECT_EQ(Dispatched("", "a.md", {.format = &PlainText()}), List{"a.md is an empty file"});
  EXPECT_EQ(Dispatched("%PDF-1.7", "a.txt"), List{"a.txt is pdf"});
  EXPECT_EQ(Dispatched("Rar!\x1A\x07", "a"), List{"a is an archive (not supported yet)"});
}

TEST(Dispatch, HandsOnTheDocumentsOfAStreamAndNamesTheRest) {
  EXPECT_EQ(Dispatched("{\"uri\":\"u:1\",\"text\":\"a\"}\nx\n{\"uri\":\"u:2\",\"text\":\"b\"}\n",
                       "a.jsonl"),
            (List{"a.jsonl has u:1", "a.jsonl: line 2: JSON: no value starts so at byte 0",
                  "a.jsonl has u:2"}));
}

TEST(Dispatch, WhatIsDamagedIsNamedBehindWhatStoodBefore) {
  const auto notes = Dispatched(
      "<mediawiki><page><title>A</title><ns>0</ns><revision><text>a</text></revision></page><pa",
      "a.xml");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_TRUE(notes[0].starts_with("a.xml has ")) << notes[0];
  EXPECT_TRUE(notes[1].starts_with("a.xml: dump: ")) << notes[1];
  EXPECT_TRUE(notes[1].ends_with("; what stood before it was read")) << notes[1];
}

TEST(Dispatch, AFileThatIsGoneIsSkipped) {
  const TemporaryFolder folder;
  Notes notes;
  const fs::path file = folder.path() / "none.txt";
  EXPECT_TRUE(Dispatch(OriginAt(file), {}, &notes));
  ASSERT_EQ(notes.notes.size(), 1U);
  EXPECT_TRUE(notes.notes[0].starts_with(file.string() + ": cannot open ")) << notes.notes[0];
}

TEST(ReadDocument, ReadsAResponseInTheCharsetThatCameWithIt) {
  const OriginPtr page = BytesOrigin(
      "<p>\xEF\xF0\xE8", {.name = "http://h/", .uri = "http://h/", .charset = "windows-1251"});
  const auto read = ReadDocument(*page, *FormatNamed("html"), {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->document->text, "при");
}

TEST(ReadDocument, MakesARedirectOfAnOriginThatLeadsElsewhere) {
  const OriginPtr page = BytesOrigin(
      "http://h/b", {.name = "http://h/a", .uri = "http://h/a", .alias_of = "http://h/b"});
  const auto read = ReadDocument(*page, *FormatNamed("html"), {});
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->document->alias_of, "http://h/b");
  EXPECT_EQ(read->document->text, "");
}

}  // namespace
}  // namespace arborist::ingest
