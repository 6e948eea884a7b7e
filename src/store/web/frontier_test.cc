// SPDX-License-Identifier: AGPL-3.0-only
#include "store/web/frontier.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "base/temporary_folder.h"

namespace arborist::store {
namespace {

class FrontierTest : public testing::Test {
 protected:
  void Open() {
    store_.reset();
    auto store = CrawlStore::Open(home_);
    ASSERT_TRUE(store) << store.error().message;
    store_ = std::move(*store);
  }
  Frontier Crawl(std::string_view name, bool again = true) {
    auto frontier = Frontier::Open(store_.get(), name, 1000, [&](const auto&) { return again; });
    EXPECT_TRUE(frontier) << frontier.error().message;
    return *frontier;
  }
  static FrontierUrl At(const std::string& path, int depth = 0, const std::string& host = "h") {
    return {.url = "http://" + host + path, .host = host, .depth = depth};
  }
  static std::string Take(Frontier* frontier, const std::string& host = "h", std::int64_t now = 0) {
    const auto entry = frontier->Take(host, now);
    EXPECT_TRUE(entry) << entry.error().message;
    return *entry ? (*entry)->at.url : "none";
  }

  TemporaryFolder folder_;
  HomePaths home_{folder_.path() / "home"};
  std::unique_ptr<CrawlStore> store_;
};

TEST_F(FrontierTest, GivesTheShallowestFirstAndEachOnce) {
  Open();
  Frontier frontier = Crawl("a");
  EXPECT_FALSE(frontier.resumed());
  EXPECT_EQ(
      frontier.Add(std::vector{At("/deep", 2), At("/1"), At("/2"), At("/1"), At("/other", 0, "k")}),
      4U);
  EXPECT_EQ(frontier.Add(std::vector{At("/1", 1)}), 0U);
  EXPECT_EQ(frontier.Hosts(), (std::vector<std::string>{"h", "k"}));
  EXPECT_EQ(Take(&frontier), "http://h/1");
  EXPECT_EQ(Take(&frontier), "http://h/2");
  EXPECT_EQ(Take(&frontier), "http://h/deep");
  EXPECT_EQ(Take(&frontier), "none");
  EXPECT_EQ(*frontier.NextAt("h"), std::optional<std::int64_t>());
  EXPECT_EQ(Take(&frontier, "k"), "http://k/other");
}

TEST_F(FrontierTest, GoesOnAfterAKillWithWhatWasTaken) {
  Open();
  {
    Frontier frontier = Crawl("a");
    ASSERT_TRUE(frontier.Add(std::vector{At("/1"), At("/2")}));
    const auto first = frontier.Take("h", 0);
    ASSERT_TRUE(frontier.Finish(std::vector<Frontier::Outcome>{{.id = (*first)->id}}));
    ASSERT_TRUE(frontier.Add(std::vector{At("/3", 1)}));
    EXPECT_EQ(Take(&frontier), "http://h/2");
  }
  Open();
  Frontier frontier = Crawl("a");
  EXPECT_TRUE(frontier.resumed());
  EXPECT_EQ(frontier.progress()->asked, 1U);
  EXPECT_EQ(frontier.progress()->pending, 2U);
  EXPECT_EQ(Take(&frontier), "http://h/2");
  EXPECT_EQ(Take(&frontier), "http://h/3");
}

TEST_F(FrontierTest, BeginsAgainOnceItHasEnded) {
  Open();
  {
    Frontier frontier = Crawl("a");
    ASSERT_TRUE(frontier.Add(std::vector{At("/1"), At("/2")}));
    for (const FrontierState state : {FrontierState::kDone, FrontierState::kFailed}) {
      const auto entry = frontier.Take("h", 0);
      ASSERT_TRUE(
          frontier.Finish(std::vector<Frontier::Outcome>{{.id = (*entry)->id, .state = state}}));
    }
    ASSERT_TRUE(frontier.End(2000));
  }
  {
    Frontier frontier = Crawl("a", false);
    EXPECT_TRUE(frontier.resumed());
    EXPECT_EQ(Take(&frontier), "none");
    ASSERT_TRUE(frontier.End(2000));
  }
  Frontier frontier = Crawl("a");
  EXPECT_FALSE(frontier.resumed());
  const auto first = frontier.Take("h", 0);
  EXPECT_TRUE((*first)->expanded);
  const auto second = frontier.Take("h", 0);
  EXPECT_FALSE((*second)->expanded);
}

TEST_F(FrontierTest, HoldsBackWhatWasPutBack) {
  Open();
  Frontier frontier = Crawl("a");
  ASSERT_TRUE(frontier.Add(std::vector{At("/1")}));
  const auto entry = frontier.Take("h", 0);
  ASSERT_TRUE(frontier.PutBack((*entry)->id, 50, Frontier::Failed::kYes));
  EXPECT_EQ(Take(&frontier, "h", 49), "none");
  EXPECT_EQ(*frontier.NextAt("h"), std::optional<std::int64_t>(50));
  const auto again = frontier.Take("h", 50);
  ASSERT_TRUE(*again);
  EXPECT_EQ((*again)->fails, 1);
}

TEST_F(FrontierTest, CrawlsDoNotSeeEachOther) {
  Open();
  Frontier one = Crawl("a");
  Frontier other = Crawl("b");
  ASSERT_TRUE(one.Add(std::vector{At("/1")}));
  EXPECT_EQ(Take(&other), "none");
  EXPECT_EQ(other.Add(std::vector{At("/1")}), 1U);
  int urls = 0;
  ASSERT_TRUE(one.ForEachUrl([&](std::string_view) { ++urls; }));
  EXPECT_EQ(urls, 1);
}

TEST_F(FrontierTest, KeepsPagesWithTheirValidators) {
  Open();
  WebPages pages(store_.get());
  EXPECT_FALSE(*pages.Find("http://h/"));
  WebPage page{.url = "http://h/", .shard = "main", .etag = "\"x\"", .due_at = 70};
  ASSERT_TRUE(pages.Put(page));
  page.missing_since = 60;
  page.state = WebPageState::kUnreachable;
  ASSERT_TRUE(pages.Put(page));
  const auto found = pages.Find("http://h/");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->etag, "\"x\"");
  EXPECT_EQ((*found)->missing_since, 60);
  EXPECT_EQ((*found)->state, WebPageState::kUnreachable);
  EXPECT_EQ(pages.Due(69)->size(), 0U);
  EXPECT_EQ(pages.Due(70)->size(), 1U);
}

TEST_F(FrontierTest, RemembersPausesUntilTheyAreOver) {
  Open();
  ASSERT_TRUE(store_->PauseHost({.host = "h", .not_before = 50, .reason = "status 503"}));
  Open();
  ASSERT_EQ(store_->PausedHosts(49)->size(), 1U);
  EXPECT_EQ(store_->PausedHosts(49)->front().reason, "status 503");
  EXPECT_EQ(store_->PausedHosts(50)->size(), 0U);
}

TEST_F(FrontierTest, SaysWhatToDoWhereItIsDamaged) {
  Open();
  store_.reset();
  std::filesystem::remove(home_.root / "crawl.db-wal");
  std::ofstream(home_.crawl_store()) << std::string(8192, 'x');
  const auto store = CrawlStore::Open(home_);
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().code, ErrorCode::kCorrupt);
  EXPECT_TRUE(store.error().message.contains("delete it")) << store.error().message;
}

TEST_F(FrontierTest, BelongsToOneProcess) {
  EXPECT_EQ(CrawlStore::OpenExisting(home_).error().code, ErrorCode::kNotFound);
  Open();
  const auto second = CrawlStore::Open(home_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
}

}  // namespace
}  // namespace arborist::store
