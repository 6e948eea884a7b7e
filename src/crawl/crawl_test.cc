// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/crawl.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "base/temporary_folder.h"
#include "compress/encoders_test.h"
#include "crawl/site_test.h"
#include "store/corpus.h"

// Whole crawls, of sites on loopback that misbehave.
namespace arborist::crawl {
namespace {

using namespace std::chrono_literals;

class CrawlTest : public testing::Test {
 protected:
  CrawlOptions Options(const Site& site, const std::string& target = "/") {
    CrawlOptions options;
    options.seeds = {site.Url(target)};
    options.reach = net::Reach::kAnywhere;
    options.max_page_bytes = 100'000;
    options.timeout = 1000ms;
    return options;
  }
  CrawlReport Run(const CrawlOptions& options) {
    auto report = Crawl(options, {.home = home_,
                                  .clock = &time_,
                                  .sleeper = &time_,
                                  .random = &random_,
                                  .actor = "test",
                                  .stop = &stop_,
                                  .on_progress = {},
                                  .on_note = {}});
    EXPECT_TRUE(report) << report.error().message;
    return report ? *report : CrawlReport{};
  }
  // The title under which a URI is found, redirects followed; "none".
  std::string Title(const std::string& uri) {
    const auto corpus = store::Corpus::Open(home_);
    if (!corpus) return "none";
    const auto document = corpus->Resolve(uri);
    return document ? document->shown().title : "none";
  }
  bool Has(const Site& site, const std::string& target) {
    return Title(site.Url(target)) != "none";
  }
  static std::string Page(const std::string& title, const std::string& links = "") {
    return "<!doctype html><title>" + title + "</title><p>Words of " + title + ". " + links;
  }
  static std::string Link(const std::string& href) { return "<a href='" + href + "'>x</a> "; }
  // Why a URL was left out.
  static std::string ReasonOf(const CrawlReport& report, const std::string& url) {
    const auto found = std::ranges::find(report.left_out, url, &LeftOutUrl::url);
    return found == report.left_out.end() ? "none" : found->reason;
  }
  static bool Says(const std::string& text, std::string_view part) {
    EXPECT_TRUE(text.contains(part)) << text;
    return text.contains(part);
  }

  TemporaryFolder folder_;
  store::HomePaths home_{folder_.path() / "home"};
  VirtualTime time_;
  SystemRandom random_;
  std::atomic<bool> stop_ = false;
};

TEST_F(CrawlTest, StoresWhatTheSeedLeadsToWithinItsHostAndDepth) {
  Site site(&time_);
  site.Put("/", Site::Html(Page("Start", Link("a?utm_source=x") + Link("/b#c") +
                                             Link("http://elsewhere.example/"))));
  site.Put("/a", Site::Html(Page("A", Link("/") + Link("/deep"))));
  site.Put("/b", Site::Text("Plain words.\n"));
  site.Put("/deep", Site::Html(Page("Deep", Link("/deeper"))));
  site.Put("/deeper", Site::Html(Page("Deeper")));
  CrawlOptions options = Options(site);
  options.depth = 2;
  const CrawlReport report = Run(options);
  EXPECT_EQ(report.asked, 4U);
  EXPECT_EQ(report.stored.added, 4U);
  EXPECT_EQ(report.elsewhere, 1U);
  EXPECT_EQ(report.left, 0U);
  EXPECT_EQ(Title(site.Url("/a")), "A");
  EXPECT_TRUE(Has(site, "/b"));
  EXPECT_TRUE(Has(site, "/deep"));
  EXPECT_FALSE(Has(site, "/deeper"));
  EXPECT_EQ(site.CountOf("/robots.txt"), 1U);
  EXPECT_EQ(site.CountOf("/"), 1U);
  const auto times = site.times();
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 1], 1000ms);
}

