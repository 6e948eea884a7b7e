// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/reply.h"

#include <gtest/gtest.h>

#include "llm/stream_reply.h"

namespace arborist::llm {
namespace {

std::string Whole(std::string_view content, std::string_view finish_reason = "\"stop\"") {
  return R"({"choices":[{"index":0,"message":{"role":"assistant","content":)" +
         std::string(content) + R"(},"finish_reason":)" + std::string(finish_reason) + "}]}";
}

std::string ErrorOf(const Result<ChatReply>& reply) {
  return reply ? "no error, but text: " + reply->text : reply.error().message;
}

bool Fails(std::string_view body, std::string_view why) {
  const std::string message = ErrorOf(ReadReply(body));
  EXPECT_NE(message.find(why), std::string::npos) << message;
  return message.contains(why);
}

Result<ChatReply> ReadStream(std::string_view text) {
  StreamReader reader;
  const auto more = reader.Take(text);
  if (!more) return std::unexpected(more.error());
  return std::move(reader).Finish();
}

TEST(Reply, HasTextModelReasonAndUsage) {
  const auto reply = ReadReply(
      R"({"id":"x","model":"served-name","choices":[{"index":0,"message":{"role":"assistant",)"
      R"("content":" Yes. [E1]\n"},"finish_reason":"length"}],)"
      R"("usage":{"prompt_tokens":11,"completion_tokens":3,"total_tokens":14}})");
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, " Yes. [E1]\n");
  EXPECT_EQ(reply->model, "served-name");
  EXPECT_EQ(reply->finish_reason, "length");
  EXPECT_EQ(reply->usage, (Usage{.prompt_tokens = 11, .completion_tokens = 3}));
}

TEST(Reply, ModelAndUsageMayBeMissing) {
  const auto reply = ReadReply(Whole("\"yes\""));
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->model, "");
  EXPECT_EQ(reply->usage, std::nullopt);
}

TEST(Reply, ThatIsNotOneSaysWhatItIs) {
  EXPECT_TRUE(Fails("", "empty"));
  EXPECT_TRUE(Fails("<html>\n<h1>Bad Gateway", "not JSON"));
  EXPECT_TRUE(Fails("<html>\n<h1>Bad Gateway", "<html> <h1>Bad Gateway"));
  EXPECT_TRUE(Fails(R"({"choices":[)", "not JSON"));
  EXPECT_TRUE(Fails("[1]", "not a JSON object"));
  EXPECT_TRUE(Fails("{}", "\"choices\""));
  EXPECT_TRUE(Fails(R"({"choices":[]})", "\"choices\""));
  EXPECT_TRUE(Fails(R"({"choices":[1]})", "choices[0].message"));
  EXPECT_TRUE(Fails(R"({"choices":[{"text":"old"}]})", "choices[0].message"));
  EXPECT_TRUE(Fails(Whole("[1]"), "\"content\" is not a string"));
  EXPECT_TRUE(Fails(R"({"model":7,"choices":[]})", "\"model\" is not a string"));
  EXPECT_TRUE(Fails(std::string(100, '['), "not JSON"));
}

TEST(Reply, WithoutAReasonForItsEndIsNotWhole) {
  EXPECT_TRUE(Fails(Whole("\"yes\"", "null"), "finish_reason"));
  for (const char* broken : {"\"content_filter\"", "\"error\""})
    EXPECT_TRUE(Fails(Whole("\"yes\"", broken), "broke its answer off")) << broken;
  EXPECT_TRUE(Fails(R"({"choices":[{"message":{"content":"yes"}}]})", "finish_reason"));
}

TEST(Reply, WithoutTextIsAnError) {
  for (const auto* content : {"null", "\"\"", "\" \\n\""})
    EXPECT_TRUE(Fails(Whole(content, "\"tool_calls\""), "no text (finish_reason \"tool_calls\")"));
  EXPECT_TRUE(Fails(R"({"choices":[{"message":{"content":null,"reasoning_content":"hm"},)"
                    R"("finish_reason":"length"}]})",
                    "raise max_tokens"));
}

TEST(Reply, AReasonForItsEndThatRepeatsTheKeyIsToldWithoutIt) {
  EXPECT_EQ(ErrorOf(ReadReply(Whole("\"\"", "\"stop sk-key\""), "sk-key")),
            "the reply has no text (finish_reason \"stop [key]\")");
}

TEST(Reply, AnErrorInAGoodStatusIsAnError) {
  EXPECT_TRUE(Fails(R"({"error":{"message":"overloaded","code":1}})", "\"overloaded\""));
  EXPECT_TRUE(Fails(R"({"error":"out of memory"})", "\"out of memory\""));
  EXPECT_TRUE(Fails(R"({"error":{"code":17}})", "{\"code\":17}"));
}

