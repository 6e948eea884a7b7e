// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/recheck.h"

#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "crawl/site_test.h"
#include "store/corpus.h"

namespace arborist::crawl {
namespace {

using namespace std::chrono_literals;

class RecheckTest : public testing::Test {
 protected:
  void CrawlSite() {
    CrawlOptions options;
    options.seeds = {site_.Url("/")};
    options.reach = net::Reach::kAnywhere;
    const auto report = Crawl(options, environment_);
    ASSERT_TRUE(report) << report.error().message;
  }
  RecheckReport Check(RecheckOptions options = {}) {
    options.reach = net::Reach::kAnywhere;
    options.timeout = 1000ms;
    auto report = Recheck(options, environment_);
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : RecheckReport{};
  }
  RecheckReport CheckAll(RecheckOptions options = {}) {
    options.which = RecheckOptions::Which::kAll;
    return Check(options);
  }
  std::string TextOf(const std::string& target) {
    const auto corpus = store::Corpus::Open(home_);
    const auto document = corpus->Resolve(site_.Url(target));
    return document ? *store::DocumentText(*document) : "none";
  }
  // "stale status 1, ..." of the pages that are not fresh.
  static std::string Said(const RecheckReport& report) {
    std::string all;
    for (const RecheckedPage& page : report.pages)
      all += std::string(Name(page.state)) + ": " + page.reason + "\n";
    return all;
  }

  TemporaryFolder folder_;
  store::HomePaths home_{folder_.path() / "home"};
  VirtualTime time_;
  SystemRandom random_;
  CrawlEnvironment environment_{.home = home_,
                                .clock = &time_,
                                .sleeper = &time_,
                                .random = &random_,
                                .actor = "test",
                                .stop = nullptr,
                                .on_progress = {},
                                .on_note = {}};
  Site site_;
};

TEST_F(RecheckTest, AsksWhereNothingWasCrawled) {
  const auto report = Recheck({}, environment_);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kNotFound);
}

TEST_F(RecheckTest, IsFreshByTheServersWordOrByTheHash) {
  site_.Put("/", [](const net::SeenRequest& request) {
    if (request.Header("if-none-match") == "\"1\"") return Site::Status(304);
    return Site::Reply{.headers = {{"Content-Type", "text/html"}, {"ETag", "\"1\""}},
                       .body = "<p>Start <a href=/a>a</a>"};
  });
  site_.Put("/a", Site::Html("<p>A"));
  CrawlSite();
  const RecheckReport report = CheckAll();
  EXPECT_EQ(report.checked, 2U);
  EXPECT_EQ(report.fresh, 2U) << Said(report);
  const auto missing = Recheck({.urls = {site_.Url("/none")}}, environment_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::kNotFound);
}

TEST_F(RecheckTest, ComesDueLessAndLessOften) {
  site_.Put("/", Site::Html("<p>Start"));
  CrawlSite();
  EXPECT_EQ(Check().checked, 0U);
  time_.Pass(86'400s);
  EXPECT_EQ(Check().fresh, 1U);
  time_.Pass(86'400s);
  EXPECT_EQ(Check().checked, 0U);
  time_.Pass(43'200s);
  EXPECT_EQ(Check().fresh, 1U);
}

TEST_F(RecheckTest, IsStaleAndStoredOnlyWhenTold) {
  site_.Put("/", Site::Html("<p>Before"));
  CrawlSite();
  site_.Put("/", Site::Html("<p>After"));
  const RecheckReport stale = CheckAll();
  EXPECT_EQ(stale.stale, 1U);
  EXPECT_EQ(Said(stale), "stale: its content has changed\n");
  EXPECT_EQ(TextOf("/"), "Before");
  const RecheckReport stored = CheckAll({.changed = RecheckOptions::Changed::kStore});
  EXPECT_EQ(stored.stale, 1U);
  EXPECT_EQ(stored.stored.superseded, 1U);
  EXPECT_EQ(TextOf("/"), "After");
  EXPECT_EQ(CheckAll().fresh, 1U);
  site_.Put("/", Site::RedirectTo("/elsewhere"));
  EXPECT_EQ(Said(CheckAll()), "stale: it redirects to /elsewhere\n");
}

TEST_F(RecheckTest, IsGoneOnlyAfterTwoChecksADayApart) {
  site_.Put("/", Site::Html("<p>Start"));
  CrawlSite();
  site_.Put("/", Site::Status(404));
  EXPECT_EQ(CheckAll().unreachable, 1U);
  EXPECT_EQ(CheckAll().unreachable, 1U);
  time_.Pass(86'000s);
  EXPECT_EQ(CheckAll().gone, 0U);
  // A failure between does not count, for either side.
  site_.Put("/", Site::Status(500));
  EXPECT_EQ(CheckAll().unreachable, 1U);
  site_.Put("/", Site::Status(410));
  time_.Pass(400s);
  const RecheckReport report = CheckAll();
  EXPECT_EQ(report.gone, 1U);
  EXPECT_EQ(Said(report), "gone: status 410\n");
  // It came back, and the count begins anew.
  site_.Put("/", Site::Html("<p>Start"));
  EXPECT_EQ(CheckAll().fresh, 1U);
  site_.Put("/", Site::Status(404));
  EXPECT_EQ(CheckAll().unreachable, 1U);
}

TEST_F(RecheckTest, NoFailureOfAServerRetires) {
  site_.Put("/", Site::Html("<p>Start"));
  CrawlSite();
  for (const int status : {500, 503, 403}) {
    site_.Put("/", Site::Status(status));
    time_.Pass(10 * 86'400s);
    const RecheckReport report = CheckAll();
    EXPECT_EQ(report.unreachable, 1U) << status;
    EXPECT_EQ(report.gone, 0U) << status;
  }
}

TEST_F(RecheckTest, LeavesAHostThatAsksForAPause) {
  site_.Put("/", Site::Html("<p>Start <a href=/a>a</a><a href=/b>b</a>"));
  for (const char* target : {"/a", "/b"})
    site_.Put(target, Site::Html(std::string("<p>") + target));
  CrawlSite();
  for (const char* target : {"/", "/a", "/b"})
    site_.Put(target, Site::Status(429, {{"Retry-After", "3600"}}));
  const RecheckReport report = CheckAll();
  EXPECT_EQ(report.checked, 1U);
  EXPECT_EQ(report.left, 2U);
  EXPECT_EQ(CheckAll().left, 3U);
  time_.Pass(3600s);
  EXPECT_EQ(CheckAll().checked, 1U);
}

}  // namespace
}  // namespace arborist::crawl
