// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <string>
#include <thread>

#include "serve/mcp/protocol.h"

namespace arborist::serve::mcp {

inline json::Value Json(std::string_view text) {
  auto value = json::Parse(text);
  return value ? std::move(*value) : json::Value(nullptr);
}

// A protocol over three tools: echo says what it was told, in two steps; wait goes on until it is
// cancelled; forget writes.
inline Protocol SampleProtocol() {
  const json::Value input =
      Json(R"({"type":"object","additionalProperties":false,"required":["text"],)"
           R"("properties":{"text":{"type":"string"}}})");
  const json::Value output =
      Json(R"({"type":"object","required":["said"],"properties":{"said":{"type":"string"}}})");
  const json::Value nothing = Json(R"({"type":"object","additionalProperties":false})");
  std::vector<Tool> tools;
  tools.push_back(
      {.name = "echo",
       .title = "Echo",
       .description = "Says it again.",
       .input_schema = input,
       .output_schema = output,
       .call = [](const json::Value& arguments, const CallContext& context) -> Result<ToolOutput> {
         if (context.progress) {
           context.progress("hearing");
           context.progress("saying");
         }
         const std::string text = *arguments.String("text");
         if (text == "fail") return Fail(ErrorCode::kNotFound, "no such text");
         return ToolOutput{json::Object{{"said", text}},
                           {{.uri = "arborist://said/1", .name = text.size() < 8 ? "said" : text}},
                           text.starts_with("words") ? "said for people: " + text : ""};
       }});
  tools.push_back(
      {.name = "wait",
       .title = "Wait",
       .description = "Until cancelled.",
       .input_schema = nothing,
       .output_schema = output,
       .need = Need::kAsk,
       .call = [](const json::Value&, const CallContext& context) -> Result<ToolOutput> {
         for (int i = 0; i < 1000 && !context.cancelled->load(); ++i) {
           std::this_thread::sleep_for(std::chrono::milliseconds(10));
         }
         return ToolOutput{json::Object{{"said", "woken"}}};
       }});
  tools.push_back({.name = "forget",
                   .title = "Forget",
                   .description = "Writes.",
                   .input_schema = nothing,
                   .output_schema = output,
                   .need = Need::kWrite,
                   .call = [](const json::Value&, const CallContext&) -> Result<ToolOutput> {
                     return ToolOutput{json::Object{{"said", "forgotten"}}};
                   }});
  Resources resources;
  resources.list = [](const std::string& cursor, const CallContext&) -> Result<ResourcePage> {
    if (cursor.empty()) return ResourcePage{{{.uri = "arborist://said/1", .name = "said"}}, "2"};
    if (cursor == "2") return ResourcePage{};
    return Fail(ErrorCode::kInvalidArgument, "no such cursor");
  };
  resources.read = [](const std::string& uri, const CallContext&) -> Result<ResourceText> {
    if (uri != "arborist://said/1") return Fail(ErrorCode::kNotFound, "no such resource");
    return ResourceText{"text/plain", "said"};
  };
  resources.templates = {{"arborist://said/{n}", "said", "What was said", "text/plain"}};
  return {std::move(tools), std::move(resources)};
}

}  // namespace arborist::serve::mcp
