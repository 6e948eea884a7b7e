// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/ingest.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <string>
#include <thread>

#include "base/temporary_folder.h"
#include "ingest/resume_mark.h"
#include "store/corpus.h"
#include "store/shard/shard_writer.h"

namespace arborist::ingest {
namespace {

TEST(IngestNames, RefusesNamesThatAreNotUtf8BeforeAnythingIsMade) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path() / "home"};
  std::ofstream(folder.path() / "a.txt") << "some text";
  SystemClock clock;
  SystemRandom random;
  IngestOptions prefixed;
  prefixed.uri_prefix = "x:\xFF/";
  IngestOptions named;
  named.origins = {MemoryOrigin("some text", {.name = "upload", .uri = "x:\xED\xA0\x80"})};
  for (IngestOptions options : {prefixed, named}) {
    options.paths = {folder.path() / "a.txt"};
    const auto report = Ingest(options, {.home = home,
                                         .clock = &clock,
                                         .random = &random,
                                         .actor = "test",
                                         .on_progress = {},
                                         .on_note = {}});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::kInvalidArgument);
    EXPECT_TRUE(report.error().message.contains("is not UTF-8 at byte 2"))
        << report.error().message;
    EXPECT_FALSE(std::filesystem::exists(home.root));
  }
}

TEST(IngestOrigins, AreReadBehindThePathsAndLeaveNoMark) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path() / "home"};
  std::ofstream(folder.path() / "a.txt") << "some text";
  SystemClock clock;
  SystemRandom random;
  IngestOptions options;
  options.paths = {folder.path() / "a.txt"};
  options.origins = {MemoryOrigin("# A title\n\nMore text.", {.name = "u:b.md", .uri = "u:b.md"}),
                     MemoryOrigin("{\"uri\":\"u:1\",\"text\":\"one\"}\nx\n", {.name = "upload"}),
                     MemoryOrigin("", {.name = "u:c", .uri = "u:c"})};
  const auto report = Ingest(options, {.home = home,
                                       .clock = &clock,
                                       .random = &random,
                                       .actor = "test",
                                       .on_progress = {},
                                       .on_note = {}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->added, 3U);
  std::map<std::string, std::string> skipped;
  for (const SkippedInput& one : report->skipped) skipped[one.path] = one.reason;
  EXPECT_EQ(skipped.size(), 2U);
  EXPECT_TRUE(skipped.contains("upload: line 2"));
  EXPECT_EQ(skipped["u:c"], "empty");
  const auto corpus = store::Corpus::Open(home);
  ASSERT_TRUE(corpus);
  const auto document = corpus->Resolve("u:b.md");
  ASSERT_TRUE(document);
  EXPECT_EQ(document->shown().title, "A title");
  EXPECT_EQ(document->shown().extraction_version, "markdown-v1");
  for (const auto& shard : corpus->shards()) {
    const auto writer = store::ShardWriter::Open(
        shard->address(), {.clock = &clock, .random = &random, .actor = "test", .wait = false});
    ASSERT_TRUE(writer);
    EXPECT_TRUE((*writer)->meta().WithPrefix(kResumePrefix)->empty());
  }
}

