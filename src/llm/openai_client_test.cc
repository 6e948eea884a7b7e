// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/openai_client.h"

#include <gtest/gtest.h>

#include "json/value.h"
#include "llm/endpoint_test.h"

namespace arborist::llm {
namespace {

using namespace std::chrono_literals;
using Sleeps = std::vector<std::chrono::milliseconds>;

net::ScriptedReply Busy(int status, std::string retry_after) {
  return {.status = status, .headers = {{"Retry-After", std::move(retry_after)}}};
}

TEST(OpenAiClient, AsksAndAnswers) {
  Endpoint endpoint({Answer("It did.")});
  const auto reply = endpoint.Ask();
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(*reply, (ChatReply{.text = "It did.", .model = "m", .finish_reason = "stop"}));
  const net::SeenRequest seen = endpoint.server.requests().at(0);
  EXPECT_EQ(seen.method, "POST");
  EXPECT_EQ(seen.target, "/v1/chat/completions");
  EXPECT_EQ(seen.Header("authorization"), "Bearer " + kKey);
  EXPECT_EQ(seen.Header("content-type"), "application/json");
  const auto body = json::Parse(seen.body);
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ(body->String("model"), "asked");
  EXPECT_EQ(body->Bool("stream"), false);
}

TEST(OpenAiClient, AsksAndIsAnsweredInAStream) {
  for (const std::size_t piece : {0U, 1U, 7U}) {
    for (const bool chunked : {false, true}) {
      Endpoint endpoint({{.headers = {{"Content-Type", "text/event-stream"}},
                          .body = StreamBody(),
                          .piece_bytes = piece,
                          .chunked = chunked}});
      const auto reply = endpoint.Ask(true);
      ASSERT_TRUE(reply) << reply.error().message;
      EXPECT_EQ(*reply, (ChatReply{.text = "Yes.", .model = "m", .finish_reason = "stop"}));
      EXPECT_EQ(json::Parse(endpoint.server.requests().at(0).body)->Bool("stream"), true);
    }
  }
}

TEST(OpenAiClient, ReportsTheModelThatAnswered) {
  Endpoint endpoint({{.body = AnswerBody("Yes.", "another-model")}});
  EXPECT_EQ(endpoint.Ask()->model, "another-model");
}

TEST(OpenAiClient, LeavesAStreamAtItsDone) {
  // The server goes on for ever; nobody waits for that.
  Endpoint endpoint({{.body = StreamBody(), .forever = true}});
  EXPECT_EQ(endpoint.Ask(true)->text, "Yes.");
}

TEST(OpenAiClient, FindsTheEndpointUnderItsBaseUrl) {
  FixedClock clock;
  RecordingSleeper sleeper;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "/v1/chat/completions"},
      {"/", "/v1/chat/completions"},
      {"/v1", "/v1/chat/completions"},
      {"/v1/", "/v1/chat/completions"},
      {"/api/openai", "/api/openai/chat/completions"},
  };
  for (const auto& [path, target] : cases) {
    const net::ScriptedServer server({Answer("x")});
    auto client = OpenAiClient::Open({.base_url = server.origin() + path}, clock, sleeper);
    ASSERT_TRUE(client) << client.error().message;
    ASSERT_TRUE(client->Complete({.messages = {{"user", "x"}}, .model = "m"}));
    EXPECT_EQ(server.requests().at(0).target, target);
    EXPECT_EQ(server.requests().at(0).Header("authorization"), "");
  }
}

TEST(OpenAiClient, RefusesASetupThatCannotWork) {
  FixedClock clock;
  RecordingSleeper sleeper;
  for (const OpenAiOptions& options :
       {OpenAiOptions{}, OpenAiOptions{.base_url = "host:80"}, OpenAiOptions{.base_url = "ftp://h"},
        OpenAiOptions{.base_url = "http://h/v1?x=y"}, OpenAiOptions{.base_url = "http://h/v1#x"},
        OpenAiOptions{.base_url = "http://me:pw@h/v1"},
        OpenAiOptions{.base_url = "http://h", .timeout = 0ms},
        OpenAiOptions{.base_url = "http://h", .max_retries = -1}})
    EXPECT_FALSE(OpenAiClient::Open(options, clock, sleeper)) << options.base_url;
}

TEST(OpenAiClient, NamesTheEndpointThatIsNoneButNoPasswordInIt) {
  FixedClock clock;
  RecordingSleeper sleeper;
  const auto message = [&](const std::string& url) {
    const auto client = OpenAiClient::Open({.base_url = url}, clock, sleeper);
    return client ? std::string("accepted") : client.error().message;
  };
  EXPECT_TRUE(message("notaurl").starts_with("endpoint \"notaurl\": ")) << message("notaurl");
  EXPECT_TRUE(message("ftp://h").starts_with("endpoint \"ftp://h\": "));
  for (const char* secret : {"http://me:hidden@h/v1", "me:hidden@h", "http://h/v1?key=hidden"}) {
    EXPECT_TRUE(message(secret).starts_with("endpoint: ")) << message(secret);
    EXPECT_FALSE(message(secret).contains("hidden")) << message(secret);
  }
}

