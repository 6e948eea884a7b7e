// SPDX-License-Identifier: AGPL-3.0-only
// When an opened home writes by itself: promoted answers whose record no longer counts are retired
// by whoever searches next, and by nobody who only reads.
#include "app/home.h"

#include <string>
#include <vector>

#include "curate/answered_home_test.h"
#include "curate/promote.h"
#include "store/home/promotions.h"
#include "store/shard/shard_writer.h"

namespace arborist::app {
namespace {

constexpr const char* kQuestion = "When did the Erie Canal open?";

class AppHome : public curate::AnsweredHome {
 protected:
  AppHome() {
    key_ = Ask(kQuestion);
    EXPECT_TRUE(curate::Promote(
        {.home = home_, .clock = &clock_, .random = &random_, .actor = "test", .min_age = 0}));
  }
  // As a process does that ends before it has told the shards.
  void SetState(store::RecordState state) {
    const auto store = OpenHome();
    store::Records records(store.get());
    ASSERT_TRUE(records.SetState(records.Resolve(key_.hex())->record_id, state, "a test"));
  }
  std::size_t Promotions() {
    std::size_t count = 0;
    const store::Corpus corpus = OpenCorpus();
    for (const auto& shard : corpus.shards()) {
      count += store::CurrentPromotions(shard.get()).value().size();
    }
    return count;
  }
  std::unique_ptr<Home> Opened(StoreUse use, curate::Busy busy = curate::Busy::kWaitFor) {
    auto home = Home::Open({.paths = home_, .clock = &clock_, .random = &random_, .actor = "test"},
                           {}, busy);
    EXPECT_TRUE(home) << home.error().message;
    EXPECT_TRUE((*home)->OpenStore(use));
    return std::move(*home);
  }
  static bool Finds(Home* home) {
    const auto hits = home->Search({.query = "Erie Canal"});
    EXPECT_TRUE(hits) << hits.error().message;
    return std::ranges::any_of(hits->hits, [](const retrieve::SearchHit& hit) {
      return hit.document_uri.starts_with(store::kPromotionPrefix);
    });
  }

  CacheKey key_;
};

TEST_F(AppHome, LeavesAPromotedAnswerThatCounts) {
  const auto home = Opened(StoreUse::kMake);
  EXPECT_TRUE(Finds(home.get()));
  EXPECT_EQ(Promotions(), 1U);
}

TEST_F(AppHome, RetiresBeforeASearch) {
  SetState(store::RecordState::kFailed);
  const auto home = Opened(StoreUse::kMake);
  EXPECT_FALSE(Finds(home.get()));
  EXPECT_EQ(Promotions(), 0U);
}

TEST_F(AppHome, RetiresBeforeAQuestion) {
  SetState(store::RecordState::kFailed);
  const auto home = Opened(StoreUse::kMake);
  EXPECT_TRUE(home->FindKept(Question("Who dug the Erie Canal?"), {}));
  EXPECT_EQ(Promotions(), 0U);
}

TEST_F(AppHome, SeesWhatHappensWhileItIsOpen) {
  const auto home = Opened(StoreUse::kMake);
  EXPECT_TRUE(Finds(home.get()));
  SetState(store::RecordState::kFailed);
  EXPECT_FALSE(Finds(home.get()));
  EXPECT_EQ(Promotions(), 0U);
}

TEST_F(AppHome, RetiresWhatRestsOnAnOlderText) {
  Write("canal.txt", "There is no canal any more.");
  Ingest();
  EXPECT_FALSE(Finds(Opened(StoreUse::kMake).get()));
  EXPECT_EQ(Promotions(), 0U);
}

TEST_F(AppHome, OpenedToReadItChangesNothing) {
  SetState(store::RecordState::kFailed);
  const auto home = Opened(StoreUse::kRead);
  EXPECT_TRUE(Finds(home.get()));
  EXPECT_EQ(Promotions(), 1U);
}

TEST_F(AppHome, PassesOverAShardThatIsWrittenTo) {
  SetState(store::RecordState::kFailed);
  const auto home = Opened(StoreUse::kMake, curate::Busy::kPassOver);
  {
    std::vector<std::unique_ptr<store::ShardWriter>> writers;
    for (const auto& shard : home->corpus().shards()) {
      auto writer = store::ShardWriter::Open(
          shard->address(), {.clock = &clock_, .random = &random_, .actor = "test"});
      ASSERT_TRUE(writer) << writer.error().message;
      writers.push_back(std::move(*writer));
    }
    EXPECT_TRUE(Finds(home.get()));
    EXPECT_EQ(Promotions(), 1U);
  }
  EXPECT_FALSE(Finds(home.get()));
  EXPECT_EQ(Promotions(), 0U);
}

TEST_F(AppHome, AsksNothingOfAHomeWithoutDocuments) {
  const store::HomePaths empty{folder_.path() / "empty"};
  const auto home =
      Home::OpenToAsk({.paths = empty, .clock = &clock_, .random = &random_, .actor = "test"}, {});
  ASSERT_FALSE(home);
  EXPECT_EQ(home.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(empty.root));
}

}  // namespace
}  // namespace arborist::app
