// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "json/value.h"

namespace arborist::serve::mcp {

// JSON-RPC's codes, and those that the protocol's revisions define beside them.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;
inline constexpr int kResourceNotFoundLegacy = -32002;  // until 2025-11-25
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kUnsupportedVersion = -32022;

struct RpcError {
  int code = kInternalError;
  std::string message;
  json::Value data = nullptr;  // null: none
};

enum class MessageKind : std::uint8_t { kRequest, kNotification, kResponse };

// One JSON-RPC message of a client. Batches were taken out of the protocol in 2025-06-18.
struct Message {
  MessageKind kind = MessageKind::kNotification;
  json::Value id = nullptr;  // of a request: a string or an integer
  std::string method;
  json::Value params = json::Object{};  // an object

  const json::Value* Meta(std::string_view key) const;  // of params._meta
};

// What could not be taken as a message; with the id where it could be read.
struct BadMessage {
  json::Value id = nullptr;
  RpcError error;
};

inline constexpr std::size_t kMaxMessageBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMaxMessageDepth = 64;
inline constexpr std::size_t kMaxMessageMemory = std::size_t{64} << 20;
inline constexpr std::size_t kMaxIdBytes = 1024;

std::expected<Message, BadMessage> ReadMessage(std::string_view text);

json::Value ResultMessage(const json::Value& id, json::Object result);
json::Value ErrorMessage(const json::Value& id, const RpcError& error);  // null id: left out
json::Value NotificationMessage(std::string_view method, json::Object params);

}  // namespace arborist::serve::mcp