TEST(Reply, QuotesAreShortOneLineAndWithoutTheKey) {
  const std::string key = "sk-0123456789abcdef";
  const std::string page = "bad key " + key + "\r\n\x1b[31m" + std::string(250, 'x') + key + key;
  const std::string message = ErrorOf(ReadReply(page, key));
  EXPECT_NE(message.find("bad key [key]"), std::string::npos) << message;
  EXPECT_EQ(message.find("sk-"), std::string::npos) << message;
  EXPECT_EQ(message.find_first_of("\r\n\x1b"), std::string::npos);
  EXPECT_LT(message.size(), 500U);
  EXPECT_EQ(ErrorDetail(R"({"error":{"message":"no sk-0123456789abcdef!"}})", key),
            "\"no [key]!\"");
  EXPECT_EQ(ErrorDetail(R"({"detail":"Not Found"})", key), "\"Not Found\"");
  EXPECT_EQ(ErrorDetail(" \n", key), "");
}

TEST(Thinking, AtTheStartIsTakenOffAndCounted) {
  const auto reply = ReadReply(Whole(R"("\n<think>a</think>\n<think></think>\n\nYes.\n")"));
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Yes.\n");
  EXPECT_EQ(reply->thinking_blocks, 2);
  EXPECT_EQ(reply->thinking_bytes, 16 + 15);
}

TEST(Thinking, ElsewhereIsTheAnswers) {
  for (const auto* text : {"Write <think>x</think> there.", "hm</think>Yes.", "<thinking>Yes"}) {
    const auto reply = ReadReply(Whole("\"" + std::string(text) + "\""));
    ASSERT_TRUE(reply) << reply.error().message;
    EXPECT_EQ(reply->text, text);
    EXPECT_EQ(reply->thinking_blocks, 0);
  }
}

TEST(Thinking, WithoutAnAnswerIsAnError) {
  EXPECT_TRUE(Fails(Whole(R"("<think>and so on", "length")", "\"length\""), "not JSON"));
  EXPECT_TRUE(Fails(Whole(R"("<think>and so on")", "\"length\""), "the model only thought"));
  EXPECT_TRUE(Fails(Whole(R"("<think>so</think> ")"), "the model only thought"));
}

constexpr std::string_view kStream =
    ": ping\n\n"
    "data: {\"model\":\"\",\"choices\":[]}\n\n"
    "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\","
    "\"content\":null},\"finish_reason\":null}]}\r\n\r\n"
    "data: {\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Y\xC3\xA9\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"another answer\"}}]}\n\n"
    "data: {\"choices\":[{\"index\":0,\n"
    "data: \"delta\":{\"content\":\"s\"},\"finish_reason\":\"stop\"}]}\n\n"
    "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":2,\"completion_tokens\":1}}\n\n";

TEST(Stream, IsTheSameReplyInAnyPieces) {
  const std::string text = std::string(kStream) + "data: [DONE]\n\ndata: not json\n\n";
  const ChatReply expected{
      .text = "Yés", .model = "m", .finish_reason = "stop", .usage = Usage{2, 1}};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    StreamReader reader;
    bool more = true;
    for (std::size_t at = 0; more && at < text.size(); at += piece) {
      const auto taken = reader.Take(std::string_view(text).substr(at, piece));
      ASSERT_TRUE(taken) << taken.error().message;
      more = *taken;
    }
    EXPECT_FALSE(more);
    EXPECT_EQ(std::move(reader).Finish(), expected);
  }
}

TEST(Stream, MayEndWithoutDoneOnceItHasAReason) { EXPECT_EQ(ReadStream(kStream)->text, "Yés"); }

TEST(Stream, CutOffBeforeItsReasonIsAnError) {
  const std::size_t reason = kStream.find("\"stop\"");
  for (std::size_t size = 0; size < reason; ++size)
    EXPECT_FALSE(ReadStream(kStream.substr(0, size))) << size;
  EXPECT_NE(ErrorOf(ReadStream(kStream.substr(0, reason))).find("cut off after 3 bytes"),
            std::string::npos);
}

TEST(Stream, DoneWithoutAReasonIsAnError) {
  const auto reply =
      ReadStream("data: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\ndata: [DONE]\n\n");
  EXPECT_NE(ErrorOf(reply).find("finish_reason"), std::string::npos);
}

TEST(Stream, AnErrorOnTheWayIsAnError) {
  EXPECT_NE(
      ErrorOf(ReadStream("data: {\"error\":{\"message\":\"GPU lost\"}}\n\n")).find("GPU lost"),
      std::string::npos);
  EXPECT_NE(ErrorOf(ReadStream("event: error\ndata: GPU lost\n\n")).find("GPU lost"),
            std::string::npos);
  EXPECT_NE(ErrorOf(ReadStream("data: nonsense\n\n")).find("not JSON"), std::string::npos);
}

TEST(Stream, ThatIsNoneSaysSo) {
  EXPECT_NE(ErrorOf(ReadStream(Whole("\"yes\""))).find("no events"), std::string::npos);
  EXPECT_NE(ErrorOf(ReadStream("")).find("no events"), std::string::npos);
}

TEST(Stream, ThinkingIsTakenOffAcrossPieces) {
  const auto reply = ReadStream(
      "data: {\"choices\":[{\"delta\":{\"content\":\"<thi\"}}]}\n\n"
      "data: "
      "{\"choices\":[{\"delta\":{\"content\":\"nk>a</think>Yes\"},\"finish_reason\":\"stop\"}]}"
      "\n\n");
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->text, "Yes");
  EXPECT_EQ(reply->thinking_blocks, 1);
}

}  // namespace
}  // namespace arborist::llm