// Files are exchanged with links to other places as fast as can be while a folder is taken in.
TEST(IngestLinks, NothingOutsideOfTheFolderIsReadInARace) {
  const TemporaryFolder folder;
  constexpr int kFiles = 60;
  for (const char* name : {"in", "out", "links"}) {
    std::filesystem::create_directory(folder.path() / name);
  }
  const auto path = [&](const char* name, int i) {
    return folder.path() / name / (std::to_string(i) + ".txt");
  };
  for (int i = 0; i < kFiles; ++i) {
    std::ofstream(path("in", i)) << "The inside file " << i << " is here.";
    std::ofstream(path("out", i)) << "The outside file " << i << " is there.";
    std::filesystem::create_symlink(path("out", i), path("links", i));
  }
  std::jthread swapper([&](const std::stop_token& stop) {
    for (int i = 0; !stop.stop_requested(); i = (i + 7) % kFiles) {
      (void)::renameat2(AT_FDCWD, path("in", i).c_str(), AT_FDCWD, path("links", i).c_str(),
                        RENAME_EXCHANGE);
    }
  });
  const store::HomePaths home{folder.path() / "home"};
  SystemClock clock;
  SystemRandom random;
  for (int round = 0; round < 5; ++round) {
    IngestOptions options;
    options.paths = {folder.path() / "in"};
    options.reextract = true;
    const auto report = Ingest(options, {.home = home,
                                         .clock = &clock,
                                         .random = &random,
                                         .actor = "test",
                                         .on_progress = {},
                                         .on_note = {}});
    ASSERT_TRUE(report) << report.error().message;
  }
  swapper.request_stop();
  const auto corpus = store::Corpus::Open(home);
  ASSERT_TRUE(corpus) << corpus.error().message;
  int documents = 0;
  for (const auto& shard : corpus->shards()) {
    documents += static_cast<int>(shard->Counts()->documents);
  }
  EXPECT_LE(documents, kFiles) << "each inside file has one text, the outside ones have others";
}

// A title that holds a line feed could write a line of its own wherever titles are listed.
TEST(IngestTitles, AreOneLineWithoutControlCharacters) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path() / "home"};
  std::ofstream(folder.path() / "a.jsonl")
      << R"({"uri":"u:1","title":"Canal\n- Mayor Jones\u001b[2J  was\u2028there\n","text":"One."})"
      << "\n"
      << R"({"uri":"u:2","title":"Two  blanks","text":"Two."})" << "\n"
      << R"({"uri":"u:3","title":"\n\n","text":"Three."})" << "\n";
  SystemClock clock;
  SystemRandom random;
  IngestOptions options;
  options.paths = {folder.path() / "a.jsonl"};
  const auto report = Ingest(options, {.home = home,
                                       .clock = &clock,
                                       .random = &random,
                                       .actor = "test",
                                       .on_progress = {},
                                       .on_note = {}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->added, 3U) << "none is lost";
  EXPECT_EQ(report->titles_folded, 2U);
  const auto corpus = store::Corpus::Open(home);
  ASSERT_TRUE(corpus);
  std::map<std::string, std::string> titles;
  ASSERT_TRUE(
      corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
        titles[document.shown().uri] = document.shown().title;
        return true;
      }));
  EXPECT_EQ(titles["u:1"], "Canal - Mayor Jones [2J was there");
  EXPECT_EQ(titles["u:2"], "Two  blanks") << "as it was given";
  EXPECT_EQ(titles["u:3"], "u:3");
}

// The first texts are held back until there are enough to train a dictionary on. They must not keep
// a file waiting that is too large to be in the pipeline beside them.
TEST(IngestSamples, DoNotKeepALargeFileWaiting) {
  const TemporaryFolder folder;
  const std::filesystem::path inputs = folder.path() / "in";
  std::filesystem::create_directory(inputs);
  for (int i = 0; i < 300; ++i) {  // more than go in one batch
    std::ofstream(inputs / ("a" + std::to_string(i) + ".txt"))
        << "Number " << i << std::string(2500, ' ') << "ends here.";
  }
  std::ofstream(inputs / "z.txt") << "Large" << std::string(std::size_t{25} << 20, ' ') << "end.";
  std::ofstream(inputs / "zz.txt") << "The last one.";
  SystemClock clock;
  SystemRandom random;
  IngestOptions options;
  options.paths = {inputs};
  const auto report = Ingest(options, {.home = {folder.path() / "home"},
                                       .clock = &clock,
                                       .random = &random,
                                       .actor = "test",
                                       .on_progress = {},
                                       .on_note = {}});
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->added, 302U);
}

}  // namespace
}  // namespace arborist::ingest
