// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/target.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST(Target, IsDecodedOnce) {
  const auto target = ParseTarget("/a%20b/%2525?q=caf%C3%A9+au+lait&x=%26&empty&=v");
  ASSERT_TRUE(target) << target.error().message;
  EXPECT_EQ(target->path, "/a b/%25");
  EXPECT_EQ(target->query,
            (Pairs{{"q", "caf\xC3\xA9 au lait"}, {"x", "&"}, {"empty", ""}, {"", "v"}}));
}

TEST(Target, MayBeAbsolute) {
  const auto target = ParseTarget("http://127.0.0.1:8420/health?a=1");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->authority, "127.0.0.1:8420");
  EXPECT_EQ(target->path, "/health");
  EXPECT_EQ(ParseTarget("http://host")->path, "/");
}

TEST(Target, RefusesWhatOthersReadDifferently) {
  for (const char* raw :
       {"",        "*",          "host:80",   "a",      "//a",       "/a//b",   "/.",
        "/..",     "/a/../b",    "/%2e%2e/b", "/a/%2E", "/a%2fb",    "/a%5Cb",  "/a\\b",
        "/%00",    "/%0a",       "/%",        "/%1",    "/%zz",      "/a#b",    "/%ff",
        "/%c0%af", "/%ed%a0%80", "/?q=%ff",   "/?q=%",  "/?a=1&a=2", "/?%0a=1", "http:///a"}) {
    EXPECT_FALSE(ParseTarget(raw)) << raw;
  }
}

}  // namespace
}  // namespace arborist::serve::http
