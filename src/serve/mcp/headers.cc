// SPDX-License-Identifier: AGPL-3.0-only
// The headers of stateless requests repeat version, method and name of the body, for proxies that
// route by them. They must agree with the body: otherwise a proxy allows one call and the server
// makes another.
#include "serve/mcp/headers.h"

#include <cstdint>
#include <utility>

namespace arborist::serve::mcp {

namespace {

std::unexpected<RpcError> Mismatch(std::string message) {
  return std::unexpected(RpcError{kHeaderMismatch, "Header mismatch: " + std::move(message)});
}

std::optional<std::string> DecodeBase64(std::string_view text) {
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  if (text.size() % 4 != 0) return std::nullopt;
  std::string bytes;
  while (!text.empty()) {
    std::uint32_t group = 0;
    std::size_t padding = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t digit = kAlphabet.find(text[i]);
      if (text[i] == '=' && text.size() == 4 && i >= 2) {
        ++padding;
      } else if (digit == std::string_view::npos || padding > 0) {
        return std::nullopt;
      }
      group = (group << 6) | static_cast<std::uint32_t>(padding > 0 ? 0 : digit);
    }
    for (std::size_t i = 0; i < 3 - padding; ++i) {
      bytes += static_cast<char>((group >> (16 - 8 * i)) & 0xFF);
    }
    text.remove_prefix(4);
  }
  return bytes;
}

// The member of params that Mcp-Name repeats; empty: none.
std::string_view NamedBy(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : "";
}

std::expected<void, RpcError> CheckName(const http::Request& request, const Message& message) {
  const std::string_view member = NamedBy(message.method);
  if (member.empty()) return {};
  const std::string* header = request.Header("mcp-name");
  if (header == nullptr) return Mismatch("Mcp-Name is missing");
  const json::Value* named = message.params.Find(member);
  const auto value = DecodeHeaderValue(*header);
  if (!value || named == nullptr || *named != json::Value(*value)) {
    return Mismatch("Mcp-Name is not params." + std::string(member));
  }
  return {};
}

}  // namespace

std::optional<std::string> DecodeHeaderValue(std::string_view value) {
  constexpr std::string_view kBegin = "=?base64?";
  constexpr std::string_view kEnd = "?=";
  if (!value.starts_with(kBegin) || !value.ends_with(kEnd) ||
      value.size() < kBegin.size() + kEnd.size()) {
    return std::string(value);
  }
  value.remove_prefix(kBegin.size());
  value.remove_suffix(kEnd.size());
  return DecodeBase64(value);
}

std::expected<Era, RpcError> EraOfPost(const http::Request& request, const Message& message) {
  const std::string* header = request.Header("mcp-protocol-version");
  const json::Value* meta = message.Meta(kVersionKey);
  const bool stateless =
      (header != nullptr && *header == kModernVersion) ||
      (meta != nullptr && !IsLegacyVersion(meta->is_string() ? meta->as_string() : ""));
  if (!stateless) {
    if (header != nullptr && !IsLegacyVersion(*header)) {
      json::Array supported(kVersions.begin(), kVersions.end());
      return std::unexpected(
          RpcError{kUnsupportedVersion, "Unsupported protocol version",
                   json::Object{{"supported", std::move(supported)}, {"requested", *header}}});
    }
    return EraOf(message, true);
  }
  if (header == nullptr) return Mismatch("MCP-Protocol-Version is missing");
  if (meta != nullptr && *meta != json::Value(*header)) {
    return Mismatch("MCP-Protocol-Version is not _meta." + std::string(kVersionKey));
  }
  TRY_ASSIGN(const Era era, EraOf(message, false));
  const std::string* method = request.Header("mcp-method");
  if (method == nullptr) return Mismatch("Mcp-Method is missing");
  if (*method != message.method) return Mismatch("Mcp-Method is not the method of the body");
  TRY(CheckName(request, message));
  return era;
}

}  // namespace arborist::serve::mcp
