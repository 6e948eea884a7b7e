// SPDX-License-Identifier: AGPL-3.0-only
// Which texts go to make room, and what may come back.
#include <gtest/gtest.h>

#include <fstream>
#include <random>

#include "base/temporary_folder.h"
#include "ingest/ingest.h"
#include "room/evict.h"
#include "room/rehydrate.h"
#include "store/corpus.h"
#include "store/fsck/fsck.h"
#include "store/home/hits.h"
#include "store/home/snapshot_root.h"

namespace arborist::room {
namespace {

class FakeClock final : public Clock {
 public:
  std::int64_t NowSeconds() const override { return now; }
  std::int64_t now = 1700000000;
};

class RoomModuleTest : public testing::Test {
 protected:
  std::filesystem::path In(const std::string& name = "") const {
    return folder_.path() / "in" / name;
  }
  void Write(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(In());
    std::ofstream(In(name), std::ios::binary) << text;
  }
  // Numbers that do not compress, so that sizes mean something.
  std::string Text(int seed, int words = 4000) {
    std::mt19937 random(static_cast<unsigned>(seed));
    std::string text;
    for (int i = 0; i < words; ++i) text += std::to_string(random()) + " ";
    return text;
  }
  void Ingest(const std::filesystem::path& path) {
    ingest::IngestOptions options;
    options.paths = {path};
    const auto report = ingest::Ingest(options, {.home = home_,
                                                 .clock = &clock_,
                                                 .random = &random_,
                                                 .actor = "test",
                                                 .stop = nullptr,
                                                 .on_progress = {},
                                                 .on_note = {}});
    ASSERT_TRUE(report) << report.error().message;
    ASSERT_EQ(report->skipped_count, 0u);
  }
  void IngestMany(int count) {
    for (int i = 0; i < count; ++i) Write("t" + std::to_string(i) + ".txt", Text(i));
    Ingest(In());
  }
  Environment Where() {
    return {.home = home_, .clock = &clock_, .random = &random_, .actor = "t"};
  }
  EvictReport Run(const EvictOptions& options) {
    auto report = Evict(options, Where());
    EXPECT_TRUE(report) << report.error().message;
    return report.value_or(EvictReport());
  }
  EvictOptions To(std::uint64_t max_bytes) {
    EvictOptions options;
    options.max_bytes = max_bytes;
    return options;
  }
  // What the shards would take if everything went so far.
  std::uint64_t Estimate(store::Tier tier) {
    EvictOptions options = To(1);
    options.dry_run = true;
    if (tier != store::Tier::kHot) options.tier = tier;
    if (tier == store::Tier::kHot) return Run(options).bytes_before;
    return Run(options).bytes_after;
  }
  RehydrateReport Back(std::vector<std::string> targets, bool all = false) {
    auto report = Rehydrate({.targets = std::move(targets), .all = all}, Where());
    EXPECT_TRUE(report) << report.error().message;
    return report.value_or(RehydrateReport());
  }
  store::Corpus Open() { return std::move(*store::Corpus::Open(home_)); }
  std::uint64_t FileBytes() {
    std::uint64_t bytes = 0;
    const store::Corpus corpus = Open();
    for (const auto& shard : corpus.shards())
      bytes += std::filesystem::file_size(shard->address().shown());
    return bytes;
  }
  DocumentRoot RootOf(const std::string& name) {
    return Open().Resolve("file://" + In(name).string())->view.root;
  }
  store::Tier TierOf(const std::string& name) {
    return Open().Resolve("file://" + In(name).string())->view.tier;
  }
  void Use(const std::string& name) {
    auto home = store::HomeStore::Open(home_, {.clock = &clock_, .random = &random_, .actor = "t"});
    const DocumentRoot roots[] = {RootOf(name)};
    ASSERT_TRUE(store::Hits(home->get()).Count(roots));
  }
  std::string Problems() {
    std::string lines;
    const auto report = store::Fsck(home_, {.full = true}, [](const std::string&) {});
    for (const auto& problem : report->problems) {
      lines += problem.kind + " " + problem.subject + ": " + problem.detail + "\n";
    }
    return lines;
  }

