// SPDX-License-Identifier: AGPL-3.0-only
#include "sync/sync.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include "base/temporary_folder.h"
#include "store/corpus.h"
#include "store/home/home.h"
#include "tar/tar_test.h"

namespace arborist::sync {
namespace {

namespace fs = std::filesystem;
using Map = std::map<std::string, std::string>;

class SyncTest : public testing::Test {
 protected:
  SyncTest() { fs::create_directories(in_); }

  void Write(const std::string& name, const std::string& bytes) {
    fs::create_directories((in_ / name).parent_path());
    std::ofstream(in_ / name, std::ios::binary) << bytes;
  }
  Result<SyncReport> TrySync(SyncOptions options = {}) {
    options.folder = in_;
    return Sync(options, {.home = home_,
                          .clock = &clock_,
                          .random = &random_,
                          .actor = "test",
                          .on_progress = {},
                          .on_note = {}});
  }
  SyncReport Run(SyncOptions options = {}) {
    auto report = TrySync(std::move(options));
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : SyncReport();
  }
  static SyncOptions MaxDelete(std::uint64_t count) {
    SyncOptions options;
    options.max_delete = count;
    return options;
  }
  // "added a b, gone c"
  static std::string Counts(const SyncReport& report) {
    std::string text;
    for (const Change change :
         {Change::kAdded, Change::kChanged, Change::kRenamed, Change::kGone, Change::kUnreadable}) {
      if (const auto count = report.plan.Count(change); count > 0)
        text += std::string(Name(change)) + " " + std::to_string(count) + " ";
    }
    return text;
  }
  // The current locations: what follows the folder in their URI, and the text.
  Map Stored() {
    Map stored;
    auto corpus = store::Corpus::Open(home_);
    EXPECT_TRUE(corpus);
    const auto visited =
        corpus->ForEachDocument(false, [&](const store::CorpusDocument& document) -> Result<bool> {
          TRY_ASSIGN(const std::string text, store::DocumentText(document));
          for (const std::string& uri : document.current_uris())
            stored[uri.substr(uri.find("/in/") + 4)] = text;
          return true;
        });
    EXPECT_TRUE(visited);
    return stored;
  }
  std::string TitleOf(const std::string& name) {
    auto corpus = store::Corpus::Open(home_);
    const auto found = corpus->Resolve("file://" + (in_ / name).string());
    return found ? found->shown().title : found.error().message;
  }

