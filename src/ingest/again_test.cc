// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "base/temporary_folder.h"
#include "ingest/ingest.h"
#include "store/shard/shard_reader.h"

namespace arborist::ingest {
namespace {

namespace fs = std::filesystem;

// What a server does all day: files come in again while readers of the same shard are open.
TEST(IngestAgain, LeavesNothingInTheWriteAheadLogWhileAReaderStandsIdle) {
  const TemporaryFolder folder;
  const store::HomePaths home{folder.path() / "home"};
  SystemClock clock;
  SystemRandom random;
  const auto ingest = [&](const std::string& text) {
    fs::create_directories(folder.path() / "in");
    std::ofstream(folder.path() / "in/note.txt") << text;
    std::ofstream(folder.path() / "in/notes.jsonl") << R"({"uri":"u:1","text":")" + text + "\"}\n";
    IngestOptions options;
    options.paths = {folder.path() / "in"};
    options.shards = 1;
    auto report = Ingest(options, {.home = home,
                                   .clock = &clock,
                                   .random = &random,
                                   .actor = "test",
                                   .on_progress = {},
                                   .on_note = {}});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : IngestReport();
  };
  ingest("The boiler was installed in 1931.");
  const auto sets = store::ListShardSets(home);
  ASSERT_TRUE(sets && sets->size() == 1);
  const store::ShardAddress shard = sets->front().ShardAt(home, 0);
  auto reader = store::ShardReader::Open(shard);
  ASSERT_TRUE(reader);
  (*reader)->Release();
  EXPECT_EQ(ingest("The boiler was installed in 1974.").superseded, 2u);
  EXPECT_EQ(fs::file_size(shard.shown() + "-wal"), 0u);
  EXPECT_EQ(ingest("The boiler was installed in 1974.").unchanged, 2u);
  EXPECT_EQ(fs::file_size(shard.shown() + "-wal"), 0u);
}

}  // namespace
}  // namespace arborist::ingest
