// SPDX-License-Identifier: AGPL-3.0-only
// Reads one JSON-RPC message within limits of size, depth and memory, and makes answers. An id is
// echoed in an error only after it was found to be a valid one.
#include "serve/mcp/message.h"

#include <utility>

#include "json/memory_limit.h"

namespace arborist::serve::mcp {

namespace {

std::unexpected<BadMessage> Bad(const json::Value& id, int code, std::string message) {
  return std::unexpected(BadMessage{id, {code, std::move(message)}});
}

bool IsId(const json::Value& id) {
  return id.is_int() || (id.is_string() && id.as_string().size() <= kMaxIdBytes);
}

}  // namespace

const json::Value* Message::Meta(std::string_view key) const {
  const json::Value* meta = params.Find("_meta");
  return meta == nullptr ? nullptr : meta->Find(key);
}

std::expected<Message, BadMessage> ReadMessage(std::string_view text) {
  if (text.size() > kMaxMessageBytes) {
    return Bad(nullptr, kInvalidRequest,
               "the message is longer than " + std::to_string(kMaxMessageBytes) + " bytes");
  }
  auto parsed = json::ParseWithin(kMaxMessageMemory, text,
                                  {.max_depth = kMaxMessageDepth, .max_bytes = kMaxMessageBytes});
  if (!parsed) return Bad(nullptr, kParseError, parsed.error().message);
  if (parsed->is_array()) {
    return Bad(nullptr, kInvalidRequest, "batches are not part of the protocol; send one message");
  }
  if (!parsed->is_object()) return Bad(nullptr, kInvalidRequest, "a message must be an object");
  json::Object& fields = parsed->as_object();

  const json::Value* id = parsed->Find("id");
  if (id != nullptr && !IsId(*id)) {
    return Bad(nullptr, kInvalidRequest, "field id must be a string or an integer");
  }
  const json::Value known_id = id != nullptr ? *id : json::Value(nullptr);
  if (const json::Value* version = parsed->Find("jsonrpc");
      version == nullptr || *version != json::Value("2.0")) {
    return Bad(known_id, kInvalidRequest, "field jsonrpc must be \"2.0\"");
  }
  Message message;
  message.id = known_id;
  const json::Value* method = parsed->Find("method");
  if (method == nullptr && (fields.contains("result") || fields.contains("error"))) {
    message.kind = MessageKind::kResponse;
    return message;
  }
  if (method == nullptr || !method->is_string()) {
    return Bad(known_id, kInvalidRequest, "field method must be a string");
  }
  message.method = method->as_string();
  message.kind = id != nullptr ? MessageKind::kRequest : MessageKind::kNotification;
  if (const auto params = fields.find("params"); params != fields.end()) {
    if (!params->second.is_object()) {
      return Bad(known_id, kInvalidParams, "field params must be an object");
    }
    message.params = std::move(params->second);
  }
  if (const json::Value* meta = message.params.Find("_meta");
      meta != nullptr && !meta->is_object()) {
    return Bad(known_id, kInvalidParams, "field params._meta must be an object");
  }
  return message;
}

json::Value ResultMessage(const json::Value& id, json::Object result) {
  return json::Object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}};
}

json::Value ErrorMessage(const json::Value& id, const RpcError& error) {
  json::Object body{{"code", error.code}, {"message", error.message}};
  if (!error.data.is_null()) body.emplace("data", error.data);
  json::Object message{{"jsonrpc", "2.0"}, {"error", std::move(body)}};
  if (!id.is_null()) message.emplace("id", id);
  return message;
}

json::Value NotificationMessage(std::string_view method, json::Object params) {
  return json::Object{{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}};
}

}  // namespace arborist::serve::mcp
