// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/chat.h"

#include <gtest/gtest.h>

#include "serve/openai/sample_test.h"

namespace arborist::serve::openai {
namespace {

const ChatHead kHead{"chatcmpl-1", 1000, "arborist"};

TEST(ChatCompletion, HasTheShapeThatClientsKnow) {
  const Rendered answer = Render(SampleAnswer(), {}, "http://localhost");
  const json::Value completion = Completion(kHead, answer);
  EXPECT_EQ(*completion.String("object"), "chat.completion");
  const json::Value& choice = completion.Find("choices")->as_array()[0];
  EXPECT_EQ(*choice.String("finish_reason"), "stop");
  EXPECT_EQ(*choice.Find("message")->String("content"), answer.text);
  const json::Value& annotation = choice.Find("message")->Find("annotations")->as_array()[1];
  EXPECT_EQ(*annotation.String("type"), "url_citation");
  EXPECT_EQ(*annotation.Find("url_citation")->String("url"), "https://example.org/canal");
  EXPECT_EQ(json::Dump(*completion.Find("usage")),
            R"({"completion_tokens":7,"prompt_tokens":11,"total_tokens":18})");
  EXPECT_NE(completion.Find("x_arborist"), nullptr);
}

TEST(ChatCompletion, TheStreamSaysTheSame) {
  const Rendered answer = Render(SampleAnswer(), {}, "http://localhost");
  EXPECT_EQ(
      json::Dump(*json::Value(FirstChunk(kHead)).Find("choices")->as_array()[0].Find("delta")),
      R"({"content":"","role":"assistant"})");
  std::string text;
  const std::vector<json::Object> chunks = AnswerChunks(kHead, answer, true);
  for (const json::Object& chunk : chunks) {
    EXPECT_EQ(chunk.at("id"), json::Value("chatcmpl-1"));
    if (chunk.at("choices").as_array().empty()) continue;
    const json::Value* delta = chunk.at("choices").as_array()[0].Find("delta");
    if (const json::Value* content = delta->Find("content")) text += content->as_string();
  }
  EXPECT_EQ(text, answer.text);
  ASSERT_GE(chunks.size(), 3U);
  const json::Object& usage = chunks.back();
  EXPECT_TRUE(usage.at("choices").as_array().empty());
  EXPECT_TRUE(usage.contains("usage"));
  const json::Object& last = chunks[chunks.size() - 2];
  EXPECT_EQ(*last.at("choices").as_array()[0].String("finish_reason"), "stop");
  EXPECT_TRUE(last.contains("x_arborist"));
  EXPECT_FALSE(AnswerChunks(kHead, answer, false).back().contains("usage"));
}

TEST(ChatCompletion, UnknownTokensAreNotInvented) {
  Rendered answer = Render(SampleAnswer(), {}, "");
  answer.usage.reset();
  EXPECT_TRUE(Completion(kHead, answer).at("usage").is_null());
  answer.cut = true;
  EXPECT_EQ(*Completion(kHead, answer).at("choices").as_array()[0].String("finish_reason"),
            "length");
}

}  // namespace
}  // namespace arborist::serve::openai
