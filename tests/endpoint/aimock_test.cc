// SPDX-License-Identifier: AGPL-3.0-only
// OpenAiClient against a server that others wrote. Run by with-aimock, which starts it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "llm/openai_client.h"

namespace arborist::llm {
namespace {

using namespace std::chrono_literals;

constexpr std::string_view kGreeting =
    "Grüße — a long greeting, cut into several chunks on its way. 😀";

class Aimock : public ::testing::Test {
 protected:
  Result<ChatReply> Ask(const std::string& question, bool stream,
                        const std::string& key = "sk-aimock-test") {
    const char* url = std::getenv("ARBORIST_AIMOCK_URL");
    auto client = OpenAiClient::Open(
        {.base_url = url != nullptr ? url : "", .api_key = key, .timeout = 20s, .max_retries = 1},
        clock_, sleeper_);
    if (!client) return std::unexpected(client.error());
    return client->Complete(
        {.messages = {{"user", question}}, .model = "some-model", .stream = stream});
  }

  SystemClock clock_;
  SystemSleeper sleeper_;
};

TEST_F(Aimock, AnswersWholeAndInAStream) {
  for (const bool stream : {false, true}) {
    const auto reply = Ask("a long greeting", stream);
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->text, kGreeting);
    EXPECT_EQ(reply->model, "some-model");
    EXPECT_EQ(reply->finish_reason, "stop");
    EXPECT_EQ(reply->usage.has_value(), !stream);
  }
}

TEST_F(Aimock, RefusesAWrongKey) {
  for (const bool stream : {false, true}) {
    const auto reply = Ask("a long greeting", stream, "sk-wrong");
    ASSERT_FALSE(reply);
    EXPECT_EQ(reply.error().code, ErrorCode::kPermission) << reply.error().message;
  }
}

TEST_F(Aimock, ItsRetryAfterIsHonoured) {
  const auto begin = sleeper_.Elapsed();
  const auto reply = Ask("too many", false);
  ASSERT_FALSE(reply);
  EXPECT_NE(reply.error().message.find("HTTP 429: \"slow down\""), std::string::npos)
      << reply.error().message;
  EXPECT_GE(sleeper_.Elapsed() - begin, 1s);
}

TEST_F(Aimock, AQuestionItDoesNotKnow) {
  const auto reply = Ask("something else", true);
  ASSERT_FALSE(reply);
  EXPECT_EQ(reply.error().code, ErrorCode::kNotFound) << reply.error().message;
}

}  // namespace
}  // namespace arborist::llm