  const TemporaryFolder folder_;
  const fs::path in_ = folder_.path() / "in";
  const store::HomePaths home_{folder_.path() / "home"};
  SystemClock clock_;
  SystemRandom random_;
};

TEST_F(SyncTest, TakesInChangesAndLeavesTheRest) {
  Write("a.txt", "Apples.");
  Write("d/b.txt", "Pears.");
  EXPECT_EQ(Counts(Run()), "added 2 ");
  EXPECT_EQ(Counts(Run()), "");
  Write("a.txt", "Red apples.");
  Write("c.txt", "Plums.");
  const SyncReport report = Run();
  EXPECT_EQ(Counts(report), "added 1 changed 1 ");
  EXPECT_EQ(report.plan.unchanged, 1U);
  EXPECT_EQ(report.ingest.superseded, 1U);
  EXPECT_EQ(Stored(), (Map{{"a.txt", "Red apples."}, {"d/b.txt", "Pears."}, {"c.txt", "Plums."}}));
}

TEST_F(SyncTest, ADryRunChangesNothing) {
  Write("a.txt", "Apples.");
  SyncOptions options;
  options.dry_run = true;
  EXPECT_EQ(Counts(Run(options)), "added 1 ");
  EXPECT_EQ(Stored(), Map{});
  EXPECT_EQ(Counts(Run()), "added 1 ") << "and it is not remembered";
}

TEST_F(SyncTest, ARenamedFileIsNotReadAgain) {
  Write("old name.txt", "Apples.");
  Write("titled.md", "# Pears\n\nGreen.");
  Run();
  fs::create_directories(in_ / "d");
  fs::rename(in_ / "old name.txt", in_ / "new name.txt");
  fs::rename(in_ / "titled.md", in_ / "d/titled.md");
  const SyncReport report = Run();
  EXPECT_EQ(Counts(report), "renamed 2 ");
  EXPECT_EQ(report.moved, 2U);
  EXPECT_EQ(report.retired, 2U);
  EXPECT_EQ(Stored(), (Map{{"new%20name.txt", "Apples."}, {"d/titled.md", "# Pears\n\nGreen."}}));
  EXPECT_EQ(TitleOf("d/titled.md"), "Pears");
  EXPECT_EQ(Counts(Run()), "");
}

TEST_F(SyncTest, ManyRenamedFilesKeepTheirTextsWhateverTheirShards) {
  for (int i = 0; i < 60; ++i)
    Write("old/" + std::to_string(i) + ".txt", "Text " + std::to_string(i) + ".");
  Run();
  fs::rename(in_ / "old", in_ / "new");
  const SyncReport report = Run();
  EXPECT_EQ(report.moved, 60U);
  const Map stored = Stored();
  EXPECT_EQ(stored.size(), 60U);
  EXPECT_EQ(stored.at("new/7.txt"), "Text 7.");
}

TEST_F(SyncTest, WhatStandsInAnArchiveMovesAndGoesWithIt) {
  Write("a.tar", tar::File("x.txt", "Apples.") + tar::File("y.txt", "Pears.") + tar::End());
  Write("b.txt", "Plums.");
  Write("c.txt", "Cherries.");
  Run();
  fs::rename(in_ / "a.tar", in_ / "z.tar");
  EXPECT_EQ(Run().moved, 2U);
  EXPECT_EQ(Stored().count("z.tar#/x.txt"), 1U);
  Write("z.tar", tar::File("x.txt", "Apples.") + tar::End());
  EXPECT_EQ(Run().retired, 1U);
  EXPECT_EQ(Stored().count("z.tar#/y.txt"), 0U);
  fs::remove(in_ / "z.tar");
  EXPECT_EQ(Run().retired, 1U);
  EXPECT_EQ(Stored(), (Map{{"b.txt", "Plums."}, {"c.txt", "Cherries."}}));
}

TEST_F(SyncTest, WhatIsGoneIsRetired) {
  for (const char* name : {"a.txt", "b.txt", "c.txt"}) Write(name, name);
  Run();
  fs::remove(in_ / "b.txt");
  const SyncReport report = Run();
  EXPECT_EQ(report.withheld, "");
  EXPECT_EQ(report.retired, 1U);
  EXPECT_EQ(Stored(), (Map{{"a.txt", "a.txt"}, {"c.txt", "c.txt"}}));
}

TEST_F(SyncTest, MoreThanHalfIsNotRetiredUnasked) {
  for (const char* name : {"a.txt", "b.txt", "c.txt"}) Write(name, name);
  Run();
  fs::remove(in_ / "a.txt");
  fs::remove(in_ / "b.txt");
  SyncReport report = Run();
  EXPECT_EQ(report.withheld, "2 of 3 files are gone; --max-delete N retires them");
  EXPECT_EQ(Stored().size(), 3U);
  EXPECT_EQ(Run(MaxDelete(1)).withheld, "2 files are gone, more than --max-delete 1");
  report = Run(MaxDelete(2));
  EXPECT_EQ(report.withheld, "");
  EXPECT_EQ(Stored(), (Map{{"c.txt", "c.txt"}}));
}

// The worst that a folder that is not mounted may do.
TEST_F(SyncTest, AnEmptyOrMissingFolderRetiresNothing) {
  Write("a.txt", "Apples.");
  Run();
  fs::remove(in_ / "a.txt");
  EXPECT_EQ(Run().withheld, "the folder is empty; --max-delete N retires its files");
  fs::remove_all(in_);
  const auto missing = TrySync();
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(Stored().size(), 1U);
  fs::create_directories(in_);
  EXPECT_EQ(Run(MaxDelete(1)).retired, 1U) << "on request it can be emptied";
  EXPECT_EQ(Stored(), Map{});
}

TEST_F(SyncTest, FilesOfAFolderThatCannotBeListedStay) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may list everything";
  Write("d/a.txt", "Apples.");
  Write("b.txt", "Pears.");
  Run();
  ::chmod((in_ / "d").c_str(), 0);
  const SyncReport report = Run();
  ::chmod((in_ / "d").c_str(), 0700);
  EXPECT_EQ(Counts(report), "unreadable 1 ");
  EXPECT_EQ(Stored().size(), 2U);
}

TEST_F(SyncTest, FilesWithoutTextAreLookedAtOnce) {
  Write("a.png", "\x89PNG\r\n\x1A\n");
  Write("a.txt", "Apples.");
  SyncReport report = Run();
  EXPECT_EQ(report.ingest.skipped_count, 1U);
  report = Run();
  EXPECT_EQ(Counts(report), "");
  Write("a.png", "Now it is text.");
  EXPECT_EQ(Counts(Run()), "changed 1 ");
  EXPECT_EQ(Stored().size(), 2U);
}

TEST_F(SyncTest, DocumentsThatItDidNotTakeInAreNotItsToRetire) {
  Write("a.txt", "Apples.");
  Write("b.txt", "Pears.");
  Write("c.txt", "Plums.");
  ingest::IngestOptions by_hand;
  by_hand.paths = {in_ / "a.txt"};
  ASSERT_TRUE(ingest::Ingest(by_hand, {.home = home_,
                                       .clock = &clock_,
                                       .random = &random_,
                                       .actor = "test",
                                       .on_progress = {},
                                       .on_note = {}}));
  fs::remove(in_ / "a.txt");
  Run();
  EXPECT_EQ(Stored().size(), 3U);
}

TEST_F(SyncTest, TheOptionsOfTheFirstSyncStay) {
  Write("a.txt", "Apples.");
  Write("b.md", "Pears.");
  SyncOptions options;
  options.include = {"*.md"};
  EXPECT_EQ(Counts(Run(options)), "added 1 ");
  EXPECT_EQ(Counts(Run()), "");
}

TEST_F(SyncTest, FoldersThatOverlapAreRefused) {
  Write("d/a.txt", "Apples.");
  Run();
  SyncOptions options;
  options.folder = in_ / "d";
  const auto refused = Sync(options, {.home = home_,
                                      .clock = &clock_,
                                      .random = &random_,
                                      .actor = "test",
                                      .on_progress = {},
                                      .on_note = {}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace arborist::sync
