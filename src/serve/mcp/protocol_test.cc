// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/protocol.h"

#include <gtest/gtest.h>

#include "serve/mcp/sample_test.h"

namespace arborist::serve::mcp {
namespace {

constexpr std::string_view kModernMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

Message Request(std::string_view method, std::string_view params) {
  auto message = ReadMessage(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                             R"(","params":)" + std::string(params) + "}");
  EXPECT_TRUE(message);
  return message ? *message : Message{};
}

class McpProtocol : public testing::Test {
 protected:
  json::Value Legacy(std::string_view method, std::string_view params = "{}",
                     CallContext context = {}) {
    return Answer(Request(method, params), Era::kLegacy, std::move(context));
  }
  // The fields stand beside _meta.
  json::Value Modern(std::string_view method, std::string_view fields = "") {
    const std::string params =
        "{" + std::string(kModernMeta) + (fields.empty() ? "" : "," + std::string(fields)) + "}";
    const Message request = Request(method, params);
    const auto era = EraOf(request, false);
    EXPECT_TRUE(era);
    EXPECT_EQ(*era, Era::kModern);
    return Answer(request, Era::kModern, {});
  }
  json::Value Answer(const Message& request, Era era, CallContext context) {
    return protocol_.Answer(request, era, std::move(context),
                            [&](const json::Value& message) { notified_.push_back(message); });
  }
  static const json::Value& At(const json::Value& value, std::initializer_list<const char*> path) {
    static const json::Value kNothing;
    const json::Value* at = &value;
    for (const char* name : path) {
      at = at->Find(name);
      if (at == nullptr) {
        ADD_FAILURE() << "no " << name << " in " << json::Dump(value);
        return kNothing;
      }
    }
    return *at;
  }
  static int Code(const json::Value& answer) {
    const json::Value* error = answer.Find("error");
    return error == nullptr ? 0 : static_cast<int>(error->Find("code")->as_int());
  }

  Protocol protocol_ = SampleProtocol();
  std::vector<json::Value> notified_;
};

TEST_F(McpProtocol, InitializeAgreesOnTheVersionThatWasAskedFor) {
  for (const char* version : {"2025-06-18", "2025-11-25"}) {
    const json::Value answer =
        Legacy("initialize", R"({"protocolVersion":")" + std::string(version) +
                                 R"(","capabilities":{},"clientInfo":{"name":"t","version":"1"}})");
    EXPECT_EQ(At(answer, {"result", "protocolVersion"}), json::Value(version));
    EXPECT_EQ(At(answer, {"result", "serverInfo", "name"}), json::Value("arborist"));
    EXPECT_TRUE(At(answer, {"result", "capabilities", "tools"}).is_object());
  }
}

TEST_F(McpProtocol, InitializeOffersTheNewestHandshakeForAVersionItDoesNotSpeak) {
  for (const char* version : {"2024-11-05", "2026-07-28", "9999-01-01"}) {
    const json::Value answer =
        Legacy("initialize", R"({"protocolVersion":")" + std::string(version) + "\"}");
    EXPECT_EQ(At(answer, {"result", "protocolVersion"}), json::Value("2025-11-25"));
  }
  EXPECT_EQ(Code(Legacy("initialize", "{}")), kInvalidParams);
}

TEST_F(McpProtocol, AStatelessRequestNeedsNoHandshake) {
  const json::Value answer = Modern("tools/list");
  EXPECT_EQ(At(answer, {"result", "resultType"}), json::Value("complete"));
  EXPECT_TRUE(At(answer, {"result", "ttlMs"}).is_int());
  EXPECT_EQ(At(answer, {"result", "cacheScope"}), json::Value("private"));
  EXPECT_EQ(At(answer, {"result", "_meta", "io.modelcontextprotocol/serverInfo", "name"}),
            json::Value("arborist"));
}

TEST_F(McpProtocol, DiscoverNamesEveryVersion) {
  const json::Value answer = Modern("server/discover");
  EXPECT_EQ(json::Dump(At(answer, {"result", "supportedVersions"})),
            R"(["2026-07-28","2025-11-25","2025-06-18"])");
  EXPECT_TRUE(At(answer, {"result", "capabilities", "resources"}).is_object());
}

