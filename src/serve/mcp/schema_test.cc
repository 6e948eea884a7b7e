// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/mcp/schema.h"

#include <gtest/gtest.h>

namespace arborist::serve::mcp {
namespace {

std::string Wrong(std::string_view schema, std::string_view value) {
  return Violation(*json::Parse(schema), *json::Parse(value), "arguments").value_or("");
}

constexpr std::string_view kSchema = R"({
  "type":"object","additionalProperties":false,"required":["query"],
  "properties":{
    "query":{"type":"string","minLength":1,"maxLength":4},
    "limit":{"type":"integer","minimum":1,"maximum":100},
    "mode":{"type":"string","enum":["a","b"]},
    "list":{"type":"array","maxItems":2,"items":{"type":"string"}},
    "either":{"type":["string","null"]}}})";

TEST(McpSchema, TakesWhatFits) {
  EXPECT_EQ(Wrong(kSchema, R"({"query":"äöüß","limit":100,"mode":"a","list":["x"],"either":null})"),
            "");
}

TEST(McpSchema, RefusesUnknownParametersAndNamesTheKnown) {
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","endpoint":"http://x"})"),
            "arguments has no parameter \"endpoint\"; there are: either, limit, list, mode, query");
}

TEST(McpSchema, NamesThePlaceAndTheRule) {
  EXPECT_EQ(Wrong(kSchema, "{}"), "arguments needs query");
  EXPECT_EQ(Wrong(kSchema, R"({"query":1})"), "arguments.query must be a string");
  EXPECT_EQ(Wrong(kSchema, R"({"query":""})"), "arguments.query must not be empty");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"abcde"})"),
            "arguments.query must have at most 4 characters");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","limit":0})"), "arguments.limit must be at least 1");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","limit":101})"), "arguments.limit must be at most 100");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","limit":1.5})"), "arguments.limit must be an integer");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","mode":"c"})"), "arguments.mode must be one of a, b");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","list":["x",2]})"),
            "arguments.list[1] must be a string");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","list":["x","y","z"]})"),
            "arguments.list must have at most 2 entries");
  EXPECT_EQ(Wrong(kSchema, R"({"query":"a","either":1})"),
            "arguments.either must be of type string or null");
  EXPECT_EQ(Wrong(kSchema, "[]"), "arguments must be an object");
}

}  // namespace
}  // namespace arborist::serve::mcp
