// SPDX-License-Identifier: AGPL-3.0-only
// Every kind of row in every table of a shard and of the home store is deleted, and every column of
// it changed: fsck names a problem, or docs/guide/fsck.md says why it cannot.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "distill/fsck_cores.h"
#include "fsck/every_feature.h"
#include "fsck/rows.h"
#include "notary/fsck_checkpoints.h"
#include "prove/fsck_records.h"
#include "store/fsck/fsck.h"

namespace arborist {
namespace {

namespace fs = std::filesystem;

fs::path Page() {
  const char* source = std::getenv("ARBORIST_SOURCE");
  return fs::path(source == nullptr ? "." : source) / "docs" / "guide" / "fsck.md";
}

// Made once for all tests.
class FsckRows : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<TemporaryFolder>();
    MakeHomeWithEveryFeature(folder_->path());
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static store::HomePaths Home() { return {folder_->path() / "home"}; }
  static std::vector<std::pair<std::string, fs::path>> Files() {
    std::vector<std::pair<std::string, fs::path>> files = {{"home", Home().home_store()}};
    for (const char* name : {"main.1of2.db", "main.2of2.db"})
      files.emplace_back("shard", Home().shards() / name);
    return files;
  }
  // As the verb does it, part by part; up to the first part that has found something.
  static std::string Problems() {
    auto report = store::Fsck(Home(), {.full = true}, [](const std::string&) {});
    EXPECT_TRUE(report);
    if (report->ok()) prove::CheckRecords(Home(), true, &*report);
    if (report->ok()) distill::CheckCores(Home(), true, &*report);
    if (report->ok()) notary::CheckCheckpoints(Home(), &*report);
    std::string lines;
    for (const auto& list : {report->problems, report->not_checked}) {
      for (const auto& problem : list) {
        lines += problem.kind + " " + problem.shard + " " + problem.subject + ": " +
                 problem.detail + "\n";
      }
    }
    return lines;
  }
  // What no change to these files made fsck say a word about.
  // per_kind: rows of each kind and table. The second shard has the same tables as the first: in
  // the short form only those that the first leaves empty.
  static std::string Unnamed(int per_kind, bool both_shards) {
    const std::set<std::string> left_out = LeftOut(Page());
    std::string unnamed;
    int tried = 0;
    std::set<std::string> seen;  // tables that had rows
    for (const auto& [kind, file] : Files()) {
      std::set<std::string> here;
      const fs::path whole = folder_->path() / "whole";
      fs::copy_file(file, whole, fs::copy_options::overwrite_existing);
      for (const Mutation& mutation : MutationsOf(file, per_kind)) {
        const std::string table = kind + " " + mutation.table;
        here.insert(table);
        if (!both_shards && seen.contains(table)) continue;
        if (IsLeftOut(file, kind, mutation, left_out)) continue;
        if (Apply(file, mutation.sql)) {
          ++tried;
          if (Problems().empty())
            unnamed += kind + " " + file.stem().string() + " " + mutation.name + "\n";
        }
        for (const char* suffix : {"-wal", "-shm"}) fs::remove(file.string() + suffix);
        fs::copy_file(whole, file, fs::copy_options::overwrite_existing);
      }
      seen.merge(here);
    }
    EXPECT_GT(tried, 300);
    RecordProperty("mutations", tried);
    return unnamed;
  }

  static std::unique_ptr<TemporaryFolder> folder_;
};

std::unique_ptr<TemporaryFolder> FsckRows::folder_;

TEST_F(FsckRows, AHomeThatUsedEveryFeatureHolds) { EXPECT_EQ(Problems(), ""); }

// A table that a new feature brings fails here until the fixture uses it.
TEST_F(FsckRows, EveryTableHasRows) {
  std::set<std::string> used;
  std::set<std::string> empty;
  for (const auto& [kind, file] : Files()) {
    const std::set<std::string> some = EmptyTables(file);
    for (const auto& [table, columns] : ColumnsOf(file)) {
      (some.contains(table) ? empty : used).insert(kind + " " + table);
    }
  }
  for (const std::string& table : used) empty.erase(table);
  EXPECT_EQ(empty, (std::set<std::string>{"shard document_http_meta"}));
}

TEST_F(FsckRows, TheListOfWhatIsNotHeldNamesColumnsThatExist) {
  std::set<std::string> known;
  for (const auto& [kind, file] : Files()) {
    for (const auto& [table, columns] : ColumnsOf(file)) {
      known.insert({kind + " " + table, kind + " " + table + ".*"});
      for (const std::string& column : columns) known.insert(kind + " " + table + "." + column);
    }
  }
  const std::set<std::string> left_out = LeftOut(Page());
  EXPECT_GT(left_out.size(), 5u);
  for (const std::string& name : left_out) {
    EXPECT_TRUE(known.contains(name.substr(0, name.find('[')))) << name;
  }
}

// The terms are still there, but a search for those of the second page does not find them.
TEST_F(FsckRows, AnIndexThatLostTheWayToAPageIsNamed) {
  int lost = 0;
  for (const auto& [kind, file] : Files()) {
    if (kind != "shard") continue;
    const fs::path whole = folder_->path() / "whole";
    fs::copy_file(file, whole, fs::copy_options::overwrite_existing);
    if (Apply(file, "DELETE FROM chunks_fts_idx WHERE length(term)>0")) {
      ++lost;
      EXPECT_TRUE(Problems().contains("index_lookup")) << Problems();
    }
    for (const char* suffix : {"-wal", "-shm"}) fs::remove(file.string() + suffix);
    fs::copy_file(whole, file, fs::copy_options::overwrite_existing);
  }
  EXPECT_GT(lost, 0);
}

TEST_F(FsckRows, EveryChangeOfARowIsNamed) { EXPECT_EQ(Unnamed(1, false), ""); }

TEST_F(FsckRows, SlowEveryChangeOfManyRowsIsNamed) { EXPECT_EQ(Unnamed(6, true), ""); }

}  // namespace
}  // namespace arborist