TEST_F(McpProtocol, WhatTheStatelessRevisionTookOutIsUnknownToIt) {
  for (const char* method : {"initialize", "ping", "logging/setLevel", "prompts/list"}) {
    EXPECT_EQ(Code(Modern(method)), kMethodNotFound) << method;
  }
  EXPECT_EQ(Code(Legacy("server/discover")), kMethodNotFound);
  EXPECT_EQ(Code(Legacy("ping")), 0);
}

TEST_F(McpProtocol, AnUnknownVersionIsAnsweredWithTheKnown) {
  const auto era =
      EraOf(Request("tools/list",
                    R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"1900-01-01"}})"),
            true);
  ASSERT_FALSE(era);
  EXPECT_EQ(era.error().code, kUnsupportedVersion);
  EXPECT_EQ(json::Dump(era.error().data),
            R"({"requested":"1900-01-01","supported":["2026-07-28","2025-11-25","2025-06-18"]})");
}

TEST_F(McpProtocol, AStatelessRequestMustSayItsCapabilities) {
  const auto era =
      EraOf(Request("tools/list",
                    R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})"),
            true);
  ASSERT_FALSE(era);
  EXPECT_EQ(era.error().code, kInvalidParams);
}

TEST_F(McpProtocol, WithoutVersionOrHandshakeARequestIsRefused) {
  const auto era = EraOf(Request("tools/list", "{}"), false);
  ASSERT_FALSE(era);
  EXPECT_EQ(era.error().code, kInvalidParams);
  EXPECT_EQ(*EraOf(Request("tools/list", "{}"), true), Era::kLegacy);
}

TEST_F(McpProtocol, ListsToolsWithBothSchemasInAFixedOrder) {
  const json::Value answer = Legacy("tools/list");
  const json::Array& tools = At(answer, {"result", "tools"}).as_array();
  ASSERT_EQ(tools.size(), 2U);
  EXPECT_EQ(*tools[0].String("name"), "echo");
  EXPECT_EQ(*tools[1].String("name"), "wait");
  EXPECT_TRUE(tools[0].Find("inputSchema")->is_object());
  EXPECT_TRUE(tools[0].Find("outputSchema")->is_object());
  EXPECT_EQ(answer.Find("result")->Find("resultType"), nullptr);
  EXPECT_EQ(answer.Find("result")->Find("ttlMs"), nullptr);
}

TEST_F(McpProtocol, ToolsThatWriteAreNotThereUntilAllowed) {
  EXPECT_EQ(Code(Legacy("tools/call", R"({"name":"forget"})")), kInvalidParams);
  const CallContext allowed{.may_write = true};
  EXPECT_EQ(At(Legacy("tools/list", "{}", allowed), {"result", "tools"}).as_array().size(), 3U);
  EXPECT_EQ(At(Legacy("tools/call", R"({"name":"forget"})", allowed),
               {"result", "structuredContent", "said"}),
            json::Value("forgotten"));
}

TEST_F(McpProtocol, AResultHasStructureTextAndLinks) {
  const json::Value answer =
      Legacy("tools/call", R"({"name":"echo","arguments":{"text":"hello"}})");
  EXPECT_EQ(json::Dump(*answer.Find("result")),
            R"({"content":[{"text":"{\"said\":\"hello\"}","type":"text"},)"
            R"({"name":"said","type":"resource_link","uri":"arborist://said/1"}],)"
            R"("isError":false,"structuredContent":{"said":"hello"}})");
}

TEST_F(McpProtocol, ATextForPeopleStandsBehindTheJson) {
  const json::Value answer =
      Legacy("tools/call", R"({"name":"echo","arguments":{"text":"words"}})");
  const json::Array& content = At(answer, {"result", "content"}).as_array();
  ASSERT_EQ(content.size(), 3U);
  EXPECT_EQ(*content[0].String("text"), R"({"said":"words"})");
  EXPECT_EQ(*content[1].String("text"), "said for people: words");
}

TEST_F(McpProtocol, WhatHasNoPictureIsWrittenOutInTexts) {
  const json::Value answer =
      Legacy("tools/call", "{\"name\":\"echo\",\"arguments\":{\"text\":\"words \u202Etxt\"}}");
  const json::Array& content = At(answer, {"result", "content"}).as_array();
  ASSERT_EQ(content.size(), 3U);
  EXPECT_EQ(*content[0].String("text"), R"({"said":"words \u202Etxt"})");
  EXPECT_EQ(*content[1].String("text"), R"(said for people: words \u{202E}txt)");
  EXPECT_EQ(*content[2].String("name"), R"(words \u{202E}txt)");
  EXPECT_EQ(At(answer, {"result", "structuredContent", "said"}), json::Value("words \u202Etxt"));
}

