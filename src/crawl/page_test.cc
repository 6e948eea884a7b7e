// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/page.h"

#include <gtest/gtest.h>

#include "compress/encoders_test.h"
#include "crawl/canonical_url.h"

namespace arborist::crawl {
namespace {

Page Read(std::string body, std::string type = "text/html", Directives directives = {}) {
  Fetched response{.outcome = FetchOutcome::kBody, .body = std::move(body)};
  response.type.name = std::move(type);
  response.directives = directives;
  return ReadPage(response, *CanonicalUrl("http://h/a/b"), {});
}
std::vector<std::string> TextsOf(const std::vector<net::Url>& urls) {
  std::vector<std::string> texts;
  for (const net::Url& url : urls) texts.push_back(url.text);
  return texts;
}
using Texts = std::vector<std::string>;

TEST(Page, OfHtmlHasLinksAndIsStored) {
  const Page page = Read("<p>x<a href=c?utm_source=y>c</a><a href=/d#e>d</a><a href=mailto:x>");
  ASSERT_NE(page.format, nullptr);
  EXPECT_EQ(page.format->name, "html");
  EXPECT_EQ(TextsOf(page.links), (Texts{"http://h/a/c", "http://h/d"}));
  EXPECT_FALSE(page.canonical);
}

TEST(Page, CountsLinksThatAreTooLong) {
  const Page page = Read("<a href='/" + std::string(3000, 'x') + "'>a</a><a href=/b>b</a>");
  EXPECT_EQ(page.too_long, 1U);
  EXPECT_EQ(TextsOf(page.links), (Texts{"http://h/b"}));
}

TEST(Page, MayAskNotToBeStoredOrFollowed) {
  const std::string link = "<p>x<a href=c>c</a>";
  const Page no_index = Read("<meta name=robots content=noindex>" + link);
  EXPECT_EQ(no_index.format, nullptr);
  EXPECT_TRUE(no_index.left_out.contains("noindex"));
  EXPECT_EQ(no_index.links.size(), 1U);
  const Page no_follow = Read(link, "text/html", {.no_follow = true});
  EXPECT_NE(no_follow.format, nullptr);
  EXPECT_EQ(no_follow.links.size(), 0U);
  EXPECT_EQ(Read("x", "text/plain", {.no_index = true}).format, nullptr);
}

TEST(Page, MayHaveAnotherOfItsOriginThatStandsForIt) {
  const auto canonical = [](const std::string& href) {
    const Page page = Read("<link rel=canonical href='" + href + "'><p>x");
    return page.canonical ? page.canonical->text : "none";
  };
  EXPECT_EQ(canonical("/c"), "http://h/c");
  EXPECT_EQ(canonical("/a/b#x"), "none");
  EXPECT_EQ(canonical("https://h/c"), "none");
  EXPECT_EQ(canonical("http://other/c"), "none");
  EXPECT_EQ(canonical("/"), "none");
}

TEST(Page, ThatScriptsWriteIsNamed) {
  EXPECT_TRUE(Read("<p>Loading<script></script><script></script><script></script><script></script>")
                  .note.contains("browser"));
  EXPECT_EQ(Read("<p>Short").note, "");
}

TEST(Page, OfXmlIsAListOfLinksOrNothing) {
  const Page feed = Read("<rss><item><link>http://k/x</link></item></rss>", "application/xml");
  EXPECT_EQ(feed.format, nullptr);
  EXPECT_EQ(feed.left_out, "");
  EXPECT_EQ(TextsOf(feed.links), (Texts{"http://k/x"}));
  EXPECT_TRUE(Read("<x>y</x>", "text/xml").left_out.contains("neither a feed"));
  EXPECT_NE(Read("<!doctype html><p>x", "text/xml").format, nullptr);
}

TEST(Page, WithoutATypeIsWhatItHolds) {
  EXPECT_EQ(Read("<!doctype html><p>x", "").format->name, "html");
  EXPECT_EQ(Read("just words", "").format->name, "text");
  EXPECT_EQ(Read("\x89PNG\r\n\x1a\n____________", "").format, nullptr);
  EXPECT_EQ(Read("", "").left_out, "it is empty");
}

TEST(Sitemap, IsReadCompressedOrNot) {
  const std::string xml = "<urlset><url><loc>/x</loc></url><url><loc>/x#y</loc></url></urlset>";
  const auto read = [](std::string body, std::size_t most = 1000) {
    Fetched response{.outcome = FetchOutcome::kBody, .body = std::move(body)};
    return ReadSitemap(response, *CanonicalUrl("http://h/s"), most);
  };
  EXPECT_EQ(TextsOf(read(xml).links), (Texts{"http://h/x"}));
  EXPECT_EQ(TextsOf(read(compress::Gzip(xml)).links), (Texts{"http://h/x"}));
  EXPECT_EQ(TextsOf(read("<sitemapindex><sitemap><loc>b</loc></sitemap>").sitemaps),
            (Texts{"http://h/b"}));
  EXPECT_TRUE(read(compress::Gzip(std::string(5000, ' '))).left_out.contains("larger than"));
  EXPECT_EQ(read("<p>").left_out, "no sitemap");
}

}  // namespace
}  // namespace arborist::crawl
