// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/request.h"

#include <gtest/gtest.h>

#include "ask/ask.h"

namespace arborist::serve::openai {
namespace {

json::Value Json(std::string_view text) {
  auto value = json::Parse(text);
  EXPECT_TRUE(value) << text;
  return value ? *value : json::Value();
}

ApiError ChatError(std::string_view text) {
  const auto asked = ReadChat(Json(text));
  EXPECT_FALSE(asked) << text;
  return asked ? ApiError{} : asked.error();
}

ApiError ResponsesError(std::string_view text) {
  const auto asked = ReadResponses(Json(text));
  EXPECT_FALSE(asked) << text;
  return asked ? ApiError{} : asked.error();
}

TEST(QuestionRequest, TheLastMessageIsTheQuestionAndThoseBeforeTheConversation) {
  const auto asked = ReadChat(Json(R"({"model":"arborist:quote","stream":true,
      "stream_options":{"include_usage":true},"messages":[
      {"role":"developer","content":"Be brief."},
      {"role":"user","content":"Hello"},
      {"role":"assistant","content":[{"type":"text","text":"Hi."}]},
      {"role":"user","content":[{"type":"text","text":"When did it"},{"type":"text","text":"open?"}]}]})"));
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->question, "When did it\nopen?");
  EXPECT_EQ(asked->conversation,
            (std::vector<prompt::Message>{
                {"system", "Be brief."}, {"user", "Hello"}, {"assistant", "Hi."}}));
  EXPECT_EQ(asked->model.answer_mode, "quote");
  EXPECT_TRUE(asked->stream);
  EXPECT_TRUE(asked->include_usage);
  EXPECT_TRUE(asked->ignored.empty());
}

TEST(QuestionRequest, SaysWhichParametersHaveNoEffect) {
  const auto asked = ReadChat(Json(R"({"model":"arborist","temperature":0.7,"max_tokens":5,
      "seed":null,"n":1,"messages":[{"role":"user","content":"When?"}]})"));
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->ignored, (std::vector<std::string>{"max_tokens", "temperature"}));
}

TEST(QuestionRequest, RefusesWhatNobodyKnows) {
  for (const char* name : {"endpoint", "api_key", "base_url", "extra_body", "home", "policy",
                           "file", "document", "x"}) {
    const ApiError error = ChatError(R"({"model":"arborist",")" + std::string(name) +
                                     R"(":"v","messages":[{"role":"user","content":"When?"}]})");
    EXPECT_EQ(error.status, 400);
    EXPECT_EQ(error.param, name);
    EXPECT_EQ(error.code, "unknown_parameter");
  }
  EXPECT_EQ(ChatError(R"({"model":"arborist","x_arborist":{"endpoint":"http://x"},
      "messages":[{"role":"user","content":"When?"}]})")
                .param,
            "x_arborist.endpoint");
}

TEST(QuestionRequest, NamesTheFieldThatIsWrong) {
  EXPECT_EQ(ChatError(R"({"messages":[{"role":"user","content":"When?"}]})").param, "model");
  EXPECT_EQ(ChatError(R"({"model":7,"messages":[]})").param, "model");
  EXPECT_EQ(ChatError(R"({"model":"arborist"})").param, "messages");
  EXPECT_EQ(ChatError(R"({"model":"arborist","messages":[]})").param, "messages");
  EXPECT_EQ(ChatError(R"({"model":"arborist","messages":["When?"]})").param, "messages[0]");
  EXPECT_EQ(ChatError(R"({"model":"arborist","messages":[{"role":"root","content":"x"}]})").param,
            "messages[0].role");
  EXPECT_EQ(ChatError(R"({"model":"arborist","messages":[{"role":"user"}]})").param,
            "messages[0].content");
  EXPECT_EQ(
      ChatError(R"({"model":"arborist","messages":[{"role":"user","content":"  \n"}]})").param,
      "messages");
  EXPECT_EQ(
      ChatError(R"({"model":"arborist","n":2,"messages":[{"role":"user","content":"x"}]})").param,
      "n");
  EXPECT_EQ(
      ChatError(R"({"model":"arborist","stream":"yes","messages":[{"role":"user","content":"x"}]})")
          .param,
      "stream");
}

TEST(QuestionRequest, TheLastWordIsTheUsers) {
  const ApiError error = ChatError(R"({"model":"arborist","messages":[
      {"role":"user","content":"When?"},{"role":"assistant","content":"In 18"}]})");
  EXPECT_EQ(error.status, 400);
  EXPECT_EQ(error.param, "messages");
}

TEST(QuestionRequest, TakesWordsOnly) {
  EXPECT_EQ(ChatError(R"({"model":"arborist","messages":[{"role":"user","content":[
      {"type":"image_url","image_url":{"url":"http://127.0.0.1/"}}]}]})")
                .code,
            "unsupported_content");
  EXPECT_EQ(ChatError(R"({"model":"arborist","messages":[{"role":"tool","content":"x"}]})").param,
            "messages[0].role");
}