TEST_F(CrawlTest, AsksSeveralHostsEachInItsTurn) {
  Site one(&time_);
  Site two(&time_);
  for (Site* site : {&one, &two}) {
    std::string links;
    for (int i = 0; i < 10; ++i) {
      links += Link("/p" + std::string(1, static_cast<char>('a' + i)));
      site->Put("/p" + std::string(1, static_cast<char>('a' + i)),
                Site::Html(Page("P" + std::to_string(i) + site->host())));
    }
    site->Put("/", Site::Html(Page("Start " + site->host(), links)));
  }
  CrawlOptions options = Options(one);
  options.seeds.push_back(two.Url("/"));
  EXPECT_EQ(Run(options).stored.added, 22U);
  for (Site* site : {&one, &two}) {
    const auto times = site->times();
    for (std::size_t i = 1; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 1], 1000ms);
  }
}

TEST_F(CrawlTest, ObeysRobotsAndWhatPagesAsk) {
  Site site;
  site.Put("/robots.txt", Site::Text("User-agent: *\nDisallow: /private\n"));
  site.Put("/", Site::Html(Page("Start", Link("/private") + Link("/hidden") + Link("/tagged") +
                                             Link("/dead-end"))));
  site.Put("/private", Site::Html(Page("Private")));
  site.Put("/hidden",
           Site::Html("<meta name=robots content=noindex>" + Page("Hidden", Link("/behind"))));
  site.Put("/behind", Site::Html(Page("Behind")));
  site.Put("/tagged", {.headers = {{"Content-Type", "text/html"}, {"X-Robots-Tag", "none"}},
                       .body = Page("Tagged", Link("/unseen"))});
  site.Put("/dead-end",
           Site::Html("<meta name=robots content=nofollow>" + Page("End", Link("/unseen"))));
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(report.forbidden, 1U);
  EXPECT_EQ(site.CountOf("/private"), 0U);
  EXPECT_EQ(site.CountOf("/unseen"), 0U);
  EXPECT_FALSE(Has(site, "/hidden"));
  EXPECT_FALSE(Has(site, "/tagged"));
  EXPECT_TRUE(Has(site, "/behind"));
  EXPECT_TRUE(Has(site, "/dead-end"));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/hidden")), "noindex"));
}

TEST_F(CrawlTest, AsksForNothingWhereRobotsCannotBeHad) {
  Site site;
  site.Put("/robots.txt", Site::Status(500));
  site.Put("/", Site::Html(Page("Start")));
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(report.asked, 0U);
  EXPECT_EQ(site.CountOf("/"), 0U);
  ASSERT_EQ(report.paused.size(), 1U);
  EXPECT_EQ(report.paused[0].host, site.host());
  EXPECT_TRUE(Says(report.paused[0].reason, "robots.txt cannot be had"));
  EXPECT_EQ(report.left, 1U);
  // An hour later it answers.
  site.Put("/robots.txt", Site::Status(404));
  time_.Pass(3600s);
  const CrawlReport later = Run(Options(site));
  EXPECT_TRUE(later.resumed);
  EXPECT_EQ(later.stored.added, 1U);
  EXPECT_EQ(later.paused.size(), 0U);
}

TEST_F(CrawlTest, TriesAHostAgainThatDidNotAnswer) {
  Site site;
  Site::Reply never = Site::Text("");
  never.stall_forever = true;
  site.Put("/robots.txt", never);
  site.Put("/", Site::Html(Page("Start")));
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(report.asked, 0U);
  ASSERT_EQ(report.paused.size(), 1U);
  EXPECT_TRUE(Says(report.paused[0].reason, "no complete response"));
  site.Put("/robots.txt", Site::Status(404));
  EXPECT_EQ(Run(Options(site)).stored.added, 1U);
}

TEST_F(CrawlTest, JudgesEveryRedirect) {
  Site other;
  other.Put("/secret", Site::Html(Page("Secret")));
  Site site;
  site.Put("/", Site::Html(Page("Start", Link("/old") + Link("/loop1") + Link("/self") +
                                             Link("/off") + Link("/scheme") + Link("/chain0"))));
  site.Put("/old", Site::RedirectTo("/new#x"));
  site.Put("/new", Site::Html(Page("New")));
  site.Put("/loop1", Site::RedirectTo("/loop2"));
  site.Put("/loop2", Site::RedirectTo("/loop1"));
  site.Put("/self", Site::RedirectTo("/self"));
  site.Put("/off", Site::RedirectTo(other.Url("/secret")));
  site.Put("/scheme", Site::RedirectTo("file:///etc/passwd"));
  for (int i = 0; i < 9; ++i) {
    site.Put("/chain" + std::to_string(i), Site::RedirectTo("/chain" + std::to_string(i + 1)));
  }
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(Title(site.Url("/old")), "New");  // an alias
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/loop2")), "lead back"));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/self")), "lead back"));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/off")), "another host"));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/scheme")), "no page"));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/chain5")), "more than 5 redirects"));
  EXPECT_EQ(other.requests().size(), 0U);
}

