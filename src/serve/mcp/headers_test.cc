// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/headers.h"

#include <gtest/gtest.h>

namespace arborist::serve::mcp {
namespace {

constexpr std::string_view kMeta =
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
    R"("io.modelcontextprotocol/clientCapabilities":{}})";

using Headers = std::vector<std::pair<std::string, std::string>>;

std::expected<Era, RpcError> Read(Headers headers, std::string_view method,
                                  std::string_view params) {
  http::Request request;
  request.headers = std::move(headers);
  const auto message = ReadMessage(R"({"jsonrpc":"2.0","id":1,"method":")" + std::string(method) +
                                   R"(","params":{)" + std::string(params) + "}}");
  EXPECT_TRUE(message);
  return EraOfPost(request, *message);
}

int Code(const std::expected<Era, RpcError>& era) { return era ? 0 : era.error().code; }

const Headers kCall = {
    {"mcp-protocol-version", "2026-07-28"}, {"mcp-method", "tools/call"}, {"mcp-name", "search"}};
const std::string kCallParams = R"("name":"search",)" + std::string(kMeta);

TEST(McpHeaders, AStatelessRequestSaysTheSameTwice) {
  const auto era = Read(kCall, "tools/call", kCallParams);
  ASSERT_TRUE(era);
  EXPECT_EQ(*era, Era::kModern);
  EXPECT_TRUE(Read({{"mcp-protocol-version", "2026-07-28"}, {"mcp-method", "tools/list"}},
                   "tools/list", kMeta));
}

TEST(McpHeaders, WhatIsMissingOrSaysAnotherThingIsRefused) {
  for (std::size_t i = 0; i < kCall.size(); ++i) {
    Headers without = kCall;
    without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_EQ(Code(Read(without, "tools/call", kCallParams)), kHeaderMismatch) << i;
    Headers other = kCall;
    other[i].second = i == 0 ? "2025-11-25" : "other";
    EXPECT_EQ(Code(Read(other, "tools/call", kCallParams)), kHeaderMismatch) << i;
  }
}

TEST(McpHeaders, AStatelessHeaderWithoutItsMetaIsRefused) {
  EXPECT_EQ(Code(Read(kCall, "tools/call", R"("name":"search")")), kInvalidParams);
}

TEST(McpHeaders, UnknownVersionsAreRefusedWithTheKnown) {
  EXPECT_EQ(Code(Read({{"mcp-protocol-version", "1999-01-01"}}, "tools/list", "")),
            kUnsupportedVersion);
  EXPECT_EQ(Code(Read({{"mcp-protocol-version", "1999-01-01"}}, "tools/list",
                      R"("_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"})")),
            kUnsupportedVersion);
}

TEST(McpHeaders, ClientsOfTheHandshakeAreTakenAsTheyAre) {
  for (const char* version : {"2025-06-18", "2025-11-25"}) {
    EXPECT_EQ(Read({{"mcp-protocol-version", version}}, "tools/list", "").value(), Era::kLegacy);
  }
  EXPECT_EQ(Read({}, "initialize", "").value(), Era::kLegacy);
}

TEST(McpHeaders, NamesThatAreNotPlainComeInBase64) {
  EXPECT_EQ(DecodeHeaderValue("plain"), "plain");
  EXPECT_EQ(DecodeHeaderValue("=?base64?SGVsbG8sIOS4lueVjA==?="), "Hello, 世界");
  EXPECT_EQ(DecodeHeaderValue("=?base64?"
                              "?="),
            "");
  for (const char* bad : {"=?base64?SGV?=", "=?base64?SGV=sbG8?=", "=?base64?SG.s?=",
                          "=?base64?====?=", "=?base64?A===?="}) {
    EXPECT_FALSE(DecodeHeaderValue(bad)) << bad;
  }
  EXPECT_TRUE(Read({{"mcp-protocol-version", "2026-07-28"},
                    {"mcp-method", "tools/call"},
                    {"mcp-name", "=?base64?c2VhcmNo?="}},
                   "tools/call", kCallParams));
}

}  // namespace
}  // namespace arborist::serve::mcp
