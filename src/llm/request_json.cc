// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/request_json.h"

#include <utility>

#include "llm/extras.h"

namespace arborist::llm {

Result<std::string> RequestBody(const ChatRequest& request) {
  if (request.messages.empty()) return Fail(ErrorCode::kInvalidArgument, "no messages to send");
  if (request.model.empty()) return Fail(ErrorCode::kInvalidArgument, "no model was named");
  if (request.max_tokens < 1)
    return Fail(ErrorCode::kInvalidArgument, "max_tokens must be 1 at least");
  TRY(CheckExtraBody(request.extra_body));

  json::Object body = WithModelDefaults(request.model, request.extra_body);
  json::Array messages;
  messages.reserve(request.messages.size());
  for (const Message& message : request.messages)
    messages.emplace_back(json::Object{{"role", message.role}, {"content", message.content}});
  body["messages"] = std::move(messages);
  body["model"] = request.model;
  body["temperature"] = request.temperature;
  body["max_tokens"] = request.max_tokens;
  body["top_p"] = request.top_p;
  body["stream"] = request.stream;

  const json::Value value(std::move(body));
  TRY_IN("request", json::Canonical(value));  // no NaN
  std::string line = json::DumpLine(value);
  // Replacing bytes would send a question that nobody asked.
  if (json::ToValidUtf8(line) != line)
    return Fail(ErrorCode::kInvalidArgument, "the request holds text that is not UTF-8");
  return line;
}

}  // namespace arborist::llm