TEST(OpenAiClient, RefusesAKeyWithALineEndWithoutShowingIt) {
  FixedClock clock;
  RecordingSleeper sleeper;
  for (const auto* key : {"sk-secret\n", "sk secret",
                          "sk-s\xC3\xA9"
                          "cret"}) {
    const auto client =
        OpenAiClient::Open({.base_url = "http://h", .api_key = key}, clock, sleeper);
    ASSERT_FALSE(client);
    EXPECT_EQ(client.error().message.find("sk"), std::string::npos);
  }
}

TEST(OpenAiClient, SendsNothingThatItWouldNotStandBy) {
  FixedClock clock;
  RecordingSleeper sleeper;
  const net::ScriptedServer server({});
  auto client = OpenAiClient::Open({.base_url = server.origin()}, clock, sleeper);
  const auto reply = client->Complete(
      {.messages = {{"user", "x"}}, .model = "m", .extra_body = {{"model", "other"}}});
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(server.requests().empty());
}

TEST(Retries, WaitLongerEachTime) {
  Endpoint endpoint({Status(502), Status(503), Status(504), Answer("At last.")});
  const auto reply = endpoint.Ask();
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "At last.");
  EXPECT_EQ(reply->attempts, 4);
  EXPECT_EQ(endpoint.sleeper.sleeps, (Sleeps{500ms, 1s, 2s}));
}

TEST(Retries, WorkForStreamsToo) {
  Endpoint endpoint({Status(502, "data: {\"choices\":[]}\n\n"), {.body = StreamBody()}});
  const auto reply = endpoint.Ask(true);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Yes.");
  EXPECT_EQ(reply->attempts, 2);
}

TEST(Retries, SendTheSameRequestAgain) {
  Endpoint endpoint({Status(503), Answer("Yes.")});
  ASSERT_TRUE(endpoint.Ask());
  const auto seen = endpoint.server.requests();
  EXPECT_EQ(seen.at(0).body, seen.at(1).body);
}

TEST(Retries, EndAfterThree) {
  Endpoint endpoint(Script(9, Status(502, "upstream died")));
  const Error error = endpoint.Failure();
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_TRUE(Says(error, "HTTP 502: \"upstream died\""));
  EXPECT_TRUE(Says(error, "after 4 attempts"));
  EXPECT_EQ(endpoint.server.requests().size(), 4U);
}

TEST(Retries, WaitAsLongAsTheEndpointAsks) {
  Endpoint endpoint({Busy(429, "7"), Busy(503, "Sun, 06 Nov 1994 08:49:47 GMT"),
                     Busy(429, "nonsense"), Answer("Yes.")});
  ASSERT_TRUE(endpoint.Ask());
  EXPECT_EQ(endpoint.sleeper.sleeps, (Sleeps{7s, 10s, 2s}));
}

TEST(Retries, DoNotWaitForEver) {
  Endpoint endpoint({Busy(429, "86400"), Answer("Too late.")});
  const Error error = endpoint.Failure();
  EXPECT_EQ(error.code, ErrorCode::kEnvironment);
  EXPECT_TRUE(Says(error, "asks to wait 86400 s, and we wait 60 s at most"));
  EXPECT_TRUE(endpoint.sleeper.sleeps.empty());
}

TEST(Retries, StayWithinTheTimeForAllOfThem) {
  Endpoint endpoint(Script(9, Busy(503, "50")), {.max_retries = 8, .total_timeout = 120s});
  EXPECT_TRUE(Says(endpoint.Failure(), "no answer within 120 s, after 3 attempts"));
  EXPECT_EQ(endpoint.server.requests().size(), 3U);
}

TEST(Retries, AreNotForOtherFailures) {
  for (const int status : {400, 401, 404, 418, 500, 501}) {
    Endpoint endpoint({Status(status), Answer("never")});
    endpoint.Failure();
    EXPECT_EQ(endpoint.server.requests().size(), 1U) << status;
  }
  // An answer that makes no sense is an answer: the model is not asked again.
  Endpoint endpoint({Answer(""), Answer("never")});
  endpoint.Failure();
  EXPECT_EQ(endpoint.server.requests().size(), 1U);
}

TEST(Retries, EndWhenTheUserStops) {
  std::atomic<bool> stop = false;
  Endpoint endpoint(Script(4, Busy(503, "5")), {.stop = &stop});
  endpoint.sleeper.on_sleep = [&] { stop = true; };
  EXPECT_EQ(endpoint.Failure().code, ErrorCode::kCancelled);
  EXPECT_EQ(endpoint.server.requests().size(), 1U);
}

TEST(SystemSleeper, SleepsAndWakesAtAStop) {
  SystemSleeper sleeper;
  const auto begin = sleeper.Elapsed();
  EXPECT_TRUE(sleeper.Sleep(20ms, nullptr));
  EXPECT_GE(sleeper.Elapsed() - begin, 20ms);
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(sleeper.Sleep(1h, &stop));
}

}  // namespace
}  // namespace arborist::llm
