// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "llm/openai_client.h"
#include "net/scripted_server.h"

// What the tests of OpenAiClient share.
namespace arborist::llm {

using Script = std::vector<net::ScriptedReply>;

inline const std::string kKey = "sk-test-0123456789";

class FixedClock final : public Clock {
 public:
  std::int64_t NowSeconds() const override { return 784111777; }  // Sun, 06 Nov 1994 08:49:37 GMT
};

// Time that passes only by sleeping.
class RecordingSleeper final : public Sleeper {
 public:
  std::chrono::milliseconds Elapsed() const override { return now_; }
  bool Sleep(std::chrono::milliseconds duration, const std::atomic<bool>* stop) override {
    now_ += duration;
    sleeps.push_back(duration);
    if (on_sleep) on_sleep();
    return stop == nullptr || !*stop;
  }
  std::vector<std::chrono::milliseconds> sleeps;
  std::function<void()> on_sleep;

 private:
  std::chrono::milliseconds now_{1000};
};

inline std::string AnswerBody(const std::string& text, const std::string& model = "m") {
  return R"({"model":")" + model + R"(","choices":[{"index":0,"message":{"content":")" + text +
         R"("},"finish_reason":"stop"}]})";
}

inline net::ScriptedReply Answer(const std::string& text) { return {.body = AnswerBody(text)}; }

inline net::ScriptedReply Status(int status, std::string body = {}) {
  return {.status = status, .body = std::move(body)};
}

inline std::string StreamBody() {
  return "data: "
         "{\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Ye\"}}]}\r\n\r\n"
         ": still here\n\n"
         "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"s.\"},"
         "\"finish_reason\":\"stop\"}]}\n\n"
         "data: [DONE]\n\n";
}

// A client of one server, with time that passes only by sleeping.
class Endpoint {
 public:
  explicit Endpoint(Script script, OpenAiOptions options = {}) : server(std::move(script)) {
    options.base_url = server.origin() + "/v1";
    options.api_key = kKey;
    options_ = std::move(options);
  }

  Result<ChatReply> Ask(bool stream = false, const std::atomic<bool>* stop = nullptr) {
    auto client = OpenAiClient::Open(options_, clock_, sleeper);
    if (!client) return std::unexpected(client.error());
    return client->Complete(
        {.messages = {{"user", "Did it?"}}, .model = "asked", .stream = stream, .stop = stop});
  }

  // The error that must come, which must not hold the key.
  Error Failure(bool stream = false) {
    const auto reply = Ask(stream);
    EXPECT_FALSE(reply) << reply->text;
    if (reply) return {};
    EXPECT_EQ(reply.error().message.find(kKey), std::string::npos) << reply.error().message;
    return reply.error();
  }

  net::ScriptedServer server;
  RecordingSleeper sleeper;

 private:
  FixedClock clock_;
  OpenAiOptions options_;
};

inline bool Says(const Error& error, std::string_view text) {
  EXPECT_NE(error.message.find(text), std::string::npos) << error.message;
  return error.message.contains(text);
}

}  // namespace arborist::llm
