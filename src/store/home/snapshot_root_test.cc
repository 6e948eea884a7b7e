// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/snapshot_root.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "store/sample_store_test.h"

namespace arborist::store {
namespace {

class SnapshotRootTest : public StoreTest {
 protected:
  SnapshotRoot Now() {
    const auto roots = CurrentSurfaceRoots(OpenCorpus());
    EXPECT_TRUE(roots) << roots.error().message;
    return roots ? RootOf(*roots) : SnapshotRoot();
  }
};

TEST_F(SnapshotRootTest, AnEmptyCorpusHasTheRootOfNoLeaf) { EXPECT_TRUE(Now().is_zero()); }

TEST_F(SnapshotRootTest, OneDocumentIsTheRootItself) {
  const PreparedDocument document = MakeDocument("u:1", "one");
  PutOne(document);
  EXPECT_EQ(Now().hex(), document.root.hex());
}

TEST_F(SnapshotRootTest, TheLeavesAreTheSortedRootsAsTheyAre) {
  std::vector<Hash256> roots;
  for (int i = 0; i < 5; ++i) {
    const auto document = MakeDocument("u:" + std::to_string(i), "text " + std::to_string(i));
    roots.push_back(document.root);
    PutOne(document);
  }
  std::sort(roots.begin(), roots.end());
  EXPECT_EQ(Now().hex(), merkle::Root(roots).hex());
}

// The example of docs/format/snapshot.md.
TEST_F(SnapshotRootTest, TheRootIsTheOneOfTheFormatsExample) {
  for (const char* text : {"one", "two", "three"}) PutOne(MakeDocument(text, text));
  EXPECT_EQ(Now().hex(), "34151a54f2e732fd999a1feeaae09d9854e9a2bf3d4d0426e49a524dc5cdf651");
}

TEST_F(SnapshotRootTest, ATextWithManyNamesInManyShardsCountsOnce) {
  PutOne(MakeDocument("u:1", "the same text"), "a");
  const SnapshotRoot before = Now();
  PutOne(MakeDocument("u:2", "the same text"), "a");
  PutOne(MakeDocument("u:3", "the same text"), "b");
  EXPECT_EQ(Now(), before);
}

TEST_F(SnapshotRootTest, OnlyCurrentTextsCount) {
  PutOne(MakeDocument("u:1", "apples"));
  const SnapshotRoot apples = Now();
  PutOne(MakeDocument("u:1", "pears"));
  EXPECT_NE(Now(), apples);
  EXPECT_EQ(Now().hex(), MakeDocument("u:1", "pears").root.hex());
  PutOne(MakeDocument("u:1", "apples"));
  EXPECT_EQ(Now(), apples);
  Gone("u:1");
  EXPECT_TRUE(Now().is_zero());
}

TEST_F(SnapshotRootTest, ATextThatIsPastInOneShardAndCurrentInAnotherCounts) {
  PutOne(MakeDocument("u:1", "apples"), "a");
  PutOne(MakeDocument("u:1", "pears"), "a");
  PutOne(MakeDocument("u:2", "apples"), "b");
  EXPECT_EQ(CurrentSurfaceRoots(OpenCorpus())->size(), 2u);
}

TEST_F(SnapshotRootTest, CoresAndRedirectsNeverCount) {
  PutOne(MakeDocument("u:1", "a text"));
  const SnapshotRoot before = Now();
  PutOne(MakeAlias("u:2", "u:1"));
  PutOne(MakeDocument("u:core", "what the text comes to"), "cores");
  Sql("UPDATE formats SET kind='core', compression_depth=1", ShardPath("cores"));
  EXPECT_EQ(Now(), before);
}

// The property the whole thing is for: layout, order and repetition leave no trace.
TEST_F(SnapshotRootTest, OrderAndShardsNeverChangeTheRoot) {
  std::mt19937 random(7);
  for (int round = 0; round < 4; ++round) {
    std::vector<PreparedDocument> documents;
    std::vector<Hash256> roots;
    for (int i = 0; i < 12 + round; ++i) {
      documents.push_back(MakeDocument("u:" + std::to_string(i),
                                       ManyWords(static_cast<int>(random() % 9), 3 + round)));
      roots.push_back(documents.back().root);
    }
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    for (const std::uint32_t shards : {1u, 2u, 5u}) {
      std::shuffle(documents.begin(), documents.end(), random);
      const HomePaths home{home_.root / (std::to_string(round) + "-" + std::to_string(shards))};
      std::filesystem::create_directories(home.shards());
      const ShardSet set{.name = "set", .count = shards};
      for (std::uint32_t i = 0; i < shards; ++i) {
        auto writer = ShardWriter::Open(set.ShardAt(home, i),
                                        {.clock = &clock_, .random = &random_, .actor = "test"});
        ASSERT_TRUE(writer && (*writer)->Begin());
        for (const PreparedDocument& document : documents) {
          if (set.IndexFor(document.uri) != i) continue;
          ASSERT_TRUE((*writer)->Put(document));
        }
        ASSERT_TRUE((*writer)->Commit());
      }
      const auto corpus = Corpus::Open(home);
      ASSERT_TRUE(corpus);
      EXPECT_EQ(RootOf(CurrentSurfaceRoots(*corpus).value()).hex(), merkle::Root(roots).hex())
          << "round " << round << ", " << shards << " shards";
    }
  }
}

}  // namespace
}  // namespace arborist::store
