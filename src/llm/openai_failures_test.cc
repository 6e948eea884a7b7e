// SPDX-License-Identifier: AGPL-3.0-only
// Endpoints that break, lie or lead elsewhere.
#include <gtest/gtest.h>

#include <thread>

#include "llm/endpoint_test.h"
#include "llm/openai_client.h"

namespace arborist::llm {
namespace {

using namespace std::chrono_literals;

TEST(EndpointFailure, NobodyIsThere) {
  std::string origin;
  {
    const net::ScriptedServer gone({});
    origin = gone.origin();
  }
  FixedClock clock;
  RecordingSleeper sleeper;
  auto client = OpenAiClient::Open({.base_url = origin}, clock, sleeper);
  const auto reply = client->Complete({.messages = {{"user", "x"}}, .model = "m"});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kEnvironment);
  EXPECT_TRUE(Says(reply.error(), origin + ": cannot be reached"));
  EXPECT_TRUE(sleeper.sleeps.empty());
}

TEST(EndpointFailure, EachStatusSaysWhatToDo) {
  const auto fails = [](int status, ErrorCode code, std::string_view text) {
    Endpoint endpoint({Status(status, R"({"error":{"message":"key )" + kKey + R"( is off"}})")});
    const Error error = endpoint.Failure();
    EXPECT_EQ(error.code, code) << status;
    EXPECT_TRUE(Says(error, "key [key] is off"));
    return Says(error, text);
  };
  EXPECT_TRUE(fails(400, ErrorCode::kInvalidArgument, "extra_body"));
  EXPECT_TRUE(fails(401, ErrorCode::kPermission, "ARBORIST_API_KEY"));
  EXPECT_TRUE(fails(403, ErrorCode::kPermission, "ARBORIST_API_KEY"));
  EXPECT_TRUE(fails(404, ErrorCode::kNotFound, "the model's name"));
  EXPECT_TRUE(fails(422, ErrorCode::kInvalidArgument, "extra_body"));
  EXPECT_TRUE(fails(500, ErrorCode::kEnvironment, "failed"));
}

TEST(EndpointFailure, APromptThatIsTooLongForTheModelSaysHowToShortenIt) {
  Endpoint endpoint(
      {Status(400, R"({"error":{"message":"the request exceeds the available context size"}})")});
  EXPECT_TRUE(Says(endpoint.Failure(), "--max-context-chars"));
}

TEST(EndpointFailure, AStallIsGivenUp) {
  for (const bool stream : {false, true}) {
    Endpoint endpoint({{.stall_forever = true}}, {.timeout = 100ms});
    const Error error = endpoint.Failure(stream);
    EXPECT_EQ(error.code, ErrorCode::kEnvironment);
    EXPECT_TRUE(Says(error, "within 100 ms"));
  }
}

TEST(EndpointFailure, AStreamThatOnlyPingsIsGivenUp) {
  Endpoint endpoint({{.body = ": ping\n\n", .piece_pause = 5ms, .forever = true}},
                    {.timeout = 150ms});
  EXPECT_TRUE(Says(endpoint.Failure(true), "within 150 ms"));
}

TEST(EndpointFailure, AStreamWithoutEndIsStoppedByItsSize) {
  const std::string chunk = "data: {\"choices\":[{\"delta\":{\"content\":\"on and on \"}}]}\n\n";
  Endpoint endpoint({{.body = chunk, .forever = true}}, {.max_reply_bytes = 100'000});
  const Error error = endpoint.Failure(true);
  EXPECT_EQ(error.code, ErrorCode::kLimitExceeded);
  EXPECT_TRUE(Says(error, "longer than 100000 bytes"));
}

TEST(EndpointFailure, ABodyThatIsTooBig) {
  Endpoint endpoint({{.body = AnswerBody(std::string(200'000, 'x'))}},
                    {.max_reply_bytes = 100'000});
  EXPECT_EQ(endpoint.Failure().code, ErrorCode::kLimitExceeded);
}

TEST(EndpointFailure, HeadersThatAreTooBig) {
  Endpoint endpoint({{.body = AnswerBody("x"), .filler_header_bytes = 80'000}});
  EXPECT_EQ(endpoint.Failure().code, ErrorCode::kLimitExceeded);
}

TEST(EndpointFailure, AReplyThatIsCutOff) {
  Endpoint whole({{.body = AnswerBody("An answer."), .cut_after = 30}});
  EXPECT_TRUE(Says(whole.Failure(), "cut off"));
  for (const bool chunked : {false, true}) {
    Endpoint stream({{.body = StreamBody(), .chunked = chunked, .cut_after = 100}});
    const Error error = stream.Failure(true);
    EXPECT_EQ(error.code, ErrorCode::kEnvironment);
    EXPECT_TRUE(Says(error, "cut off"));
  }
}

TEST(EndpointFailure, AStreamThatEndsInGoodOrderButTooEarly) {
  const std::string body = StreamBody();
  Endpoint endpoint({{.body = body.substr(0, body.find(": still")), .chunked = true}});
  EXPECT_TRUE(Says(endpoint.Failure(true), "cut off after 2 bytes of the answer"));
}

TEST(EndpointFailure, AReplyThatIsNoJson) {
  Endpoint endpoint({{.body = "<html>key " + kKey + "</html>"}});
  const Error error = endpoint.Failure();
  EXPECT_EQ(error.code, ErrorCode::kInvalidData);
  EXPECT_TRUE(Says(error, endpoint.server.origin() + ": the reply is not JSON"));
  EXPECT_TRUE(Says(error, "<html>key [key]</html>"));
}

TEST(EndpointFailure, AWholeReplyWhereAStreamWasAskedFor) {
  Endpoint endpoint({Answer("Yes.")});
  EXPECT_TRUE(Says(endpoint.Failure(true), "does the endpoint know \"stream\"?"));
}

TEST(EndpointFailure, AStopEndsAStalledAnswer) {
  std::atomic<bool> stop = false;
  Endpoint endpoint({{.stall_forever = true}}, {.stop = &stop});
  const std::jthread presses_ctrl_c([&] {
    while (endpoint.server.requests().empty()) std::this_thread::sleep_for(1ms);
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(endpoint.Failure().code, ErrorCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

TEST(EndpointFailure, ARequestThatNobodyWaitsForEndsByItself) {
  std::atomic<bool> stop = false;
  Endpoint endpoint(Script{{.stall_forever = true}});
  const std::jthread goes_away([&] {
    while (endpoint.server.requests().empty()) std::this_thread::sleep_for(1ms);
    stop = true;
  });
  const auto begin = std::chrono::steady_clock::now();
  const auto reply = endpoint.Ask(false, &stop);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kCancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
}

net::ScriptedReply RedirectTo(std::string location) {
  return {.status = 307, .headers = {{"Location", std::move(location)}}};
}

TEST(EndpointRedirect, ToAnotherOriginGetsNeitherKeyNorQuestion) {
  const net::ScriptedServer other({Answer("stolen")});
  Endpoint endpoint({RedirectTo(other.origin() + "/v1/chat/completions")});
  const Error error = endpoint.Failure();
  EXPECT_EQ(error.code, ErrorCode::kPermission);
  EXPECT_TRUE(Says(error, "another origin"));
  EXPECT_TRUE(other.requests().empty());
}

TEST(EndpointRedirect, ThatTheUserAllowsStillGetsNoKey) {
  const net::ScriptedServer other({Answer("Yes.")});
  Endpoint endpoint({RedirectTo(other.origin() + "/v1/chat/completions")},
                    {.redirects = net::Redirects::kAnyOrigin, .allow_private_redirects = true});
  const auto reply = endpoint.Ask();
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Yes.");
  const net::SeenRequest seen = other.requests().at(0);
  for (const auto& [name, value] : seen.headers)
    EXPECT_EQ(value.find(kKey), std::string::npos) << name;
}

TEST(EndpointRedirect, ToAPrivateAddressIsRefused) {
  const net::ScriptedServer other({Answer("inside")});
  Endpoint endpoint({RedirectTo("http://localhost:" + std::to_string(other.port()) + "/")},
                    {.redirects = net::Redirects::kAnyOrigin});
  const Error error = endpoint.Failure();
  EXPECT_EQ(error.code, ErrorCode::kPermission);
  EXPECT_TRUE(Says(error, "private address"));
  EXPECT_TRUE(other.requests().empty());
}

TEST(EndpointRedirect, InsideTheOriginIsFollowedWithTheKey) {
  Endpoint endpoint({RedirectTo("/v2/chat/completions"), Answer("Yes.")});
  EXPECT_EQ(endpoint.Ask()->text, "Yes.");
  EXPECT_EQ(endpoint.server.requests().at(1).Header("authorization"), "Bearer " + kKey);
}

}  // namespace
}  // namespace arborist::llm
