// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/extras.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"

namespace arborist::llm {
namespace {

// `n` too: one question gets one answer.
constexpr std::array<std::string_view, 7> kOwned = {"max_tokens", "messages",    "model", "n",
                                                    "stream",     "temperature", "top_p"};

// verify::kClaimLatticeJsonSchema as llama.cpp's grammar. A small model goes round in circles until
// its tokens run out; so claims end somewhere, and it comes to cite.
constexpr std::string_view kClaimLatticeGrammar = R"gbnf(
root ::= "{" ws "\"claims\"" ws ":" ws "[" ws (claim ("," ws claim){0,11})? "]" ws "}"
claim ::= "{" ws "\"text\"" ws ":" ws text "," ws "\"evidence_ids\"" ws ":" ws ids "}" ws
ids ::= "[" ws (id ("," ws id){0,3})? "]" ws
id ::= "\"E" [1-9] [0-9]? "\"" ws
text ::= "\"" char{1,400} "\"" ws
char ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})
ws ::= ([ \n] ([ \n] [ ]?)?)?
)gbnf";

bool IsNamedLikeQwen3(std::string_view model) { return LowerAscii(model).contains("qwen3"); }

}  // namespace

json::Object ClaimLatticeStructuredOutputExtras(const json::Value& schema, std::string_view name) {
  return {{"guided_json", schema},
          {"json_schema", schema},
          {"response_format",
           json::Object{{"type", "json_schema"},
                        {"json_schema", json::Object{{"name", name}, {"schema", schema}}}}}};
}

std::vector<StructuredOutput> ClaimLatticeStructuredOutputs(const json::Value& schema) {
  json::Object all = ClaimLatticeStructuredOutputExtras(schema);
  json::Object response_format{{"response_format", all.at("response_format")}};
  return {{"all", std::move(all)},
          {"response_format", std::move(response_format)},
          {"grammar", {{"grammar", kClaimLatticeGrammar}}},
          {"none", {}}};
}

json::Object WithModelDefaults(std::string_view model, json::Object extra_body) {
  // Some endpoints take the switch at the top.
  if (!IsNamedLikeQwen3(model) || extra_body.contains("enable_thinking")) return extra_body;
  json::Value& arguments =
      extra_body.emplace("chat_template_kwargs", json::Object()).first->second;
  // What is there but is no object is the caller's; the endpoint will have a word on it.
  if (arguments.is_object()) arguments.as_object().emplace("enable_thinking", false);
  return extra_body;
}

Status CheckExtraBody(const json::Object& extra_body) {
  for (const std::string_view field : kOwned)
    if (extra_body.contains(field))
      return Fail(ErrorCode::kInvalidArgument, "extra_body: \"" + std::string(field) +
                                                   "\" is set by the request itself; leave it out");
  return {};
}

}  // namespace arborist::llm