TEST_F(CrawlTest, DoesNotReachPrivateAddressesUnlessTold) {
  Site site;
  site.Put("/", Site::Html(Page("Start")));
  CrawlOptions options = Options(site);
  options.reach = net::Reach::kPublicOnly;
  const CrawlReport report = Run(options);
  EXPECT_TRUE(site.requests().empty());
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/")), "private address"));
}

TEST_F(CrawlTest, EndsACalendarThatHasNoEnd) {
  Site site;
  site.PutRest([](const net::SeenRequest& request) {
    const std::size_t at = request.target.find("day=");
    if (at == std::string::npos) return Site::Status(404);
    const int day = std::stoi(request.target.substr(at + 4));
    return Site::Html(
        Page("Day " + std::to_string(day),
             Link("/cal?day=" + std::to_string(day + 1)) + Link("x/" + request.target)));
  });
  CrawlOptions options = Options(site, "/cal?day=1");
  options.depth = 1000;
  options.most_alike = 20;
  const CrawlReport report = Run(options);
  EXPECT_EQ(report.left, 0U);
  EXPECT_LT(report.asked, 200U);
  EXPECT_EQ(std::ranges::count_if(
                report.notes, [](const std::string& note) { return note.contains("/cal?day=0"); }),
            1);
  EXPECT_GT(report.trapped, 0U);
}

TEST_F(CrawlTest, NamesEachKindOfTrapOnce) {
  Site site;
  const std::string longer(3000, 'x');
  site.Put("/", Site::Html(Page("Start", Link("/a/a/a") + Link("/a/a/a/a") + Link("/" + longer) +
                                             Link("/y" + longer) + Link("/b"))));
  site.Put("/b", Site::Html(Page("B", Link("/z" + longer))));
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(report.stored.added, 2U);
  EXPECT_EQ(report.trapped, 5U);
  ASSERT_EQ(report.notes.size(), 2U);
  EXPECT_TRUE(Says(report.notes[0] + report.notes[1], "three times"));
  EXPECT_TRUE(Says(report.notes[0] + report.notes[1], "more than 2048 bytes"));
}

TEST_F(CrawlTest, GoesOnBesideWhatCannotBeRead) {
  Site site;
  Site::Reply endless = Site::Html(std::string(1000, 'x'));
  endless.forever = true;
  Site::Reply never = Site::Html("x");
  never.stall_forever = true;
  Site::Reply slow = Site::Html(Page("Slow"));
  slow.stall = 200ms;
  site.Put("/", Site::Html(Page("Start", Link("/huge") + Link("/bomb") + Link("/film") +
                                             Link("/never") + Link("/slow") + Link("/none") +
                                             Link("/empty") + Link("/broken"))));
  site.Put("/huge", endless);
  site.Put("/bomb", {.headers = {{"Content-Type", "text/html"}, {"Content-Encoding", "gzip"}},
                     .body = compress::Gzip(std::string(30'000'000, ' '))});
  site.Put("/film", Site::Text("x", "video/mp4"));
  site.Put("/never", never);
  site.Put("/slow", slow);
  site.Put("/empty", Site::Html("<!doctype html><script>x</script>"));
  site.Put("/broken", Site::Status(500));
  const CrawlReport report = Run(Options(site));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/huge")), "longer than"));
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/bomb")), "larger than"));
  EXPECT_EQ(ReasonOf(report, site.Url("/film")), "video/mp4 is not read");
  EXPECT_TRUE(Says(ReasonOf(report, site.Url("/never")), "no complete response"));
  EXPECT_EQ(ReasonOf(report, site.Url("/none")), "status 404");
  EXPECT_EQ(ReasonOf(report, site.Url("/empty")), "has no text");
  EXPECT_EQ(ReasonOf(report, site.Url("/broken")), "status 500");
  EXPECT_EQ(site.CountOf("/broken"), 3U);
  EXPECT_TRUE(Has(site, "/slow"));
  EXPECT_EQ(report.stored.added, 2U);
  EXPECT_EQ(report.left, 0U);
}

