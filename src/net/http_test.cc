// SPDX-License-Identifier: AGPL-3.0-only
#include "net/http.h"

#include <gtest/gtest.h>

#include <thread>

#include "net/scripted_server.h"

namespace arborist::net {
namespace {

using namespace std::chrono_literals;
using Script = std::vector<ScriptedReply>;

Request To(const std::string& url) {
  Request request;
  request.url = *ParseUrl(url);
  request.headers = {{"X-Plain", "seen"}, {"Authorization", "Bearer k3y", true}};
  request.body = "question";
  return request;
}

ScriptedReply RedirectTo(std::string location, int status = 307) {
  ScriptedReply reply;
  reply.status = status;
  reply.headers = {{"Location", std::move(location)}};
  return reply;
}

ScriptedReply Answer(std::string body) {
  ScriptedReply reply;
  reply.body = std::move(body);
  return reply;
}

// The message of an error that must be there.
Error FailureOf(const Request& request, const Limits& limits = {}) {
  const auto response = Send(request, limits);
  EXPECT_FALSE(response) << "status " << response->status << ": " << response->body;
  return response ? Error{} : response.error();
}

bool Says(const Error& error, std::string_view text) {
  EXPECT_NE(error.message.find(text), std::string::npos) << error.message;
  return error.message.contains(text);
}

TEST(Http, PostsABodyAndReadsTheAnswer) {
  const ScriptedServer server(
      Script{{.status = 201, .headers = {{"X-Name", " v "}}, .body = "answer"}});
  const auto response = Send(To(server.origin() + "/path?q=1"));
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 201);
  EXPECT_EQ(response->body, "answer");
  EXPECT_EQ(*response->Find("x-name"), "v");
  EXPECT_EQ(response->Find("x-other"), nullptr);
  const SeenRequest seen = server.requests().at(0);
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.target, "/path?q=1");
  EXPECT_EQ(seen.body, "question");
  EXPECT_EQ(seen.Header("x-plain"), "seen");
  EXPECT_EQ(seen.Header("authorization"), "Bearer k3y");
}

TEST(Http, WithoutABodyItGets) {
  const ScriptedServer server({Answer("page")});
  Request request = To(server.origin());
  request.body.reset();
  EXPECT_EQ(Send(request)->body, "page");
  EXPECT_EQ(server.requests().at(0).method, "GET");
}

TEST(Http, ALongBodyArrivesWhole) {
  const ScriptedServer server({Answer("ok")});
  Request request = To(server.origin());
  request.body = std::string(3 << 20, 'q');
  ASSERT_TRUE(Send(request));
  EXPECT_EQ(server.requests().at(0).body.size(), request.body->size());
}

TEST(Http, AnAnswerInDripsIsWhole) {
  for (const bool chunked : {false, true}) {
    ScriptedReply reply = Answer("byte by byte");
    reply.piece_bytes = 1;
    reply.piece_pause = 1ms;
    reply.chunked = chunked;
    const ScriptedServer server({reply});
    EXPECT_EQ(Send(To(server.origin()))->body, "byte by byte");
  }
}

TEST(Http, AnyStatusIsAResponseAndErrorPagesAreCut) {
  const ScriptedServer server(Script{{.status = 500, .body = std::string(1 << 20, 'e')}});
  const auto response = Send(To(server.origin()));
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 500);
  EXPECT_EQ(response->body.size(), kMaxErrorBytes);
}

TEST(Http, ABodyCanBeTakenInPiecesAndLeftEarly) {
  ScriptedReply reply = Answer("0123456789");
  reply.forever = true;
  const ScriptedServer server({reply});
  Request request = To(server.origin());
  std::string taken;
  request.on_body = [&](std::string_view piece) -> Result<bool> {
    taken += piece;
    return taken.size() < 1000;
  };
  const auto response = Send(request);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_TRUE(response->body.empty());
  EXPECT_GE(taken.size(), 1000U);
}

TEST(Http, AnErrorOfTheTakerIsTheResult) {
  const ScriptedServer server({Answer("x")});
  Request request = To(server.origin());
  request.on_body = [](std::string_view) -> Result<bool> {
    return Fail(ErrorCode::kInvalidData, "not this");
  };
  EXPECT_TRUE(Says(FailureOf(request), "not this"));
}

TEST(Http, AnErrorPageDoesNotReachTheTaker) {
  const ScriptedServer server(Script{{.status = 404, .body = "no such page"}});
  Request request = To(server.origin());
  request.on_body = [](std::string_view) -> Result<bool> {
    return Fail(ErrorCode::kInvalidData, "not this");
  };
  EXPECT_EQ(Send(request)->body, "no such page");
}

