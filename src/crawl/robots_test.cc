// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/robots.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

// The cases of Google's suite are read by tests/conformance/robots_test.cc; here is one of each
// kind.
namespace arborist::crawl {
namespace {

using std::chrono::milliseconds;

bool Allows(std::string_view text, std::string_view target, std::string_view agent = "FooBot") {
  return Robots::Parse(text, agent).Allows(target);
}

TEST(Robots, AllowsAllWithoutRules) {
  EXPECT_TRUE(Allows("", "/"));
  EXPECT_TRUE(Allows("foo: FooBot\nbar: /\n", "/x/y"));
  EXPECT_TRUE(Allows("user-agent: FooBot\ndisallow: \n", "/x"));
  EXPECT_TRUE(Allows("disallow: /\n", "/x"));  // in no group
}

TEST(Robots, TakesWhiteSpaceForAColonBetweenTwoWords) {
  EXPECT_FALSE(Allows("user-agent FooBot\ndisallow /\n", "/x/y"));
  EXPECT_TRUE(Allows("user-agent FooBot\ndisallow / now\n", "/x/y"));
}

TEST(Robots, JoinsTheGroupsOfAnAgent) {
  constexpr std::string_view kText =
      "user-agent: FooBot\ndisallow: /a\n\nuser-agent: BarBot\ndisallow: /b\n\n"
      "user-agent: BazBot\n\nuser-agent: FooBot\ndisallow: /c\n";
  EXPECT_FALSE(Allows(kText, "/a"));
  EXPECT_TRUE(Allows(kText, "/b"));
  EXPECT_FALSE(Allows(kText, "/c"));
  EXPECT_FALSE(Allows(kText, "/c", "BazBot"));
}

TEST(Robots, KeepsAGroupOpenOverOtherLines) {
  constexpr std::string_view kText =
      "User-agent: FooBot\nSitemap: https://foo.bar/sitemap\nUser-agent: *\nDisallow: /\n";
  EXPECT_FALSE(Allows(kText, "/"));
  EXPECT_FALSE(Allows(kText, "/", "BarBot"));
}

TEST(Robots, PrefersTheGroupOfTheAgentToThatOfAll) {
  constexpr std::string_view kText =
      "User-agent: *\nDisallow: /\nUser-agent: foobot/1.2 (hello)\nDisallow: /y\n";
  EXPECT_TRUE(Allows(kText, "/x"));
  EXPECT_FALSE(Allows(kText, "/y"));
  EXPECT_FALSE(Allows(kText, "/x", "Foo"));
}

TEST(Robots, LetsTheLongestPatternDecideAndAllowInATie) {
  EXPECT_TRUE(Allows("user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n", "/x/page.html"));
  EXPECT_FALSE(Allows("user-agent: FooBot\nallow: /x/page.html\ndisallow: /x/\n", "/x/"));
  EXPECT_TRUE(Allows("user-agent: FooBot\ndisallow: /\nallow: /\n", "/x"));
  EXPECT_FALSE(Allows("user-agent: FooBot\nallow: /page\ndisallow: /*.html\n", "/page.html"));
}

TEST(Robots, KnowsStarsAndTheEnd) {
  constexpr std::string_view kText = "user-agent: FooBot\ndisallow: /\nallow: /*.php$\n";
  EXPECT_TRUE(Allows(kText, "/folder/a.php.b.php"));
  EXPECT_FALSE(Allows(kText, "/a.php?x"));
  EXPECT_FALSE(Allows(kText, "/a.php5"));
  EXPECT_TRUE(Allows("user-agent: FooBot\nallow: /$\ndisallow: /\n", "/"));
  EXPECT_TRUE(Allows("user-agent: FooBot\nallow: /a$b\ndisallow: /\n", "/a$bc"));
  EXPECT_FALSE(Allows("user-agent: FooBot\ndisallow: /*ab*ab$\n", "/xabab"));
  EXPECT_TRUE(Allows("user-agent: FooBot\ndisallow: /*ab*ab$\n", "/xab"));
}

TEST(Robots, ComparesEscapesAsTheyAreWrittenInUrls) {
  EXPECT_FALSE(Allows("user-agent: FooBot\ndisallow: /ツ\n", "/%E3%83%84"));
  EXPECT_FALSE(Allows("user-agent: FooBot\ndisallow: /%e3%83%84\n", "/%E3%83%84"));
  EXPECT_FALSE(Allows("user-agent: FooBot\ndisallow: /%7Ejoe/\n", "/~joe/"));
  EXPECT_FALSE(
      Allows("user-agent: FooBot\ndisallow: /\nallow: /foo/bar/%62%61%7A\n", "/foo/bar/baz"));
}

TEST(Robots, TakesAnIndexPageForItsFolder) {
  constexpr std::string_view kText = "user-agent: *\nallow: /a/index.html\ndisallow: /\n";
  EXPECT_TRUE(Allows(kText, "/a/"));
  EXPECT_TRUE(Allows(kText, "/a/index.html"));
  EXPECT_FALSE(Allows(kText, "/a/index.htm"));
  EXPECT_FALSE(Allows(kText, "/a/b"));
}

TEST(Robots, ReadsBehindAByteOrderMarkAndAnyLineEnd) {
  EXPECT_FALSE(Allows("\xEF\xBB\xBFUser-agent: foobot\rdisallow: /a\r\n", "/a"));
  EXPECT_FALSE(Allows("\xEF\xBBuser-agent: foobot\ndisallow: /a\n", "/a"));
  EXPECT_TRUE(Allows("\xEF\xBF\xBBuser-agent: foobot\ndisallow: /a\n", "/a"));
}

TEST(Robots, ReadsSoMuchOfALineAndOfAFile) {
  const std::string text = "user-agent: FooBot\ndisallow: /" + std::string(20000, 'x') + "\n";
  EXPECT_FALSE(Allows(text, "/" + std::string(17000, 'x')));  // the pattern was cut off before
  EXPECT_TRUE(Allows(text, "/" + std::string(16000, 'x')));
  const std::string filler(kMaxRobotsBytes, '#');
  EXPECT_TRUE(Allows("user-agent: FooBot\n" + filler + "\ndisallow: /\n", "/x"));
}

TEST(Robots, ReadsCrawlDelayAndSitemaps) {
  const Robots robots = Robots::Parse(
      "Sitemap: https://foo.bar/a.xml\nuser-agent: *\ncrawl-delay: 7\n"
      "user-agent: FooBot\nCrawl-Delay: 2.5\ncrawl-delay: 9\nallow: /\nsitemap:/b.xml\n",
      "FooBot");
  EXPECT_EQ(robots.crawl_delay(), milliseconds(2500));
  EXPECT_EQ(robots.sitemaps(), (std::vector<std::string>{"https://foo.bar/a.xml", "/b.xml"}));
  const auto delay = [](std::string_view value) {
    return Robots::Parse("user-agent: *\ncrawl-delay: " + std::string(value) + "\n", "FooBot")
        .crawl_delay();
  };
  EXPECT_EQ(delay("99999999999999999999"), std::chrono::hours(24));
  EXPECT_EQ(delay("0.0005"), milliseconds(0));
  EXPECT_EQ(delay("-1"), std::nullopt);
  EXPECT_EQ(delay("soon"), std::nullopt);
}

TEST(Robots, DeniesAllWhereItCannotBeHad) {
  EXPECT_FALSE(Robots::DenyAll().Allows("/"));
  EXPECT_FALSE(Robots::DenyAll().Allows(""));
}

TEST(Robots, TakesOnePassPerHostilePattern) {
  // A matcher that goes back at each star would not end.
  std::string text = "user-agent: *\n";
  std::string stars = "disallow: /";
  for (int i = 0; i < 4000; ++i) stars += "*a";
  while (text.size() < kMaxRobotsBytes / 2) text += stars + "b\n";
  while (text.size() + 16 < kMaxRobotsBytes) text += "disallow:*ab$\n";
  const Robots robots = Robots::Parse(text, "FooBot");
  const std::string target = "/" + std::string(8000, 'a');
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_TRUE(robots.Allows(target));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

}  // namespace
}  // namespace arborist::crawl
