// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/link_list.h"

#include <gtest/gtest.h>

#include <chrono>

namespace arborist::crawl {
namespace {

std::vector<std::string> UrlsOf(std::string_view xml) {
  const auto list = ReadLinkList(xml);
  return list ? list->urls : std::vector<std::string>{"none"};
}
using Urls = std::vector<std::string>;

TEST(LinkList, ReadsASitemap) {
  const auto list = ReadLinkList(
      "<?xml version='1.0'?>\n<!-- <urlset> --><urlset xmlns='x' xmlns:image='i'>"
      "<url><loc> https://h/a?b=1&amp;c=2 </loc><lastmod>2026-11-01T10:00:00Z</lastmod>"
      "<image:image><image:loc>https://h/p.png</image:loc></image:image></url>"
      "<url><loc><![CDATA[https://h/b?x&y]]></loc></url><url></url></urlset>");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->kind, LinkList::Kind::kSitemap);
  EXPECT_EQ(list->urls, (Urls{"https://h/a?b=1&c=2", "https://h/b?x&y"}));
}

TEST(LinkList, ReadsAnIndexOfSitemaps) {
  const auto list = ReadLinkList(
      "<sitemapindex><sitemap><loc>http://h/1.xml.gz</loc></sitemap>"
      "<sitemap><loc>http://h/2.xml</loc></sitemap></sitemapindex>");
  ASSERT_TRUE(list);
  EXPECT_EQ(list->kind, LinkList::Kind::kSitemapIndex);
  EXPECT_EQ(list->urls.size(), 2U);
}

TEST(LinkList, ReadsFeeds) {
  EXPECT_EQ(UrlsOf("<rss><channel><link>http://h/</link><atom:link href='http://h/feed'/>"
                   "<item><title>A</title><link>http://h/a&#38;b</link>"
                   "<atom:link rel='self' href='http://h/no'/></item>"
                   "<item><guid>http://h/g</guid></item></channel></rss>"),
            (Urls{"http://h/a&b"}));
  EXPECT_EQ(UrlsOf("<feed><link href='http://h/'/><entry><link rel='replies' href='/r'/>"
                   "<link rel=\"alternate\" type='text/html' href=\"/e?x=1&#x26;y\"/></entry>"
                   "<entry><link href='/f'/></entry></feed>"),
            (Urls{"/e?x=1&y", "/f"}));
  EXPECT_EQ(
      UrlsOf("<rdf:RDF><channel/><item rdf:about='x'><link>http://h/i</link></item></rdf:RDF>"),
      (Urls{"http://h/i"}));
}

TEST(LinkList, IsNothingElse) {
  EXPECT_EQ(UrlsOf("<html><body><url><loc>x</loc></url></body></html>"), (Urls{"none"}));
  EXPECT_EQ(UrlsOf("<!DOCTYPE html><p>urlset"), (Urls{"none"}));
  EXPECT_EQ(UrlsOf(""), (Urls{"none"}));
  EXPECT_EQ(UrlsOf("plain text"), (Urls{"none"}));
}

TEST(LinkList, KeepsWhatStandsBeforeACut) {
  EXPECT_EQ(UrlsOf("<urlset><url><loc>http://h/a</loc></url><url><loc>http://h/b"),
            (Urls{"http://h/a", "http://h/b"}));
  EXPECT_EQ(UrlsOf("<urlset><url><loc>http://h/a</loc></url><url><lo"), (Urls{"http://h/a"}));
  EXPECT_EQ(UrlsOf("<urlset><url><loc>http://h/a&nope;&#xD800;&#0;&</loc></url>"),
            (Urls{"http://h/a&nope;&#xD800;&#0;&"}));
}

TEST(LinkList, FollowsNoDeclarationsOfTheFile) {
  EXPECT_EQ(UrlsOf("<!DOCTYPE x [<!ENTITY a 'http://h/a'>]><urlset><url><loc>&a;</loc></url>"
                   "</urlset>"),
            (Urls{"&a;"}));
}

TEST(LinkList, HoldsEntriesApartThatAreNotClosed) {
  EXPECT_EQ(UrlsOf("<urlset><url><loc>/a</loc><url><loc>/b</loc></url></urlset>"),
            (Urls{"/a", "/b"}));
}

TEST(LinkList, EndsInTimeWhateverItHolds) {
  std::string entries = "<urlset>";
  for (std::size_t i = 0; i < kMaxEntries + 10; ++i) entries += "<url><loc>/x</loc></url>";
  EXPECT_EQ(ReadLinkList(entries)->urls.size(), kMaxEntries);
  const auto begin = std::chrono::steady_clock::now();
  std::string text = "<urlset><url><loc>";
  for (int i = 0; i < 200000; ++i) text += "&#x;&<![CDATA[x";
  for (int i = 0; i < 200000; ++i) text += "<!--<?<x a='";
  (void)ReadLinkList(text);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace arborist::crawl
