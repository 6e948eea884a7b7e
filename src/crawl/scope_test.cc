// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/scope.h"

#include <gtest/gtest.h>

namespace arborist::crawl {
namespace {

net::Url Url(const std::string& text) { return *net::ParseUrl(text); }

TEST(Scope, HoldsTheHostsOfSeedsAndThoseThatAreNamed) {
  const std::vector<net::Url> seeds = {Url("https://a.org/x")};
  const std::vector<std::string> allowed = {"B.org", ".c.org"};
  const Scope scope(seeds, allowed);
  for (const auto* inside :
       {"http://a.org/", "https://b.org/y", "http://c.org/", "http://x.c.org/"})
    EXPECT_TRUE(scope.Holds(Url(inside))) << inside;
  for (const auto* outside :
       {"http://x.a.org/", "http://a.org:8080/", "http://xc.org/", "http://a.org.evil.com/"})
    EXPECT_FALSE(scope.Holds(Url(outside))) << outside;
}

TEST(Scope, FollowsASeedToItsTwinOnly) {
  const std::vector<net::Url> seeds = {Url("https://a.org/")};
  Scope scope(seeds, {});
  scope.FollowSeed(seeds[0], Url("https://evil.com/"));
  EXPECT_FALSE(scope.Holds(Url("https://evil.com/")));
  scope.FollowSeed(seeds[0], Url("https://www.a.org/"));
  EXPECT_TRUE(scope.Holds(Url("https://www.a.org/b")));
}

TEST(Seed, IsHttpsWhereItDoesNotSay) {
  EXPECT_EQ(ReadSeed("Example.org/a")->text, "https://example.org/a");
  EXPECT_EQ(ReadSeed("http://h")->text, "http://h/");
  EXPECT_FALSE(ReadSeed("ftp://h/"));
  EXPECT_FALSE(ReadSeed(""));
}

}  // namespace
}  // namespace arborist::crawl