TEST_F(McpProtocol, WrongArgumentsAreAResultThatSaysSo) {
  const json::Value answer =
      Legacy("tools/call", R"({"name":"echo","arguments":{"text":"a","home":"/etc"}})");
  EXPECT_EQ(At(answer, {"result", "isError"}), json::Value(true));
  EXPECT_EQ(*At(answer, {"result", "content"}).as_array()[0].String("text"),
            "invalid_argument: arguments has no parameter \"home\"; there are: text");
  EXPECT_EQ(answer.Find("result")->Find("structuredContent"), nullptr);
}

TEST_F(McpProtocol, AToolThatFailsSaysWhatAndWhy) {
  const json::Value answer = Legacy("tools/call", R"({"name":"echo","arguments":{"text":"fail"}})");
  EXPECT_EQ(*At(answer, {"result", "content"}).as_array()[0].String("text"),
            "not_found: no such text");
}

TEST_F(McpProtocol, AnUnknownToolIsAProtocolError) {
  EXPECT_EQ(Code(Legacy("tools/call", R"({"name":"shell"})")), kInvalidParams);
  EXPECT_EQ(Code(Legacy("tools/call", R"({})")), kInvalidParams);
  EXPECT_EQ(Code(Legacy("tools/call", R"({"name":"echo","arguments":[]})")), kInvalidParams);
}

TEST_F(McpProtocol, ProgressGoesOnlyToThoseWhoAskedForIt) {
  Legacy("tools/call", R"({"name":"echo","arguments":{"text":"a"}})");
  EXPECT_TRUE(notified_.empty());
  Legacy("tools/call", R"({"name":"echo","arguments":{"text":"a"},"_meta":{"progressToken":"p"}})");
  ASSERT_EQ(notified_.size(), 2U);
  EXPECT_EQ(json::Dump(notified_[1]),
            R"({"jsonrpc":"2.0","method":"notifications/progress",)"
            R"("params":{"message":"saying","progress":2,"progressToken":"p"}})");
}

TEST_F(McpProtocol, ListsResourcesPageByPage) {
  const json::Value first = Legacy("resources/list");
  EXPECT_EQ(At(first, {"result", "resources"}).as_array().size(), 1U);
  EXPECT_EQ(At(first, {"result", "nextCursor"}), json::Value("2"));
  const json::Value last = Legacy("resources/list", R"({"cursor":"2"})");
  EXPECT_EQ(last.Find("result")->Find("nextCursor"), nullptr);
  EXPECT_EQ(Code(Legacy("resources/list", R"({"cursor":"x"})")), kInvalidParams);
  EXPECT_EQ(Code(Legacy("resources/list", R"({"cursor":5})")), kInvalidParams);
}

TEST_F(McpProtocol, ReadsAResourceOrSaysThatThereIsNone) {
  const json::Value read = Legacy("resources/read", R"({"uri":"arborist://said/1"})");
  EXPECT_EQ(*At(read, {"result", "contents"}).as_array()[0].String("text"), "said");
  EXPECT_EQ(Code(Legacy("resources/read", R"({"uri":"file:///etc/passwd"})")),
            kResourceNotFoundLegacy);
  EXPECT_EQ(Code(Modern("resources/read", R"("uri":"file:///etc/passwd")")), kInvalidParams);
  EXPECT_EQ(Code(Legacy("resources/read", "{}")), kInvalidParams);
}

TEST_F(McpProtocol, ASubscriptionIsAcknowledgedWithNothingAndEnds) {
  const json::Value answer =
      Modern("subscriptions/listen", R"("notifications":{"toolsListChanged":true})");
  ASSERT_EQ(notified_.size(), 1U);
  EXPECT_EQ(json::Dump(*notified_[0].Find("params")),
            R"({"_meta":{"io.modelcontextprotocol/subscriptionId":1},"notifications":{}})");
  EXPECT_EQ(At(answer, {"result", "_meta", "io.modelcontextprotocol/subscriptionId"}),
            json::Value(1));
}

}  // namespace
}  // namespace arborist::serve::mcp
