// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/access.h"

#include <gtest/gtest.h>

namespace arborist::serve::http {
namespace {

class AccessTest : public testing::Test {
 protected:
  AccessTest() {
    options_.host_names = {"arborist.example"};
    options_.allowed_origins = {"https://friend.example"};
    options_.limits.failed_tokens_per_address = 3;
    options_.limits.failed_tokens = 5;
    options_.check_token = [](std::string_view token) -> Result<Caller> {
      if (token != "right") return Fail(ErrorCode::kUnauthenticated, "no such token");
      Caller caller;
      caller.token_id = "t1";
      caller.scopes.Add(Scope::kWrite);
      return caller;
    };
    made_ = std::make_unique<Access>(options_);
  }
  int Names(std::string_view host, std::vector<std::pair<std::string, std::string>> headers = {},
            Method method = Method::kGet) {
    Request request;
    request.method = method;
    request.headers = std::move(headers);
    const auto refusal = made_->CheckNames(request, host);
    return refusal ? refusal->status : 0;
  }
  // The status for a route of that scope.
  int Come(const Peer& peer, std::vector<std::pair<std::string, std::string>> headers,
           Scope scope = Scope::kRead) {
    Request request;
    request.headers = std::move(headers);
    if (const auto refusal = made_->Identify(peer, &request)) return refusal->status;
    const auto refusal = Access::Allow(request.caller, scope);
    return refusal ? refusal->status : 0;
  }
  const Peer here_{"127.0.0.1", PeerKind::kLoopback}, away_{"10.0.0.7"},
      proxy_{"127.0.0.1", PeerKind::kTrustedProxy}, owner_{"unix:1000", PeerKind::kUnixOwner},
      other_{"unix:1001", PeerKind::kUnixOther};
  ServerOptions options_;
  std::unique_ptr<Access> made_;
};

TEST_F(AccessTest, HostMustBeAnAddressLocalhostOrConfigured) {
  for (const char* host :
       {"127.0.0.1:8420", "localhost", "LOCALHOST:1", "[::1]:80", "10.1.2.3", "[0:0:0:0:0:0:0:1]",
        "[::ffff:127.0.0.1]:8420", "arborist.example:443", "Arborist.Example"}) {
    EXPECT_EQ(Names(host), 0) << host;
  }
  for (const char* host : {"evil.example",
                           "127.0.0.1.evil.example",
                           "localhost.evil.example",
                           "",
                           "localhost:80:80",
                           "localhost:x",
                           "user@localhost",
                           "[::1",
                           "a b",
                           "localhost.",
                           "127.0.0.1.",
                           "0x7f000001",
                           "2130706433",
                           "127.1",
                           "0177.0.0.1",
                           "::1",
                           "[::1]evil.example",
                           "[::1].evil.example",
                           "[evil.example]",
                           "user:1@127.0.0.1",
                           "127.0.0.1@evil.example",
                           "127.0.0.1:80@evil.example",
                           "localhost:123456",
                           "localhost:-1",
                           "arborist.example.",
                           "arborist.example.evil.example",
                           "%6cocalhost",
                           "localhost%00.evil.example",
                           "localhost,evil.example"}) {
    EXPECT_EQ(Names(host), 421) << host;
  }
}

TEST_F(AccessTest, PagesOfOthersAreTurnedAway) {
  EXPECT_EQ(Names("localhost:80", {{"origin", "http://localhost:80"}}), 0);
  EXPECT_EQ(Names("localhost:80", {{"origin", "https://friend.example"}}), 0);
  for (const char* origin : {"http://evil.example", "null", "http://localhost:81", "file://",
                             "https://friend.example.evil.example", ""}) {
    EXPECT_EQ(Names("localhost:80", {{"origin", origin}}), 403) << origin;
  }
  EXPECT_EQ(Names("localhost", {{"sec-fetch-site", "cross-site"}}), 403);
  EXPECT_EQ(Names("localhost", {{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "navigate"}}),
            0);
  EXPECT_EQ(Names("localhost", {{"sec-fetch-site", "cross-site"}, {"sec-fetch-mode", "navigate"}},
                  Method::kPost),
            403);
  EXPECT_EQ(Names("localhost", {{"sec-fetch-site", "same-origin"}}, Method::kPost), 0);
}

TEST_F(AccessTest, LoopbackReadsAndAsksWithoutAToken) {
  EXPECT_EQ(Come(here_, {}, Scope::kRead), 0);
  EXPECT_EQ(Come(here_, {}, Scope::kAsk), 0);
  EXPECT_EQ(Come(here_, {}, Scope::kWrite), 401);
  EXPECT_EQ(Come(away_, {}, Scope::kRead), 401);
  EXPECT_EQ(Come(away_, {}, Scope::kNone), 0);
}

TEST_F(AccessTest, BehindAProxyNobodyIsLocal) {
  for (const char* header :
       {"forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-anything", "x-forwarded",
        "x-real-ip", "x-client-ip", "client-ip", "true-client-ip", "cf-connecting-ip",
        "x-original-forwarded-for", "x-cluster-client-ip", "via"}) {
    EXPECT_EQ(Come(here_, {{header, "127.0.0.1"}}), 401) << header;
  }
}

TEST_F(AccessTest, ATokenCountsForWhatItHas) {
  EXPECT_EQ(Come(away_, {{"authorization", "Bearer right"}}, Scope::kWrite), 0);
  EXPECT_EQ(Come(away_, {{"authorization", "bearer right"}}, Scope::kWrite), 0);
  EXPECT_EQ(Come(away_, {{"authorization", "Bearer right"}}, Scope::kRead), 403);
  EXPECT_EQ(Come(here_, {{"authorization", "Bearer right"}}, Scope::kRead), 403)
      << "a token is not stronger where none is needed";
}

TEST_F(AccessTest, AWrongTokenIsRefusedEvenWhereNoneIsNeeded) {
  EXPECT_EQ(Come(here_, {{"authorization", "Bearer wrong"}}), 401);
  EXPECT_EQ(Come(here_, {{"authorization", "Basic right"}}), 401);
}

TEST_F(AccessTest, WrongTokensAreCountedByAddress) {
  for (int i = 0; i < 3; ++i) EXPECT_EQ(Come(away_, {{"authorization", "Bearer wrong"}}), 401);
  EXPECT_EQ(Come(away_, {{"authorization", "Bearer wrong"}}), 429);
  EXPECT_EQ(Come({"10.0.0.8"}, {{"authorization", "Bearer wrong"}}), 401);
}

TEST_F(AccessTest, ARightTokenIsNeverLockedOut) {
  for (int i = 0; i < 10; ++i) Come(away_, {{"authorization", "Bearer wrong"}});
  EXPECT_EQ(Come(away_, {{"authorization", "Bearer wrong"}}), 429);
  EXPECT_EQ(Come(away_, {{"authorization", "Bearer right"}}, Scope::kWrite), 0);
  EXPECT_EQ(Come({"10.0.0.8"}, {{"authorization", "Bearer right"}}, Scope::kWrite), 0)
      << "nor when all addresses together sent too many wrong ones";
}

TEST_F(AccessTest, BehindANamedProxyWrongTokensCountForTheClient) {
  const auto forwarded = [](const char* client, const char* token) {
    return std::vector<std::pair<std::string, std::string>>{{"x-forwarded-for", client},
                                                            {"authorization", token}};
  };
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(Come(proxy_, forwarded("203.0.113.9", "Bearer wrong")), 401);
  }
  EXPECT_EQ(Come(proxy_, forwarded("203.0.113.9", "Bearer wrong")), 429);
  EXPECT_EQ(Come(proxy_, forwarded("198.51.100.1", "Bearer wrong")), 401);
}

TEST_F(AccessTest, WhoIsNoNamedProxyCannotSpeakForOthers) {
  for (const Peer& peer : {here_, away_}) {
    Request request;
    request.headers = {{"x-forwarded-for", "203.0.113.9"}};
    EXPECT_EQ(made_->ClientOf(peer, request), peer.address);
  }
}

TEST_F(AccessTest, ANamedProxyNeedsATokenWhateverItSends) {
  EXPECT_EQ(Come(proxy_, {}), 401) << "a proxy that adds no header";
  EXPECT_EQ(Come(proxy_, {{"x-forwarded-for", "127.0.0.1"}}), 401);
}

TEST_F(AccessTest, ByTheUnixSocketTheOwnerIsLocalAndOthersNeedAToken) {
  EXPECT_EQ(Come(owner_, {}, Scope::kRead), 0);
  EXPECT_EQ(Come(owner_, {}, Scope::kAsk), 0);
  EXPECT_EQ(Come(owner_, {}, Scope::kWrite), 401);
  EXPECT_EQ(Come(owner_, {{"x-forwarded-for", "203.0.113.9"}}), 401) << "a proxy of the same user";
  EXPECT_EQ(Come(other_, {}), 401);
  EXPECT_EQ(Come(other_, {{"authorization", "Bearer right"}}, Scope::kWrite), 0);
}

TEST_F(AccessTest, TokensCanBeDemandedOnThisMachineToo) {
  options_.require_token = true;
  for (const Peer& peer : {here_, owner_}) {
    EXPECT_EQ(Come(peer, {}, Scope::kRead), 401);
    EXPECT_EQ(Come(peer, {}, Scope::kAsk), 401);
    EXPECT_EQ(Come(peer, {}, Scope::kNone), 0);
    EXPECT_EQ(Come(peer, {{"authorization", "Bearer right"}}, Scope::kWrite), 0);
  }
}

TEST_F(AccessTest, AnIpv6NetworkCountsAsOneAddress) {
  for (int i = 0; i < 3; ++i) {
    Come({"2001:db8::" + std::to_string(i + 1)}, {{"authorization", "Bearer wrong"}});
  }
  EXPECT_EQ(Come({"2001:db8::99"}, {{"authorization", "Bearer wrong"}}), 429);
  EXPECT_EQ(Come({"2001:db8:1::1"}, {{"authorization", "Bearer wrong"}}), 401);
}

TEST(FailureLimit, ForgetsAfterAMinute) {
  FailureLimit limit(1, 100);
  const FailureLimit::Time start = std::chrono::steady_clock::now();
  limit.Failed("a", start);
  EXPECT_TRUE(limit.Exceeded("a", start + std::chrono::seconds(59)));
  EXPECT_FALSE(limit.Exceeded("a", start + std::chrono::seconds(61)));
}

}  // namespace
}  // namespace arborist::serve::http
