// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/extras.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "llm/request_json.h"

namespace arborist::llm {
namespace {

json::Object ObjectOf(std::string_view text) { return json::Parse(text)->as_object(); }

std::string Defaults(std::string_view model, std::string_view extra_body) {
  return json::Dump(WithModelDefaults(model, ObjectOf(extra_body)));
}

TEST(StructuredOutput, TellsEveryEngineInItsOwnWords) {
  const json::Value schema = *json::Parse(R"({"type":"object"})");
  EXPECT_EQ(
      json::Dump(ClaimLatticeStructuredOutputExtras(schema)),
      R"({"guided_json":{"type":"object"},"json_schema":{"type":"object"},)"
      R"("response_format":{"json_schema":{"name":"claim_lattice","schema":{"type":"object"}},)"
      R"("type":"json_schema"}})");
  const json::Object named = ClaimLatticeStructuredOutputExtras(schema, "other");
  EXPECT_EQ(named.at("response_format").Find("json_schema")->String("name"), "other");
}

TEST(StructuredOutput, HasWaysForEnginesThatRefuseTheFirst) {
  const json::Value schema = *json::Parse(R"({"type":"object"})");
  const auto ways = ClaimLatticeStructuredOutputs(schema);
  ASSERT_EQ(ways.size(), 4u);
  EXPECT_EQ(ways[0].name, "all");
  EXPECT_EQ(ways[0].extras, ClaimLatticeStructuredOutputExtras(schema));
  EXPECT_EQ(ways[1].name, "response_format");
  EXPECT_EQ(ways[1].extras.size(), 1u);
  EXPECT_EQ(ways[1].extras.at("response_format"), ways[0].extras.at("response_format"));
  EXPECT_EQ(ways[2].name, "grammar");
  ASSERT_EQ(ways[2].extras.size(), 1u);
  EXPECT_TRUE(ways[2].extras.at("grammar").as_string().contains("root ::="));
  EXPECT_EQ(ways[3].name, "none");
  EXPECT_TRUE(ways[3].extras.empty());
}

// As the requests are recorded: what each engine gets. llama.cpp has taken the grammar; the schemas
// are made after the manuals of vLLM, Ollama and OpenAI.
TEST(SelectionOutput, AllowsTheIdsOfTheRunAndNoWord) {
  const std::vector<std::string> ids = {"E1.1", "E1.2", "E12.3"};
  const auto ways = SelectionStructuredOutputs(ids, 6, "Not in the sources.");
  ASSERT_EQ(ways.size(), 4u);
  EXPECT_EQ(ways[0].name, "all");
  const std::string schema =
      R"({"additionalProperties":false,"properties":{"ids":{"items":{"enum":["E1.1","E1.2",)"
      R"("E12.3"],"type":"string"},"maxItems":6,"type":"array"}},"required":["ids"],)"
      R"("type":"object"})";
  EXPECT_EQ(json::Dump(ways[0].extras),
            R"({"guided_json":)" + schema + R"(,"json_schema":)" + schema +
                R"(,"response_format":{"json_schema":{"name":"selection","schema":)" + schema +
                R"(},"type":"json_schema"}})");
  EXPECT_EQ(ways[1].name, "response_format");
  EXPECT_EQ(ways[1].extras.size(), 1u);
  EXPECT_EQ(ways[2].name, "grammar");
  EXPECT_EQ(ways[2].extras.at("grammar").as_string(),
            "root ::= \"Not in the sources.\" | id (\", \" id){0,5}\n"
            "id ::= \"E1.\" (\"1\" | \"2\") | \"E12.\" (\"3\")\n");
  EXPECT_EQ(ways[3].name, "none");
  EXPECT_TRUE(ways[3].extras.empty());
}

TEST(SelectionOutput, OneIdOrNoneIsAGrammarToo) {
  const std::vector<std::string> one = {"E1.1"};
  EXPECT_EQ(SelectionStructuredOutputs(one, 1, "No.")[2].extras.at("grammar").as_string(),
            "root ::= \"No.\" | id\nid ::= \"E1.\" (\"1\")\n");
  const auto none = SelectionStructuredOutputs({}, 6, "No.");
  ASSERT_EQ(none.size(), 2u);
  EXPECT_EQ(none[0].extras.at("grammar").as_string(), "root ::= \"No.\"\n");
}

TEST(Qwen3, DoesNotThinkAloudByDefault) {
  constexpr std::string_view kOff = R"({"chat_template_kwargs":{"enable_thinking":false}})";
  for (const auto* model : {"Qwen3-8B", "Qwen/Qwen3-30B-A3B", "qwen3:8b", "QWEN3", "my-qwen3-tune"})
    EXPECT_EQ(Defaults(model, "{}"), kOff) << model;
  for (const auto* model : {"Qwen2.5-7B", "qwen", "Hermes-3-Llama-3.1-8B", ""})
    EXPECT_EQ(Defaults(model, "{}"), "{}") << model;
}

TEST(Qwen3, KeepsWhatTheCallerSaid) {
  for (const auto* said : {R"({"chat_template_kwargs":{"enable_thinking":true}})",
                           R"({"enable_thinking":true})", R"({"chat_template_kwargs":null})"})
    EXPECT_EQ(Defaults("Qwen3", said), said);
  EXPECT_EQ(Defaults("Qwen3", R"({"chat_template_kwargs":{"a":1},"seed":7})"),
            R"({"chat_template_kwargs":{"a":1,"enable_thinking":false},"seed":7})");
}

TEST(ExtraBody, CannotOverrideTheRequest) {
  for (const std::string field :
       {"messages", "model", "stream", "temperature", "max_tokens", "top_p", "n"}) {
    ChatRequest request{.messages = {{"user", "x"}}, .model = "m"};
    request.extra_body[field] = 1;
    const auto body = RequestBody(request);
    ASSERT_FALSE(body) << field;
    EXPECT_EQ(body.error().code, ErrorCode::kInvalidArgument);
    EXPECT_NE(body.error().message.find("\"" + field + "\""), std::string::npos);
  }
}

TEST(RequestBody, HasEveryField) {
  ChatRequest request{.messages = {{"system", "s"}, {"user", "ü"}}, .model = "m"};
  request.extra_body["seed"] = 7;
  EXPECT_EQ(RequestBody(request),
            R"({"max_tokens":512,"messages":[{"content":"s","role":"system"},)"
            R"({"content":"ü","role":"user"}],"model":"m","seed":7,"stream":false,)"
            R"("temperature":0.1,"top_p":1.0})");
}

TEST(RequestBody, RefusesWhatIsNoQuestion) {
  const ChatRequest good{.messages = {{"user", "x"}}, .model = "m"};
  ASSERT_TRUE(RequestBody(good));
  ChatRequest bad = good;
  bad.messages.clear();
  EXPECT_FALSE(RequestBody(bad));
  bad = good;
  bad.model.clear();
  EXPECT_FALSE(RequestBody(bad));
  bad = good;
  bad.max_tokens = 0;
  EXPECT_FALSE(RequestBody(bad));
  bad = good;
  bad.temperature = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(RequestBody(bad));
  bad = good;
  bad.messages[0].content = "\xff";
  EXPECT_FALSE(RequestBody(bad));
}

}  // namespace
}  // namespace arborist::llm
