// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/router.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

class Routes : public testing::Test {
 protected:
  Routes() {
    for (const char* pattern :
         {"/a", "/a/{id}", "/a/{id}/text", "/a/special", "/files/{path...}"}) {
      router_.Add(Method::kGet, pattern, {}, [](const ExchangePtr&) {});
    }
    router_.Add(Method::kPost, "/a", {}, [](const ExchangePtr&) {});
  }
  std::string PatternOf(Method method, std::string_view path) const {
    const Router::Match match = router_.Find(method, path);
    return match.route == nullptr ? "" : match.route->pattern;
  }
  Router router_;
};

TEST_F(Routes, AreFoundBySegments) {
  EXPECT_EQ(PatternOf(Method::kGet, "/a"), "/a");
  EXPECT_EQ(PatternOf(Method::kGet, "/a/7"), "/a/{id}");
  EXPECT_EQ(router_.Find(Method::kGet, "/a/7/text").params.at("id"), "7");
  EXPECT_EQ(PatternOf(Method::kGet, "/a/special"), "/a/special");
  EXPECT_EQ(PatternOf(Method::kGet, "/a/special/text"), "/a/{id}/text");
  EXPECT_EQ(PatternOf(Method::kGet, "/b"), "");
  EXPECT_EQ(PatternOf(Method::kGet, "/a/"), "");
  EXPECT_EQ(PatternOf(Method::kGet, "/"), "");
}

TEST_F(Routes, TakeTheRestOfAPath) {
  EXPECT_EQ(router_.Find(Method::kGet, "/files/x/y.js").params.at("path"), "x/y.js");
  EXPECT_EQ(router_.Find(Method::kGet, "/files").params.at("path"), "");
}

TEST_F(Routes, AnswerHeadAsGet) { EXPECT_EQ(PatternOf(Method::kHead, "/a"), "/a"); }

TEST_F(Routes, NameTheMethodsOfAPath) {
  const Router::Match match = router_.Find(Method::kDelete, "/a");
  EXPECT_EQ(match.route, nullptr);
  EXPECT_EQ(match.allowed, (std::vector<Method>{Method::kGet, Method::kPost}));
}

}  // namespace
}  // namespace arborist::serve::http
