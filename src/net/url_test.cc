// SPDX-License-Identifier: AGPL-3.0-only
#include "net/url.h"

#include <gtest/gtest.h>

namespace arborist::net {
namespace {

std::string OriginOf(std::string_view text) {
  const auto url = ParseUrl(text);
  return url ? url->origin : "error: " + url.error().message;
}

TEST(Url, AnOriginHasAHostInLowerCaseAndAPort) {
  EXPECT_EQ(OriginOf("https://Example.ORG/v1"), "https://example.org:443");
  EXPECT_EQ(OriginOf("http://example.org"), "http://example.org:80");
  EXPECT_EQ(OriginOf("HTTP://127.0.0.1:8080/x?y#z"), "http://127.0.0.1:8080");
  EXPECT_EQ(OriginOf("http://[::1]:8080/"), "http://[::1]:8080");
}

TEST(Url, SpellingsOfOneAddressAreOneOrigin) {
  EXPECT_EQ(OriginOf("http://2130706433/"), "http://127.0.0.1:80");
  EXPECT_EQ(OriginOf("http://0x7f.1/"), "http://127.0.0.1:80");
}

TEST(Url, HasPathAndQueryButNoFragment) {
  const auto url = ParseUrl("http://h/a/b?c=d#e");
  ASSERT_TRUE(url) << url.error().message;
  EXPECT_EQ(url->path, "/a/b");
  EXPECT_EQ(url->query, "c=d");
  EXPECT_EQ(url->text, "http://h/a/b?c=d");
  EXPECT_FALSE(url->secure);
  EXPECT_EQ(ParseUrl("http://h")->path, "/");
}

TEST(Url, OnlyHttpAndHttps) {
  for (const auto* text :
       {"file:///etc/passwd", "ftp://h/", "gopher://h/", "ws://h/", "mailto:a@b"})
    EXPECT_FALSE(ParseUrl(text)) << text;
  EXPECT_EQ(ParseUrl("ftp://h/").error().code, ErrorCode::kUnsupported);
}

TEST(Url, RefusesCredentials) {
  for (const auto* text : {"http://user@h/", "http://user:secret@h/", "http://:secret@h/"}) {
    const auto url = ParseUrl(text);
    ASSERT_FALSE(url) << text;
    EXPECT_EQ(url.error().message.find("secret"), std::string::npos);
  }
}

TEST(Url, RefusesWhatIsNone) {
  for (const auto* text : {"", "h", "//h/", "http://", "http://h:99999/", "http://a b/",
                           "http://h/\r\nX: y", "http://h/\x7f"})
    EXPECT_FALSE(ParseUrl(text)) << text;
  EXPECT_EQ(ParseUrl("http://h/" + std::string(9000, 'a')).error().code, ErrorCode::kLimitExceeded);
}

TEST(Redirect, IsResolvedAgainstWhereItWasFound) {
  const Url from = *ParseUrl("https://h/v1/chat?x=1");
  const auto to = [&](std::string_view location) {
    const auto url = ResolveRedirect(from, location);
    return url ? url->text : "error: " + url.error().message;
  };
  EXPECT_EQ(to("/v2"), "https://h/v2");
  EXPECT_EQ(to("done"), "https://h/v1/done");
  EXPECT_EQ(to("//other/x"), "https://other/x");
  EXPECT_EQ(to("http://other:81/x"), "http://other:81/x");
  EXPECT_EQ(ResolveRedirect(from, "file:///etc/passwd").error().code, ErrorCode::kUnsupported);
  EXPECT_FALSE(ResolveRedirect(from, "http://user@other/"));
}

}  // namespace
}  // namespace arborist::net
