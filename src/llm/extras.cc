// SPDX-License-Identifier: AGPL-3.0-only
// What goes into extra_body: the ways in which engines accept an output schema, and switches for
// single models. Grammars are llama.cpp's GBNF. They bound every repetition, because a small model
// otherwise circles until its tokens run out, and for selections they list the very ids, so that no
// other text can be generated.
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

// judge::kClaimLatticeJsonSchema as a grammar of llama.cpp, with bounds: a small model repeats
// itself until its tokens run out, so claims must end somewhere.
constexpr std::string_view kClaimLatticeGrammar = R"gbnf(
root ::= "{" ws "\"claims\"" ws ":" ws "[" ws (claim ("," ws claim){0,11})? "]" ws "}"
claim ::= "{" ws "\"text\"" ws ":" ws text "," ws "\"evidence_ids\"" ws ":" ws ids "}" ws
ids ::= "[" ws (id ("," ws id){0,3})? "]" ws
id ::= "\"E" [1-9] [0-9]? "\"" ws
text ::= "\"" char{1,400} "\"" ws
char ::= [^"\\\x7F\x00-\x1F] | "\\" (["\\/bfnrt] | "u" [0-9a-fA-F]{4})
ws ::= ([ \n] ([ \n] [ ]?)?)?
)gbnf";

json::Value SelectionSchema(std::span<const std::string> ids, std::size_t most) {
  return json::Object{
      {"type", "object"},
      {"properties",
       json::Object{{"ids", json::Object{{"type", "array"},
                                         {"items", json::Object{{"type", "string"},
                                                                {"enum", json::Array(ids.begin(),
                                                                                     ids.end())}}},
                                         {"maxItems", static_cast<std::int64_t>(most)}}}}},
      {"required", json::Array{"ids"}},
      {"additionalProperties", false}};
}

std::string Quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

// root ::= "Not in the sources." | id (", " id){0,5}. Ids are grouped by their common beginning:
// E1.1 and E1.2 become "E1." ("1" | "2").
std::string SelectionGrammar(std::span<const std::string> ids, std::size_t most,
                             std::string_view decline) {
  std::string grammar = "root ::= " + Quoted(decline);
  if (ids.empty()) return grammar + "\n";
  grammar += " | id";
  if (most > 1) grammar += " (\", \" id){0," + std::to_string(most - 1) + "}";
  grammar += "\nid ::= ";
  std::string_view open;
  for (const std::string& id : ids) {
    const std::size_t stop = id.rfind('.') + 1;  // npos + 1 is 0
    const std::string_view beginning = std::string_view(id).substr(0, stop);
    const bool is_first = &id == &ids.front();
    if (is_first || beginning != open) {
      if (!is_first) grammar += ") | ";
      grammar += Quoted(beginning) + " (";
      open = beginning;
    } else {
      grammar += " | ";
    }
    grammar += Quoted(std::string_view(id).substr(stop));
  }
  return grammar + ")\n";
}

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

std::vector<StructuredOutput> SelectionStructuredOutputs(std::span<const std::string> ids,
                                                         std::size_t most,
                                                         std::string_view decline) {
  json::Object all = ClaimLatticeStructuredOutputExtras(SelectionSchema(ids, most), "selection");
  json::Object response_format{{"response_format", all.at("response_format")}};
  std::vector<StructuredOutput> ways;
  // A schema with an empty enumeration is none.
  if (!ids.empty()) {
    ways.push_back({"all", std::move(all)});
    ways.push_back({"response_format", std::move(response_format)});
  }
  ways.push_back({"grammar", {{"grammar", SelectionGrammar(ids, most, decline)}}});
  ways.push_back({"none", {}});
  return ways;
}

json::Object WithModelDefaults(std::string_view model, json::Object extra_body) {
  // Some endpoints have the switch at the top level.
  if (!IsNamedLikeQwen3(model) || extra_body.contains("enable_thinking")) return extra_body;
  json::Value& arguments = extra_body.emplace("chat_template_kwargs", json::Object()).first->second;
  // A value that is no object is the caller's own; the endpoint will report it.
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
