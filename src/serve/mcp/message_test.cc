// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/message.h"

#include <gtest/gtest.h>

namespace arborist::serve::mcp {
namespace {

RpcError ErrorOf(std::string_view text) {
  const auto message = ReadMessage(text);
  EXPECT_FALSE(message) << text;
  return message ? RpcError{} : message.error().error;
}

TEST(McpMessage, TellsRequestsNotificationsAndResponsesApart) {
  const auto request =
      ReadMessage(R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"a"}})");
  ASSERT_TRUE(request);
  EXPECT_EQ(request->kind, MessageKind::kRequest);
  EXPECT_EQ(request->id, json::Value(7));
  EXPECT_EQ(request->method, "tools/list");
  EXPECT_EQ(*request->params.Find("cursor"), json::Value("a"));

  const auto notification = ReadMessage(R"({"jsonrpc":"2.0","method":"notifications/x"})");
  ASSERT_TRUE(notification);
  EXPECT_EQ(notification->kind, MessageKind::kNotification);
  EXPECT_TRUE(notification->params.is_object());

  const auto response = ReadMessage(R"({"jsonrpc":"2.0","id":"a","result":{}})");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->kind, MessageKind::kResponse);
}

TEST(McpMessage, RefusesWhatIsNoMessageAndSaysWhy) {
  EXPECT_EQ(ErrorOf("{").code, kParseError);
  EXPECT_EQ(ErrorOf("").code, kParseError);
  EXPECT_EQ(ErrorOf("\xff\xfe").code, kParseError);
  EXPECT_EQ(ErrorOf("1").code, kInvalidRequest);
  EXPECT_EQ(ErrorOf(R"({"id":1,"method":"ping"})").code, kInvalidRequest);
  EXPECT_EQ(ErrorOf(R"({"jsonrpc":"1.0","id":1,"method":"ping"})").code, kInvalidRequest);
  EXPECT_EQ(ErrorOf(R"({"jsonrpc":"2.0","id":1})").code, kInvalidRequest);
  EXPECT_EQ(ErrorOf(R"({"jsonrpc":"2.0","id":1,"method":5})").code, kInvalidRequest);
  EXPECT_EQ(ErrorOf(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":[1]})").code,
            kInvalidParams);
  EXPECT_EQ(ErrorOf(R"({"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":1}})").code,
            kInvalidParams);
}

TEST(McpMessage, RefusesBatches) {
  EXPECT_EQ(ErrorOf(R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])").code, kInvalidRequest);
}

TEST(McpMessage, AnIdIsAStringOrAnInteger) {
  for (const char* id : {"null", "1.5", "true", "[]", "{}"}) {
    EXPECT_EQ(ErrorOf(R"({"jsonrpc":"2.0","id":)" + std::string(id) + R"(,"method":"ping"})").code,
              kInvalidRequest)
        << id;
  }
  EXPECT_EQ(ErrorOf(R"({"jsonrpc":"2.0","id":")" + std::string(kMaxIdBytes + 1, 'a') +
                    R"(","method":"ping"})")
                .code,
            kInvalidRequest);
}

TEST(McpMessage, ErrorsCarryTheIdWhereItCouldBeRead) {
  const auto message = ReadMessage(R"({"jsonrpc":"2.0","id":"q","method":[]})");
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().id, json::Value("q"));
}

TEST(McpMessage, HoldsItsLimits) {
  const std::string deep = R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"a":)" +
                           std::string(kMaxMessageDepth, '[') + std::string(kMaxMessageDepth, ']') +
                           "}}";
  EXPECT_EQ(ErrorOf(deep).code, kParseError);
  EXPECT_EQ(ErrorOf(std::string(kMaxMessageBytes + 1, ' ')).code, kInvalidRequest);
}

TEST(McpMessage, AnErrorWithoutAnIdHasNoField) {
  EXPECT_EQ(json::Dump(ErrorMessage(nullptr, {kParseError, "no"})),
            R"({"error":{"code":-32700,"message":"no"},"jsonrpc":"2.0"})");
  EXPECT_EQ(json::Dump(ErrorMessage(3, {kParseError, "no", json::Object{{"a", 1}}})),
            R"({"error":{"code":-32700,"data":{"a":1},"message":"no"},"id":3,"jsonrpc":"2.0"})");
}

}  // namespace
}  // namespace arborist::serve::mcp