  TemporaryFolder folder_;
  store::HomePaths home_{folder_.path() / "home"};
  FakeClock clock_;
  SystemRandom random_;
};

TEST_F(RoomModuleTest, TheFilesTakeNoMoreThanAskedFor) {
  IngestMany(24);
  const std::uint64_t before = Estimate(store::Tier::kHot);
  const std::uint64_t half = (before + Estimate(store::Tier::kWarm)) / 2;
  const EvictReport report = Run(To(half));
  EXPECT_TRUE(report.reached);
  EXPECT_GT(report.documents.size(), 0u);
  EXPECT_LT(report.documents.size(), 24u);
  EXPECT_LE(FileBytes(), half);
  EXPECT_EQ(report.bytes_after, FileBytes());
  for (const Evicted& one : report.documents) EXPECT_EQ(one.to, store::Tier::kWarm);
  EXPECT_EQ(Problems(), "");
  EXPECT_EQ(Run(To(half)).documents.size(), 0u) << "it fits already";
}

TEST_F(RoomModuleTest, WhenWarmIsNotEnoughItGoesCold) {
  IngestMany(24);
  const std::uint64_t limit = (Estimate(store::Tier::kWarm) + Estimate(store::Tier::kCold)) / 2;
  const EvictReport report = Run(To(limit));
  EXPECT_TRUE(report.reached);
  EXPECT_LE(FileBytes(), limit);
  EXPECT_EQ(report.documents.front().to, store::Tier::kCold);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomModuleTest, WhatCannotBeReachedIsSaid) {
  IngestMany(3);
  EvictOptions options = To(1000);
  EXPECT_FALSE(Run(options).reached);
  EXPECT_EQ(TierOf("t0.txt"), store::Tier::kCold);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomModuleTest, TheLongestUnusedGoesFirstThenTheLeastUsed) {
  IngestMany(4);
  clock_.now += 100;
  Use("t1.txt");
  Use("t3.txt");
  Use("t3.txt");
  clock_.now += 100;
  Use("t0.txt");
  EvictOptions options = To(1);
  options.tier = store::Tier::kWarm;
  options.dry_run = true;
  const EvictReport report = Run(options);
  ASSERT_EQ(report.documents.size(), 4u);
  const char* expected[] = {"t2.txt", "t1.txt", "t3.txt", "t0.txt"};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(report.documents[static_cast<std::size_t>(i)].root, RootOf(expected[i])) << i;
  }
  EXPECT_EQ(report.documents[2].hits, 2);
  EXPECT_EQ(TierOf("t2.txt"), store::Tier::kHot) << "a dry run writes nothing";
  options.dry_run = false;
  const EvictReport done = Run(options);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(done.documents[static_cast<std::size_t>(i)].root, RootOf(expected[i])) << i;
  }
  EXPECT_EQ(Open().Find(RootOf("t3.txt")).value()->view.hit_count, 2) << "handed on to the shard";
}

TEST_F(RoomModuleTest, TextsThatAreNoLongerCurrentStayUnlessAskedFor) {
  IngestMany(2);
  const DocumentRoot old = RootOf("t1.txt");
  Write("t1.txt", Text(77));
  Ingest(In());
  EvictOptions options = To(1);
  options.tier = store::Tier::kWarm;
  EXPECT_EQ(Run(options).documents.size(), 2u);
  EXPECT_EQ(Open().Find(old).value()->view.tier, store::Tier::kHot);
  options.superseded = true;
  EXPECT_EQ(Run(options).documents.size(), 1u);
  EXPECT_EQ(Open().Find(old).value()->view.tier, store::Tier::kWarm);
}

