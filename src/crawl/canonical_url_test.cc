// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/canonical_url.h"

#include <gtest/gtest.h>

namespace arborist::crawl {
namespace {

std::string Canonical(std::string_view text) {
  const auto url = CanonicalUrl(text);
  return url ? url->text : "error: " + url.error().message;
}

TEST(CanonicalUrl, SpellsSchemeHostAndPortInOneWay) {
  EXPECT_EQ(Canonical("HTTP://Example.ORG:80"), "http://example.org/");
  EXPECT_EQ(Canonical("https://example.org:443/a"), "https://example.org/a");
  EXPECT_EQ(Canonical("https://example.org:80/a"), "https://example.org:80/a");
  EXPECT_EQ(Canonical("http://2130706433:8080/"), "http://127.0.0.1:8080/");
}

TEST(CanonicalUrl, ResolvesDotsAndEscapes) {
  EXPECT_EQ(Canonical("http://h/a/./b/../c/%2e%2E/d"), "http://h/a/d");
  EXPECT_EQ(Canonical("http://h/%7ejoe/%e3%83%84?q=%61%2f"), "http://h/~joe/%E3%83%84?q=a%2F");
  EXPECT_EQ(Canonical("http://h/a b/\xC3\xA4"), "http://h/a%20b/%C3%A4");
  EXPECT_EQ(Canonical("http://h/a?b#c"), "http://h/a?b");
  EXPECT_EQ(Canonical("http://h/a?"), "http://h/a");
}

TEST(CanonicalUrl, DropsWhatTracksVisitorsAndKeepsTheOrderOfTheRest) {
  EXPECT_EQ(Canonical("http://h/?b=2&utm_source=x&a=1&GCLID=7&fbclid=z"), "http://h/?b=2&a=1");
  EXPECT_EQ(Canonical("http://h/?utm_campaign=x"), "http://h/");
  EXPECT_EQ(Canonical("http://h/p;jsessionid=0A1B/q;v=1;JSESSIONID=2"), "http://h/p/q;v=1");
  EXPECT_EQ(Canonical("http://h/?PHPSESSID=1&x"), "http://h/?x");
  EXPECT_EQ(Canonical("http://h/?sid=03fd9a1c03fd9a1c"), "http://h/");
  EXPECT_EQ(Canonical("http://h/?sid=17"), "http://h/?sid=17");
}

TEST(CanonicalUrl, IsAFixedPoint) {
  for (const auto* text : {"http://H/%41?x=%e4&&y", "http://h//a//?a=b?c", "http://h/%25%32",
                           "http://h/;/;a?&", "http://h/a;jsessionid=1;jsessionid=2?utm_=1&&sid"}) {
    const std::string once = Canonical(text);
    EXPECT_EQ(Canonical(once), once) << text;
  }
}

TEST(CanonicalUrl, RefusesWhatIsTooLongOrNoPage) {
  EXPECT_EQ(CanonicalUrl("http://h/" + std::string(2100, 'a')).error().code,
            ErrorCode::kLimitExceeded);
  EXPECT_EQ(CanonicalUrl("http://h/" + std::string(100000, 'a')).error().code,
            ErrorCode::kLimitExceeded);
  EXPECT_TRUE(CanonicalUrl("http://h/" + std::string(2000, 'a')));
  for (const auto* text :
       {"mailto:a@b", "javascript:alert(1)", "file:///etc/passwd", "/a", "", "http://user:pass@h/"})
    EXPECT_FALSE(CanonicalUrl(text)) << text;
}

TEST(CanonicalUrl, ReadsReferencesWhereTheyStand) {
  const net::Url base = *CanonicalUrl("http://h/a/b?c");
  const auto at = [&](std::string_view reference) {
    const auto url = CanonicalUrl(base, reference);
    return url ? url->text : "error";
  };
  EXPECT_EQ(at("../d#e"), "http://h/d");
  EXPECT_EQ(at(" //K/x "), "http://k/x");
  EXPECT_EQ(at("?q"), "http://h/a/b?q");
  EXPECT_EQ(at("https://h:443/"), "https://h/");
  EXPECT_EQ(at("data:text/html,x"), "error");
}

TEST(HostOf, IsOneForBothSchemesOfAHost) {
  EXPECT_EQ(HostOf(*CanonicalUrl("http://H/")), "h");
  EXPECT_EQ(HostOf(*CanonicalUrl("https://h/")), "h");
  EXPECT_EQ(HostOf(*CanonicalUrl("http://h:8080/")), "h:8080");
  EXPECT_EQ(HostOf(*CanonicalUrl("http://[::1]:80/")), "[::1]");
}

TEST(TargetOf, IsPathAndQuery) {
  EXPECT_EQ(TargetOf(*CanonicalUrl("http://h/a?b=c")), "/a?b=c");
  EXPECT_EQ(TargetOf(*CanonicalUrl("http://h")), "/");
}

}  // namespace
}  // namespace arborist::crawl
