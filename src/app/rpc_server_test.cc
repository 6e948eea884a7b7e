// SPDX-License-Identifier: AGPL-3.0-only
#include "app/rpc_server.h"

#include <gtest/gtest.h>

namespace arborist::app {
namespace {

std::string Ask(std::string_view line) { return RpcServer().Handle(line).value_or("(nothing)"); }

int CodeOf(std::string_view line) {
  const json::Value response = *json::Parse(Ask(line));
  const json::Value* error = response.Find("error");
  return error == nullptr ? 0 : static_cast<int>(error->Int("code").value_or(0));
}

TEST(RpcServer, AnswersARequestWithOneCanonicalLine) {
  EXPECT_EQ(
      Ask(R"( {"method":"canonicalize", "jsonrpc":"2.0", "params":{"text":" a\n b "}, "id":7})"),
      R"({"id":7,"jsonrpc":"2.0","result":"a b"})");
}
TEST(RpcServer, KeepsTheIdAsGiven) {
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":"é","method":"canonicalize","params":{"text":""}})"),
            R"({"id":"é","jsonrpc":"2.0","result":""})");
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":null,"method":"canonicalize","params":{"text":""}})"),
            R"({"id":null,"jsonrpc":"2.0","result":""})");
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":1.5,"method":"canonicalize","params":{"text":""}})"),
            R"({"id":1.5,"jsonrpc":"2.0","result":""})");
}
TEST(RpcServer, ErrorsHaveTheCodesOfTheSpecification) {
  EXPECT_EQ(CodeOf("{"), RpcServer::kParseError);
  EXPECT_EQ(CodeOf("\xFF"), RpcServer::kParseError);
  EXPECT_EQ(CodeOf("1"), RpcServer::kInvalidRequest);
  EXPECT_EQ(CodeOf("[]"), RpcServer::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"id":1,"method":"canonicalize","params":{"text":""}})"),
            RpcServer::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":{},"method":"canonicalize"})"),
            RpcServer::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","method":1})"), RpcServer::kInvalidRequest);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":1,"method":"nope"})"), RpcServer::kMethodNotFound);
  EXPECT_EQ(CodeOf(R"({"jsonrpc":"2.0","id":1,"method":"canonicalize","params":["x"]})"),
            RpcServer::kInvalidParams);
}
TEST(RpcServer, ParseErrorsHaveANullId) {
  EXPECT_EQ(
      Ask("{"),
      R"({"error":{"code":-32700,"message":"JSON: a key must be a string at byte 1"},"id":null,"jsonrpc":"2.0"})");
}
TEST(RpcServer, BadParamsNameTheField) {
  EXPECT_EQ(Ask(R"({"jsonrpc":"2.0","id":1,"method":"canonicalize"})"),
            R"({"error":{"code":-32602,"data":{"code":"invalid_argument"},)"
            R"("message":"field text must be a string"},"id":1,"jsonrpc":"2.0"})");
}
TEST(RpcServer, NotificationsHaveNoResponse) {
  EXPECT_FALSE(
      RpcServer().Handle(R"({"jsonrpc":"2.0","method":"canonicalize","params":{"text":""}})"));
  EXPECT_FALSE(RpcServer().Handle(R"({"jsonrpc":"2.0","method":"nope"})"));
}
TEST(RpcServer, BatchesAnswerInOrderAndLeaveNotificationsOut) {
  EXPECT_EQ(
      Ask(R"([{"jsonrpc":"2.0","id":2,"method":"canonicalize","params":{"text":"b"}},)"
          R"({"jsonrpc":"2.0","method":"canonicalize","params":{"text":"c"}},)"
          R"(1,)"
          R"({"jsonrpc":"2.0","id":1,"method":"canonicalize","params":{"text":"a"}}])"),
      R"([{"id":2,"jsonrpc":"2.0","result":"b"},)"
      R"({"error":{"code":-32600,"message":"a request must be an object"},"id":null,"jsonrpc":"2.0"},)"
      R"({"id":1,"jsonrpc":"2.0","result":"a"}])");
  EXPECT_FALSE(RpcServer().Handle(R"([{"jsonrpc":"2.0","method":"canonicalize"}])"));
}
TEST(RpcServer, LoneSurrogatesLeaveAsEscapes) {
  EXPECT_EQ(
      Ask(R"({"jsonrpc":"2.0","id":"\udc00","method":"canonicalize","params":{"text":"\ud800 x"}})"),
      R"({"id":"\udc00","jsonrpc":"2.0","result":"\ud800 x"})");
}
TEST(RpcServer, ServesTheMethodsOfTheContract) {
  const RpcServer server;
  for (const std::string_view name :
       {"canonicalize", "canonical_question", "question_hash", "canonical_json",
        "conversation_hash", "governance_policy_hash", "verifier_policy_hash", "model_profile_hash",
        "cache_key", "chunk", "merkle_proof", "verify_proof"}) {
    EXPECT_TRUE(server.Serves(name)) << name;
  }
}

}  // namespace
}  // namespace arborist::app