TEST_F(RoomModuleTest, EverythingComesBackFromItsFiles) {
  IngestMany(6);
  const auto before = store::CurrentSurfaceRoots(Open()).value();
  EvictOptions options = To(1);
  Run(options);
  EXPECT_EQ(store::CurrentSurfaceRoots(Open()).value(), before);
  const RehydrateReport report = Back({}, true);
  EXPECT_EQ(report.documents.size(), 6u);
  EXPECT_EQ(report.still_evicted, 0u);
  for (int i = 0; i < 6; ++i) {
    const auto document = Open().Resolve("file://" + In("t" + std::to_string(i) + ".txt").string());
    ASSERT_TRUE(document);
    store::Corpus corpus = Open();
    const auto found = corpus.Find(document->view.root);
    EXPECT_EQ(store::DocumentText(**found).value(), Text(i));
  }
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomModuleTest, ASourceWithAnotherTextIsRefused) {
  IngestMany(3);
  Run(To(1));
  Write("t0.txt", Text(0) + "and more");
  std::filesystem::remove(In("t1.txt"));
  const RehydrateReport report = Back({}, true);
  EXPECT_EQ(report.documents.size(), 1u);
  EXPECT_EQ(report.still_evicted, 2u);
  ASSERT_EQ(report.refused.size(), 2u);
  int mismatches = 0;
  for (const Refused& one : report.refused) mismatches += one.mismatch ? 1 : 0;
  EXPECT_EQ(mismatches, 1);
  EXPECT_EQ(TierOf("t0.txt"), store::Tier::kCold);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomModuleTest, OtherWhitespaceIsAnotherText) {
  Write("a.txt", "some text here");
  Ingest(In());
  EvictOptions options;
  options.names = {"file://" + In("a.txt").string()};
  EXPECT_EQ(Run(options).documents.size(), 1u);
  Write("a.txt", "some  text here");
  const RehydrateReport report = Back({"file://" + In("a.txt").string()});
  EXPECT_EQ(report.documents.size(), 0u);
  ASSERT_EQ(report.refused.size(), 1u);
  EXPECT_TRUE(report.refused[0].mismatch);
}

TEST_F(RoomModuleTest, LinesOfAJsonLinesFileComeBackWhenItIsNamed) {
  Write("lines.jsonl",
        "{\"uri\":\"l:1\",\"title\":\"One\",\"text\":\"The first line of text.\"}\n"
        "{\"uri\":\"l:2\",\"title\":\"Two\",\"text\":\"The second line of text.\"}\n");
  Ingest(In("lines.jsonl"));
  EvictOptions options;
  options.names = {"l:1", "l:2"};
  options.tier = store::Tier::kCold;
  EXPECT_EQ(Run(options).documents.size(), 2u);
  const RehydrateReport alone = Back({"l:1"});
  ASSERT_EQ(alone.refused.size(), 1u);
  EXPECT_TRUE(alone.refused[0].reason.contains("arborist rehydrate PATH"));
  Write("changed.jsonl", "{\"uri\":\"l:1\",\"title\":\"One\",\"text\":\"A forged line.\"}\n");
  const RehydrateReport forged = Back({In("changed.jsonl").string()});
  ASSERT_EQ(forged.refused.size(), 1u);
  EXPECT_TRUE(forged.refused[0].mismatch);
  const RehydrateReport report = Back({In("lines.jsonl").string()});
  EXPECT_EQ(report.documents.size(), 2u);
  EXPECT_EQ(report.still_evicted, 0u);
  EXPECT_EQ(Problems(), "");
}

TEST_F(RoomModuleTest, ARenamedFileFillsWhatItMatches) {
  IngestMany(2);
  Run(To(1));
  std::filesystem::create_directories(folder_.path() / "moved");
  std::filesystem::rename(In("t0.txt"), folder_.path() / "moved" / "renamed.txt");
  EXPECT_EQ(Back({(folder_.path() / "moved").string()}).documents.size(), 1u);
  EXPECT_EQ(TierOf("t0.txt"), store::Tier::kHot);
}

TEST_F(RoomModuleTest, NamesAndPathsThatAreNotThereAreSaid) {
  IngestMany(1);
  EXPECT_EQ(Rehydrate({.targets = {"nowhere"}, .all = false}, Where()).error().code,
            ErrorCode::kNotFound);
  EXPECT_EQ(Rehydrate({.targets = {}, .all = false}, Where()).error().code,
            ErrorCode::kInvalidArgument);
  EXPECT_EQ(Evict({}, Where()).error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(Back({"file://" + In("t0.txt").string()}).refused.size(), 0u) << "it is whole already";
}

}  // namespace
}  // namespace arborist::room
