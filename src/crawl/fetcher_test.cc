// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/fetcher.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compress/encoders_test.h"
#include "crawl/canonical_url.h"
#include "crawl/site_test.h"

namespace arborist::crawl {
namespace {

using namespace std::chrono_literals;

class FetcherTest : public testing::Test {
 protected:
  FetchOptions Options() {
    return {.reach = net::Reach::kAnywhere,
            .max_page_bytes = 100'000,
            .timeout = 2000ms,
            .stop = &stop_,
            .on_note = [this](const std::string& note) { notes_.push_back(note); }};
  }
  Fetched Get(const std::string& url, FetchRequest::Kind kind = FetchRequest::Kind::kPage) {
    const auto read = CanonicalUrl(url);
    EXPECT_TRUE(read) << url;
    return fetcher_.Fetch({.url = *read, .kind = kind});
  }
  Fetched Get(const Site& site, const std::string& target) { return Get(site.Url(target)); }

  VirtualTime time_;
  std::atomic<bool> stop_ = false;
  std::vector<std::string> notes_;
  Fetcher fetcher_{Options(), &time_, &time_};
};

TEST_F(FetcherTest, AsksForRobotsOnceAndObeysIt) {
  Site site(&time_);
  site.Put("/robots.txt", Site::Text("User-agent: arborist\nDisallow: /private\n"));
  site.Put("/a", {.headers = {{"Content-Type", "text/html; charset=x"},
                              {"ETag", "\"1\""},
                              {"Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"},
                              {"X-Robots-Tag", "arborist: noindex"}},
                  .body = "<p>a"});
  const Fetched page = Get(site, "/a");
  EXPECT_EQ(page.outcome, FetchOutcome::kBody);
  EXPECT_EQ(page.body, "<p>a");
  EXPECT_EQ(page.type.charset, "x");
  EXPECT_EQ(page.etag, "\"1\"");
  EXPECT_EQ(page.last_modified, "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_TRUE(page.directives.no_index);
  EXPECT_EQ(Get(site, "/private/x").outcome, FetchOutcome::kForbidden);
  EXPECT_EQ(site.targets(), (std::vector<std::string>{"/robots.txt", "/a"}));
  time_.Pass(86'400s);
  EXPECT_EQ(Get(site, "/private/x").outcome, FetchOutcome::kForbidden);
  EXPECT_EQ(site.CountOf("/robots.txt"), 2U);
}

TEST_F(FetcherTest, AllowsAllWithoutRobotsAndNothingWhereItFails) {
  for (const int status : {400, 401, 403, 404, 410, 451}) {
    Site site;
    site.Put("/robots.txt", Site::Status(status));
    site.Put("/a", Site::Html("<p>a"));
    EXPECT_EQ(Get(site, "/a").outcome, FetchOutcome::kBody) << status;
  }
  for (const int status : {429, 500, 502, 503}) {
    Site site;
    site.Put("/robots.txt", Site::Status(status));
    site.Put("/a", Site::Html("<p>a"));
    const Fetched page = Get(site, "/a");
    EXPECT_EQ(page.outcome, FetchOutcome::kHostPaused) << status;
    EXPECT_TRUE(page.reason.contains("robots.txt cannot be had")) << page.reason;
    EXPECT_GT(page.retry_at, time_.NowSeconds());
    EXPECT_EQ(site.CountOf("/a"), 0U);
  }
}

TEST_F(FetcherTest, FollowsRedirectsOfRobotsToTheFifth) {
  Site other;
  other.Put("/r", Site::Text("user-agent: *\ndisallow: /\n"));
  Site site;
  site.Put("/robots.txt", Site::RedirectTo("/robots2"));
  site.Put("/robots2", Site::RedirectTo(other.Url("/r")));
  site.Put("/a", Site::Html("<p>a"));
  EXPECT_EQ(Get(site, "/a").outcome, FetchOutcome::kForbidden);
  Site loop;
  loop.Put("/robots.txt", Site::RedirectTo("/robots.txt"));
  loop.Put("/a", Site::Html("<p>a"));
  EXPECT_EQ(Get(loop, "/a").outcome, FetchOutcome::kBody);
  EXPECT_EQ(loop.CountOf("/robots.txt"), 6U);
}

TEST_F(FetcherTest, ReadsTheStartOfARobotsTxtWithoutEnd) {
  Site site;
  Site::Reply endless = Site::Text("user-agent: *\ndisallow: /b\n");
  endless.forever = true;
  site.Put("/robots.txt", endless);
  site.Put("/a", Site::Html("<p>a"));
  EXPECT_EQ(Get(site, "/a").outcome, FetchOutcome::kBody);
  EXPECT_EQ(Get(site, "/b").outcome, FetchOutcome::kForbidden);
}

TEST_F(FetcherTest, KeepsAPauseBetweenRequests) {
  Site site(&time_);
  for (const char* target : {"/a", "/b", "/c"}) site.Put(target, Site::Html("<p>x"));
  for (const char* target : {"/a", "/b", "/c"}) Get(site, target);
  const auto times = site.times();
  ASSERT_EQ(times.size(), 4U);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 1], 1000ms) << i;
}

TEST_F(FetcherTest, HonoursCrawlDelayUpToAMinute) {
  Site site(&time_);
  site.Put("/robots.txt", Site::Text("user-agent: *\ncrawl-delay: 7\n"));
  Get(site, "/a");
  Get(site, "/b");
  EXPECT_GE(site.times()[2] - site.times()[1], 7000ms);
  Site slow(&time_);
  slow.Put("/robots.txt", Site::Text("user-agent: *\ncrawl-delay: 3600\n"));
  Get(slow, "/a");
  Get(slow, "/b");
  EXPECT_GE(slow.times()[2] - slow.times()[1], 60'000ms);
  EXPECT_LT(slow.times()[2] - slow.times()[1], 61'000ms);
  ASSERT_EQ(notes_.size(), 1U);
  EXPECT_TRUE(notes_[0].contains("3600 s")) << notes_[0];
}

TEST_F(FetcherTest, AsksWithWhatIsKnown) {
  Site site;
  site.Put("/a", [](const net::SeenRequest& request) {
    return request.Header("if-none-match") == "\"1\"" ? Site::Status(304) : Site::Html("<p>new");
  });
  const net::Url url = *CanonicalUrl(site.Url("/a"));
  EXPECT_EQ(fetcher_.Fetch({.url = url, .etag = "\"1\"", .last_modified = "x"}).outcome,
            FetchOutcome::kUnmodified);
  EXPECT_EQ(site.requests().back().Header("if-modified-since"), "x");
  EXPECT_EQ(fetcher_.Fetch({.url = url, .etag = "\"2\""}).outcome, FetchOutcome::kBody);
}

TEST_F(FetcherTest, DecompressesUpToTheCap) {
  Site site;
  const auto gzip = [](std::string body) {
    return Site::Reply{.headers = {{"Content-Type", "text/html"}, {"Content-Encoding", "gzip"}},
                       .body = compress::Gzip(body)};
  };
  site.Put("/a", gzip("<p>small"));
  site.Put("/bomb", gzip(std::string(50'000'000, ' ')));
  site.Put("/cut", {.headers = {{"Content-Type", "text/html"}, {"Content-Encoding", "gzip"}},
                    .body = compress::Gzip("<p>small").substr(0, 12)});
  site.Put("/br",
           {.headers = {{"Content-Type", "text/html"}, {"Content-Encoding", "br"}}, .body = "x"});
  EXPECT_EQ(Get(site, "/a").body, "<p>small");
  EXPECT_EQ(Get(site, "/bomb").outcome, FetchOutcome::kRefused);
  EXPECT_EQ(Get(site, "/cut").outcome, FetchOutcome::kRefused);
  EXPECT_TRUE(Get(site, "/br").reason.contains("not asked for"));
}

TEST_F(FetcherTest, StopsAtPagesThatAreTooLargeOrOfNoUse) {
  Site site;
  Site::Reply endless = Site::Html(std::string(1000, 'x'));
  endless.forever = true;
  site.Put("/huge", endless);
  endless.headers = {{"Content-Type", "video/mp4"}};
  site.Put("/film", endless);
  EXPECT_EQ(Get(site, "/huge").outcome, FetchOutcome::kRefused);
  const Fetched film = Get(site, "/film");
  EXPECT_EQ(film.outcome, FetchOutcome::kWrongType);
  EXPECT_EQ(film.reason, "video/mp4 is not read");
}

TEST_F(FetcherTest, HandsRedirectsBack) {
  Site site;
  site.Put("/a", Site::RedirectTo("http://10.0.0.1/x"));
  const Fetched page = Get(site, "/a");
  EXPECT_EQ(page.outcome, FetchOutcome::kRedirected);
  EXPECT_EQ(page.location, "http://10.0.0.1/x");
}

TEST_F(FetcherTest, TellsWhatPassesFromWhatDoesNot) {
  Site site;
  for (const int status : {401, 403, 418, 204}) {
    site.Put("/" + std::to_string(status), Site::Status(status));
    EXPECT_EQ(Get(site, "/" + std::to_string(status)).outcome, FetchOutcome::kRefused) << status;
  }
  for (const int status : {500, 502, 503, 408}) {
    site.Put("/" + std::to_string(status), Site::Status(status));
    EXPECT_EQ(Get(site, "/" + std::to_string(status)).outcome, FetchOutcome::kFailed) << status;
  }
  EXPECT_EQ(Get(site, "/none").outcome, FetchOutcome::kMissing);
}

TEST_F(FetcherTest, TakesAPauseThatAServerAsksForUpToADay) {
  Site site;
  site.Put("/a", Site::Status(429, {{"Retry-After", "120"}}));
  site.Put("/b", Site::Status(503, {{"Retry-After", "99999999"}}));
  site.Put("/c", Site::Status(429));
  const auto pause = [&](const char* target) {
    const Fetched page = Get(site, target);
    EXPECT_EQ(page.outcome, FetchOutcome::kHostPaused) << target;
    return page.retry_at - time_.NowSeconds();
  };
  EXPECT_EQ(pause("/a"), 120);
  EXPECT_EQ(pause("/b"), 86'400);
  EXPECT_EQ(pause("/c"), 60);
}

TEST_F(FetcherTest, GivesUpOnAnAnswerThatDoesNotCome) {
  Site site;
  Site::Reply never = Site::Html("x");
  never.stall_forever = true;
  site.Put("/never", never);
  Site::Reply cut = Site::Html("<p>whole");
  cut.cut_after = 3;
  site.Put("/cut", cut);
  EXPECT_EQ(Get(site, "/never").outcome, FetchOutcome::kFailed);
  EXPECT_EQ(Get(site, "/cut").outcome, FetchOutcome::kFailed);
}

TEST_F(FetcherTest, DoesNotReachPrivateAddressesUnlessTold) {
  Site site;
  site.Put("/a", Site::Html("<p>a"));
  FetchOptions options = Options();
  options.reach = net::Reach::kPublicOnly;
  Fetcher careful(options, &time_, &time_);
  const net::Url url = *CanonicalUrl(site.Url("/a"));
  const Fetched page = careful.Fetch({.url = url});
  EXPECT_EQ(page.outcome, FetchOutcome::kRefused);
  EXPECT_TRUE(page.reason.contains("private address")) << page.reason;
  EXPECT_TRUE(site.requests().empty());
}

TEST_F(FetcherTest, ReadsSitemapsOfAnyTypeAndTheirNames) {
  Site site;
  site.Put("/robots.txt", Site::Text("Sitemap: http://h/s.xml\n"));
  site.Put("/s", Site::Text("<urlset/>", "application/octet-stream"));
  EXPECT_EQ(Get(site.Url("/s"), FetchRequest::Kind::kSitemap).body, "<urlset/>");
  EXPECT_EQ(fetcher_.SitemapsOf(*CanonicalUrl(site.Url("/"))),
            (std::vector<std::string>{"http://h/s.xml"}));
}

TEST_F(FetcherTest, EndsAtOnceWhenStopped) {
  Site site;
  stop_ = true;
  EXPECT_EQ(Get(site, "/a").outcome, FetchOutcome::kStopped);
  EXPECT_TRUE(site.requests().empty());
}

}  // namespace
}  // namespace arborist::crawl