TEST(QuestionRequest, TakesWhatChatProgramsSend) {
  const auto asked = ReadChat(Json(R"({"model":"arborist","stream":true,"temperature":0.7,
      "max_tokens":512,"user":"u1","metadata":{"chat_id":"1"},"top_k":40,"repeat_penalty":1.1,
      "num_ctx":4096,"stream_options":{"include_usage":true,"include_obfuscation":false},
      "tools":[],"n":1,"messages":[{"role":"system","content":""},
      {"role":"user","content":[{"type":"text","text":"Hello"}],"name":"me"},
      {"role":"assistant","content":null,"tool_calls":[]},
      {"role":"assistant","content":[{"type":"refusal","refusal":"No."}]},
      {"role":"user","content":"When?"}]})"));
  ASSERT_TRUE(asked) << asked.error().message;
  EXPECT_EQ(asked->question, "When?");
  EXPECT_EQ(asked->conversation,
            (std::vector<prompt::Message>{{"user", "Hello"}, {"assistant", "No."}}));
  EXPECT_TRUE(asked->include_usage && asked->stream);
  EXPECT_EQ(asked->ignored,
            (std::vector<std::string>{"max_tokens", "metadata", "num_ctx", "repeat_penalty",
                                      "temperature", "tools", "top_k", "user"}));
  EXPECT_EQ(
      ChatError(R"({"model":"arborist","messages":[{"role":"assistant","content":null}]})").param,
      "messages");
}

TEST(QuestionRequest, AModelThatIsNotHereIsNotFound) {
  const ApiError error =
      ChatError(R"({"model":"gpt-4o","messages":[{"role":"user","content":"When?"}]})");
  EXPECT_EQ(error.status, 404);
  EXPECT_EQ(error.code, "model_not_found");
}

TEST(QuestionRequest, HoldsItsLimits) {
  const auto message = [](std::size_t bytes) {
    return R"({"role":"user","content":")" + std::string(bytes, 'a') + "\"}";
  };
  const std::string begin = R"({"model":"arborist","messages":[)";
  EXPECT_EQ(ChatError(begin + message(ask::kMaxQuestionBytes + 1) + "]}").status, 413);
  EXPECT_EQ(ChatError(begin + message(kMaxConversationBytes + 1) + "," + message(1) + "]}").status,
            413);
  std::string many = begin + message(1);
  for (std::size_t i = 0; i < kMaxMessages; ++i) many += "," + message(1);
  EXPECT_EQ(ChatError(many + "]}").code, "limit_exceeded");
}

TEST(QuestionRequest, SaysHowKeptAnswersAreUsed) {
  const auto use = [](std::string_view word) {
    return ReadChat(Json(R"({"model":"arborist","x_arborist":{"cache":")" + std::string(word) +
                         R"("},"messages":[{"role":"user","content":"When?"}]})"));
  };
  EXPECT_EQ(use("use")->cache, CacheUse::kUse);
  EXPECT_EQ(use("only")->cache, CacheUse::kOnly);
  EXPECT_EQ(use("refresh")->cache, CacheUse::kRefresh);
  EXPECT_EQ(use("never").error().param, "x_arborist.cache");
}

TEST(ResponsesRequest, TakesATextOrTurns) {
  const auto plain = ReadResponses(Json(R"({"model":"arborist","input":"When did it open?"})"));
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->question, "When did it open?");
  EXPECT_TRUE(plain->conversation.empty());

  const auto turns = ReadResponses(Json(R"({"model":"arborist","instructions":"Be brief.","input":[
      {"type":"message","role":"user","content":[{"type":"input_text","text":"Hello"}]},
      {"role":"assistant","content":[{"type":"output_text","text":"Hi."}]},
      {"role":"user","content":"When?"}]})"));
  ASSERT_TRUE(turns) << turns.error().message;
  EXPECT_EQ(turns->question, "When?");
  EXPECT_EQ(turns->conversation,
            (std::vector<prompt::Message>{
                {"system", "Be brief."}, {"user", "Hello"}, {"assistant", "Hi."}}));
}

TEST(ResponsesRequest, RefusesWhatItCannotKeep) {
  EXPECT_EQ(
      ResponsesError(R"({"model":"arborist","input":"x","previous_response_id":"resp_1"})").param,
      "previous_response_id");
  EXPECT_EQ(ResponsesError(R"({"model":"arborist","input":"x","background":true})").param,
            "background");
  EXPECT_EQ(ResponsesError(R"({"model":"arborist","input":"x","file":"/etc/passwd"})").code,
            "unknown_parameter");
  EXPECT_EQ(
      ResponsesError(R"({"model":"arborist","input":[{"type":"item_reference","id":"a"}]})").code,
      "unsupported_content");
  EXPECT_EQ(ResponsesError(R"({"model":"arborist"})").param, "input");
}

}  // namespace
}  // namespace arborist::serve::openai
