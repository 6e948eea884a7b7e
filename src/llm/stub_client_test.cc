// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/stub_client.h"

#include <gtest/gtest.h>

namespace arborist::llm {
namespace {

const ChatRequest kRequest{.messages = {{"user", "Who?"}}, .model = "m"};

TEST(StubClient, SaysThatItIsOne) {
  StubClient client;
  const auto reply = client.Complete(kRequest);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->text, "[STUB] dry-run answer; no LLM was called.");
  EXPECT_EQ(reply->finish_reason, "stop");
  EXPECT_EQ(reply->model, "");
}

TEST(StubClient, RemembersWhatItWasAsked) {
  StubClient client("yes");
  ASSERT_TRUE(client.Complete(kRequest));
  ASSERT_TRUE(client.Complete({.messages = {{"user", "Why?"}}, .model = "m"}));
  ASSERT_EQ(client.calls().size(), 2U);
  EXPECT_EQ(client.calls()[0].messages, kRequest.messages);
  EXPECT_EQ(client.calls()[1].messages[0].content, "Why?");
}

TEST(StubClient, AnswersWhatATestWants) {
  StubClient client([](const ChatRequest& request) { return request.messages[0].content + "!"; });
  EXPECT_EQ(client.Complete(kRequest)->text, "Who?!");
}

}  // namespace
}  // namespace arborist::llm
