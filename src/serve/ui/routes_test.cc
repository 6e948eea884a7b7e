// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/ui/routes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace arborist::serve::ui {
namespace {

using http::Method;
using http::Response;

constexpr std::array<Asset, 2> kSample = {{
    {"/", "text/html; charset=utf-8", "\"aa\"", "<p>", "packed", false},
    {"/assets/app-1.js", "text/javascript", "\"bb\"", "run()", "packed too", true},
}};

class OneExchange : public http::Exchange {
 public:
  const http::Request& request() const override { return request_; }
  void Respond(Response response) override { response_ = std::move(response); }
  void Begin(Response head) override { response_ = std::move(head); }
  bool Write(std::string) override { return false; }
  void End() override {}
  bool Abandoned() const override { return false; }
  void Continue(http::Lane, std::function<void()> work) override { work(); }

  http::Request request_;
  Response response_;
};

Response Get(const http::Router& router, std::string_view path,
             std::vector<std::pair<std::string, std::string>> headers = {}) {
  const http::Router::Match match = router.Find(Method::kGet, path);
  if (match.route == nullptr) return {.status = 404};
  const auto exchange = std::make_shared<OneExchange>();
  exchange->request_.path = path;
  exchange->request_.headers = std::move(headers);
  match.route->handler(exchange);
  return exchange->response_;
}

std::string HeaderOf(const Response& response, std::string_view name) {
  const auto it = std::ranges::find(response.headers, name, [](const auto& h) { return h.first; });
  return it == response.headers.end() ? "" : it->second;
}

class Page : public testing::Test {
 protected:
  Page() { AddRoutes(&router_, kSample); }
  http::Router router_;
};

TEST_F(Page, IsServedPlainAndPacked) {
  EXPECT_EQ(Get(router_, "/").body, "<p>");
  EXPECT_EQ(Get(router_, "/").content_type, "text/html; charset=utf-8");
  const Response packed = Get(router_, "/", {{"accept-encoding", "br, gzip;q=0.8"}});
  EXPECT_EQ(packed.body, "packed");
  EXPECT_EQ(HeaderOf(packed, "Content-Encoding"), "gzip");
  EXPECT_EQ(HeaderOf(packed, "Vary"), "Accept-Encoding");
  EXPECT_EQ(Get(router_, "/", {{"accept-encoding", "gzip;q=0"}}).body, "<p>");
}

TEST_F(Page, RunsNothingThatIsNotItsOwn) {
  EXPECT_EQ(HeaderOf(Get(router_, "/"), "Content-Security-Policy"), kContentSecurityPolicy);
}

TEST_F(Page, IsAskedForAgainAndFilesWithAHashAreNot) {
  EXPECT_EQ(HeaderOf(Get(router_, "/"), "Cache-Control"), "no-cache");
  EXPECT_EQ(HeaderOf(Get(router_, "/assets/app-1.js"), "Cache-Control"),
            "public, max-age=31536000, immutable");
}

TEST_F(Page, IsNotSentAgainWhenItIsTheSame) {
  EXPECT_EQ(Get(router_, "/", {{"if-none-match", "\"aa\""}}).status, 304);
  EXPECT_EQ(Get(router_, "/", {{"if-none-match", "\"x\", W/\"aa\""}}).status, 304);
  EXPECT_EQ(Get(router_, "/", {{"if-none-match", "\"bb\""}}).status, 200);
}

TEST_F(Page, NeedsNoToken) {
  for (const http::Route* route : router_.routes()) {
    EXPECT_EQ(route->options.scope, http::Scope::kNone) << route->pattern;
  }
}

TEST_F(Page, HasNoOtherPaths) { EXPECT_EQ(Get(router_, "/assets/other.js").status, 404); }

TEST(ProgramWithoutPage, SaysWhatToDo) {
  http::Router router;
  AddRoutes(&router, {});
  const Response response = Get(router, "/");
  EXPECT_EQ(response.status, 404);
  EXPECT_NE(response.body.find("install npm"), std::string::npos);
}

TEST(EmbeddedPage, IsWholeOrAbsent) {
  if (Assets().empty()) GTEST_SKIP() << "built without npm";
  const auto page = std::ranges::find(Assets(), "/", &Asset::path);
  ASSERT_NE(page, Assets().end());
  std::size_t packed = 0;
  for (const Asset& asset : Assets()) {
    EXPECT_TRUE(asset.gzip.starts_with("\x1f\x8b")) << asset.path;
    EXPECT_FALSE(asset.plain.empty()) << asset.path;
    EXPECT_FALSE(asset.immutable && page->plain.find(asset.path) == std::string_view::npos)
        << asset.path << " is not used by the page";
    packed += asset.gzip.size();
  }
  EXPECT_LT(packed, std::size_t{150} << 10) << "the page is to stay small";
  EXPECT_EQ(page->plain.find("<script>"), std::string_view::npos) << "its policy refuses that";
  EXPECT_EQ(page->plain.find("style="), std::string_view::npos) << "its policy refuses that";
}

}  // namespace
}  // namespace arborist::serve::ui