TEST(HttpLimits, AnEndlessBodyIsStopped) {
  ScriptedReply reply = Answer(std::string(4096, 'x'));
  reply.forever = true;
  const ScriptedServer server({reply});
  const Error error = FailureOf(To(server.origin()), {.max_body_bytes = 100'000});
  EXPECT_EQ(error.code, ErrorCode::kLimitExceeded);
  EXPECT_TRUE(Says(error, "longer than 100000 bytes"));
}

TEST(HttpLimits, HugeHeadersAreStopped) {
  ScriptedReply reply = Answer("x");
  reply.filler_header_bytes = 90'000;
  const ScriptedServer server({reply});
  const Error error = FailureOf(To(server.origin()));
  EXPECT_EQ(error.code, ErrorCode::kLimitExceeded);
  EXPECT_TRUE(Says(error, "headers"));
}

TEST(HttpLimits, ManyInterimResponsesAreStopped) {
  std::string raw;
  for (int i = 0; i < 10'000; ++i) raw += "HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n";
  ScriptedReply reply;
  reply.raw = raw + "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  const ScriptedServer server({reply});
  EXPECT_EQ(FailureOf(To(server.origin())).code, ErrorCode::kLimitExceeded);
}

TEST(HttpLimits, AStalledServerIsGivenUp) {
  ScriptedReply reply;
  reply.stall_forever = true;
  const ScriptedServer server({reply});
  const Error error = FailureOf(To(server.origin()), {.timeout = 100ms});
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_TRUE(Says(error, "within 100 ms"));
}

TEST(HttpLimits, ADripThatNeverEndsIsGivenUp) {
  ScriptedReply reply = Answer("x");
  reply.forever = true;
  reply.piece_pause = 5ms;
  const ScriptedServer server({reply});
  EXPECT_TRUE(Says(FailureOf(To(server.origin()), {.timeout = 150ms}), "within 150 ms"));
}

TEST(HttpFailures, AnEndpointThatIsNotThere) {
  std::string origin;
  {
    const ScriptedServer gone({});
    origin = gone.origin();
  }
  const Error error = FailureOf(To(origin));
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_TRUE(Says(error, origin + ": cannot be reached"));
}

TEST(HttpFailures, AnAnswerThatIsCutOff) {
  for (const bool chunked : {false, true}) {
    ScriptedReply reply = Answer("an answer");
    reply.cut_after = 4;
    reply.chunked = chunked;
    const ScriptedServer server({reply});
    const Error error = FailureOf(To(server.origin()));
    EXPECT_EQ(error.code, ErrorCode::kEnvironment);
    EXPECT_TRUE(Says(error, "cut off"));
  }
}

TEST(HttpFailures, AConnectionThatSaysNothingOrNonsense) {
  for (const auto* raw : {"", "SSH-2.0-OpenSSH_9.2\r\n", "HTTP/1.1"}) {
    ScriptedReply reply;
    reply.raw = raw;
    const ScriptedServer server({reply});
    EXPECT_EQ(FailureOf(To(server.origin())).code, ErrorCode::kEnvironment) << raw;
  }
}

TEST(HttpFailures, AHeaderCannotSmuggleAnother) {
  const ScriptedServer server({});
  Request request = To(server.origin());
  request.headers.push_back({"X-Evil", "a\r\nX-Other: b", true});
  const Error error = FailureOf(request);
  EXPECT_EQ(error.code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(error.message.find("X-Other"), std::string::npos);
  EXPECT_TRUE(server.requests().empty());
}

TEST(HttpStop, EndsAStalledTransfer) {
  ScriptedReply reply;
  reply.stall_forever = true;
  const ScriptedServer server({reply});
  std::atomic<bool> stop = false;
  Request request = To(server.origin());
  request.stop = &stop;
  const std::jthread presses_ctrl_c([&] {
    while (server.requests().empty()) std::this_thread::sleep_for(1ms);
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(FailureOf(request).code, ErrorCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);  // the timeout is 60 s
}

TEST(HttpStop, NothingIsSentWhenItIsSetAlready) {
  const ScriptedServer server({});
  const std::atomic<bool> stop = true;
  Request request = To(server.origin());
  request.stop = &stop;
  EXPECT_EQ(FailureOf(request).code, ErrorCode::kCancelled);
  EXPECT_TRUE(server.requests().empty());
}

TEST(HttpRedirect, InsideTheOriginTakesBodyAndSecretsAlong) {
  const ScriptedServer server({RedirectTo("/v2", 308), Answer("moved")});
  EXPECT_EQ(Send(To(server.origin() + "/v1"))->body, "moved");
  const SeenRequest seen = server.requests().at(1);
  EXPECT_EQ(seen.target, "/v2");
  EXPECT_EQ(seen.body, "question");
  EXPECT_EQ(seen.Header("authorization"), "Bearer k3y");
}

TEST(HttpRedirect, ToAnotherOriginIsRefusedUnlessAskedFor) {
  const ScriptedServer other({Answer("stolen")});
  const ScriptedServer server({RedirectTo(other.origin() + "/v1")});
  const Error error = FailureOf(To(server.origin()), {.allow_private_redirects = true});
  EXPECT_EQ(error.code, ErrorCode::kPermission);
  EXPECT_TRUE(Says(error, "another origin, " + other.origin()));
  EXPECT_TRUE(other.requests().empty());
}

TEST(HttpRedirect, ToAnotherOriginLeavesTheSecretsBehind) {
  const ScriptedServer other({Answer("elsewhere")});
  const ScriptedServer server({RedirectTo(other.origin() + "/v1")});
  const auto response = Send(To(server.origin()),
                             {.redirects = Redirects::kAnyOrigin, .allow_private_redirects = true});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, "elsewhere");
  EXPECT_EQ(other.requests().at(0).Header("x-plain"), "seen");
  EXPECT_EQ(other.requests().at(0).Header("authorization"), "");
}

TEST(HttpRedirect, ToALoopbackAddressIsRefusedBeforeItIsConnected) {
  const ScriptedServer other({Answer("inside")});
  const std::string port = std::to_string(other.port());
  // The name too: what counts is the address that it turns out to have.
  for (const std::string& host : {std::string("127.0.0.1"), std::string("localhost")}) {
    const ScriptedServer server({RedirectTo("http://" + host + ":" + port + "/")});
    const Error error = FailureOf(To(server.origin()), {.redirects = Redirects::kAnyOrigin});
    EXPECT_EQ(error.code, ErrorCode::kPermission) << error.message;
    EXPECT_TRUE(Says(error, "private address"));
  }
  EXPECT_TRUE(other.requests().empty());
}

TEST(HttpRedirect, ThatWouldDropTheBodyIsRefused) {
  for (const int status : {301, 302, 303}) {
    const ScriptedServer server({RedirectTo("/v2", status), Answer("never")});
    EXPECT_TRUE(Says(FailureOf(To(server.origin())), "GET"));
    EXPECT_EQ(server.requests().size(), 1U);
  }
}

TEST(HttpRedirect, OfAGetIsFollowed) {
  const ScriptedServer server({RedirectTo("/v2", 302), Answer("moved")});
  Request request = To(server.origin());
  request.body.reset();
  EXPECT_EQ(Send(request)->body, "moved");
}

TEST(HttpRedirect, InCirclesIsGivenUp) {
  const ScriptedServer server(Script(10, RedirectTo("/again")));
  EXPECT_EQ(FailureOf(To(server.origin())).code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(server.requests().size(), 6U);
}

TEST(HttpRedirect, ToAnotherSchemeIsRefused) {
  const ScriptedServer server({RedirectTo("file:///etc/passwd")});
  EXPECT_TRUE(Says(FailureOf(To(server.origin()), {.redirects = Redirects::kAnyOrigin}), "file"));
}

TEST(HttpRedirect, WithoutALocationIsAResponse) {
  const ScriptedServer server(Script{{.status = 307}});
  EXPECT_EQ(Send(To(server.origin()))->status, 307);
}

TEST(HttpProxy, TheEnvironmentIsNotAsked) {
  const ScriptedServer proxy({Answer("from a proxy")});
  const ScriptedServer server({Answer("direct")});
  ASSERT_EQ(::setenv("http_proxy", proxy.origin().c_str(), 1), 0);
  const auto response = Send(To(server.origin()));
  ::unsetenv("http_proxy");
  EXPECT_EQ(response->body, "direct");
}

TEST(Reach, AStrangersOriginMustBePublic) {
  const ScriptedServer server(Script{});
  const Error error = FailureOf(To(server.origin()), {.reach = Reach::kPublicOnly});
  EXPECT_EQ(error.code, ErrorCode::kPermission);
  EXPECT_TRUE(Says(error, "private address"));
  EXPECT_FALSE(error.message.contains("redirect"));
  EXPECT_TRUE(server.requests().empty());
}

TEST(Redirect, IsReturnedWhereTheCallerFollowsIt) {
  const ScriptedServer server(Script{RedirectTo("http://10.0.0.1/", 301)});
  const auto response = Send(To(server.origin()), {.redirects = Redirects::kNotFollowed});
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 301);
  EXPECT_EQ(*response->Find("location"), "http://10.0.0.1/");
}

TEST(Body, IsNotReadWhereTheHeadersSayEnough) {
  ScriptedReply endless = Answer(std::string(1000, 'x'));
  endless.headers = {{"Content-Type", "video/mp4"}};
  endless.forever = true;
  const ScriptedServer server(Script{endless, Answer("text")});
  Request request = To(server.origin());
  request.wants_body = [](const Response& head) { return head.Find("content-type") == nullptr; };
  const auto refused = Send(request);
  ASSERT_TRUE(refused) << refused.error().message;
  EXPECT_EQ(refused->status, 200);
  EXPECT_EQ(refused->body, "");
  const auto wanted = Send(request);
  ASSERT_TRUE(wanted) << wanted.error().message;
  EXPECT_EQ(wanted->body, "text");
}

}  // namespace
}  // namespace arborist::net