TEST_F(CrawlTest, WaitsAsLongAsAServerAsks) {
  Site site(&time_);
  int asked = 0;
  site.Put("/", Site::Html(Page("Start", Link("/busy"))));
  site.Put("/busy", [&](const net::SeenRequest&) {
    return ++asked == 1 ? Site::Status(503, {{"Retry-After", "30"}}) : Site::Html(Page("Busy"));
  });
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(report.stored.added, 2U);
  const auto times = site.times();
  EXPECT_GE(times.back() - times[times.size() - 2], 30'000ms);
}

TEST_F(CrawlTest, LeavesAHostThatAsksForLongToTheNextRun) {
  Site site;
  site.Put("/", Site::Html(Page("Start", Link("/a") + Link("/b"))));
  site.Put("/a", Site::Status(429, {{"Retry-After", "86400"}}));
  site.Put("/b", Site::Html(Page("B")));
  const CrawlReport report = Run(Options(site));
  ASSERT_EQ(report.paused.size(), 1U);
  EXPECT_EQ(report.paused[0].reason, "status 429");
  EXPECT_EQ(report.stored.added, 1U);
  EXPECT_GE(report.left, 2U);
  site.Put("/a", Site::Html(Page("A")));
  time_.Pass(1000s);
  EXPECT_EQ(Run(Options(site)).asked, 0U);  // the pause is remembered
  time_.Pass(86'400s);
  const CrawlReport later = Run(Options(site));
  EXPECT_TRUE(later.resumed);
  EXPECT_EQ(later.stored.added, 2U);
}

TEST_F(CrawlTest, AsksASecondTimeWithWhatItKnows) {
  Site site;
  std::string etag = "\"1\"";
  std::string title = "First";
  site.Put("/", Site::Html(Page("Start", Link("/a"))));
  site.Put("/a", [&](const net::SeenRequest& request) {
    if (request.Header("if-none-match") == etag) return Site::Status(304);
    return Site::Reply{.headers = {{"Content-Type", "text/html"}, {"ETag", etag}},
                       .body = Page(title)};
  });
  EXPECT_EQ(Run(Options(site)).stored.added, 2U);
  const CrawlReport again = Run(Options(site));
  EXPECT_FALSE(again.resumed);
  EXPECT_EQ(again.unmodified, 1U);
  EXPECT_EQ(again.stored.unchanged, 1U);
  EXPECT_EQ(again.stored.added, 0U);
  etag = "\"2\"";
  title = "Second";
  const CrawlReport changed = Run(Options(site));
  EXPECT_EQ(changed.unmodified, 0U);
  EXPECT_EQ(changed.stored.superseded, 1U);
  EXPECT_EQ(Title(site.Url("/a")), "Second");
}

TEST_F(CrawlTest, GoesOnWhereItWasStopped) {
  Site site;
  std::string links;
  bool stopped = false;
  for (char c = 'a'; c < 'k'; ++c) {
    links += Link(std::string("/") + c);
    site.Put(std::string("/") + c, [&, c](const net::SeenRequest&) {
      if (c == 'e' && !std::exchange(stopped, true)) stop_ = true;
      return Site::Html(Page(std::string(1, c)));
    });
  }
  site.Put("/", Site::Html(Page("Start", links)));
  const CrawlReport first = Run(Options(site));
  EXPECT_TRUE(first.interrupted);
  EXPECT_GT(first.stored.added, 0U);
  EXPECT_LT(first.stored.added, 11U);
  stop_ = false;
  const CrawlReport second = Run(Options(site));
  EXPECT_TRUE(second.resumed);
  EXPECT_EQ(first.stored.added + second.stored.added, 11U);
  EXPECT_EQ(second.stored.unchanged, 0U);
  EXPECT_EQ(site.CountOf("/a"), 1U);
}

TEST_F(CrawlTest, FindsPagesInSitemapsAndFeeds) {
  Site site;
  site.Put("/robots.txt", Site::Text("Sitemap: /index.xml\n"));
  site.Put("/index.xml", Site::Text("<sitemapindex><sitemap><loc>/map.xml.gz</loc></sitemap>"
                                    "<sitemap><loc>/index.xml</loc></sitemap></sitemapindex>",
                                    "application/xml"));
  site.Put("/map.xml.gz",
           Site::Text(compress::Gzip("<urlset><url><loc>/mapped</loc></url>"
                                     "<url><loc>http://elsewhere.example/</loc></url></urlset>"),
                      "application/gzip"));
  site.Put("/", Site::Html("<link rel=alternate type='application/atom+xml' href='/feed'>" +
                           Page("Start")));
  site.Put("/feed",
           Site::Text("<feed><entry><link href='/entry'/></entry></feed>", "application/atom+xml"));
  site.Put("/mapped", Site::Html(Page("Mapped")));
  site.Put("/entry", Site::Html(Page("Entry")));
  const CrawlReport report = Run(Options(site));
  EXPECT_TRUE(Has(site, "/mapped"));
  EXPECT_TRUE(Has(site, "/entry"));
  EXPECT_FALSE(Has(site, "/feed"));
  EXPECT_EQ(report.lists, 3U);
  EXPECT_EQ(report.left_out_count, 0U);
  EXPECT_EQ(site.CountOf("/index.xml"), 1U);
}

TEST_F(CrawlTest, AsksForAHundredSitemaps) {
  Site site;
  std::string index = "<sitemapindex>";
  for (int i = 0; i < 150; ++i)
    index += "<sitemap><loc>/map" + std::to_string(i) + "</loc></sitemap>";
  site.Put("/sitemap.xml", Site::Text(index, "text/xml"));
  site.Put("/", Site::Html(Page("Start")));
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(report.stored.added, 1U);
  EXPECT_EQ(std::ranges::count_if(report.notes,
                                  [](const auto& note) { return note.contains("sitemaps"); }),
            1);
  EXPECT_LT(site.targets().size(), 105U);
}

TEST_F(CrawlTest, StoresThePageThatStandsForOthers) {
  Site site;
  site.Put("/", Site::Html(Page("Start", Link("/print?of=a") + Link("/x"))));
  site.Put("/print?of=a", Site::Html("<link rel=canonical href='/a'>" + Page("Print")));
  site.Put("/a", Site::Html("<link rel=canonical href='/a'>" + Page("A")));
  // Each names the other: one of them must be stored.
  site.Put("/x", Site::Html("<link rel=canonical href='/y'>" + Page("X")));
  site.Put("/y", Site::Html("<link rel=canonical href='/x'>" + Page("Y")));
  const CrawlReport report = Run(Options(site));
  EXPECT_EQ(Title(site.Url("/print?of=a")), "A");
  EXPECT_EQ(Title(site.Url("/x")), "Y");
  EXPECT_EQ(Title(site.Url("/y")), "Y");
  EXPECT_EQ(report.stored.aliases, 2U);
}

TEST_F(CrawlTest, AsksForNoMorePagesThanItMay) {
  Site site;
  std::string links;
  for (char c = 'a'; c < 'z'; ++c) {
    links += Link(std::string("/") + c);
    site.Put(std::string("/") + c, Site::Html(Page(std::string(1, c))));
  }
  site.Put("/", Site::Html(Page("Start", links)));
  CrawlOptions options = Options(site);
  options.max = 5;
  const CrawlReport report = Run(options);
  EXPECT_EQ(report.asked, 5U);
  EXPECT_TRUE(report.limit_reached);
  EXPECT_EQ(report.stored.added, 5U);
  options.max = 8;
  const CrawlReport more = Run(options);
  EXPECT_TRUE(more.resumed);
  EXPECT_EQ(more.asked, 3U);
}

TEST_F(CrawlTest, RefusesASeedThatIsNone) {
  CrawlOptions options;
  options.seeds = {"ftp://h/"};
  const auto report = Crawl(options, {.home = home_,
                                      .clock = &time_,
                                      .sleeper = &time_,
                                      .random = &random_,
                                      .actor = "test",
                                      .stop = nullptr,
                                      .on_progress = {},
                                      .on_note = {}});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace arborist::crawl
