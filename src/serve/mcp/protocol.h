// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/mcp/message.h"
#include "serve/mcp/tool.h"

namespace arborist::serve::mcp {

// Newest first. The first is stateless: every request says its version. The others begin with
// `initialize`.
inline constexpr std::string_view kModernVersion = "2026-07-28";
inline constexpr std::array<std::string_view, 3> kVersions = {kModernVersion, "2025-11-25",
                                                              "2025-06-18"};
bool IsLegacyVersion(std::string_view version);

// Keys of _meta that carry what a handshake used to settle.
inline constexpr std::string_view kVersionKey = "io.modelcontextprotocol/protocolVersion";
inline constexpr std::string_view kCapabilitiesKey = "io.modelcontextprotocol/clientCapabilities";
inline constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";
inline constexpr std::string_view kSubscriptionKey = "io.modelcontextprotocol/subscriptionId";

enum class Era : std::uint8_t { kLegacy, kModern };

// How a request wants to be read: by its own _meta, or by a handshake that went before. Without
// either it is refused. docs/api/mcp.md.
std::expected<Era, RpcError> EraOf(const Message& request, bool after_handshake);

// The protocol over a table of tools: no transport, no state between requests, so any number of
// threads may use one.
class Protocol {
 public:
  Protocol(std::vector<Tool> tools, Resources resources);

  // What the request does; nothing for those that are answered at once.
  std::optional<Need> NeedOf(const Message& request) const;

  // The response to a call that would wait for a model, where none is needed: nothing otherwise.
  std::optional<json::Value> AnswerAtOnce(const Message& request, Era era,
                                          const CallContext& context) const;

  using Notify = std::function<void(const json::Value& notification)>;
  // The one response. Notifications that belong to the request go out before it.
  json::Value Answer(const Message& request, Era era, CallContext context,
                     const Notify& notify) const;

 private:
  using Outcome = std::expected<json::Object, RpcError>;
  static json::Value ToMessage(const Message& request, Era era, Outcome outcome);
  Outcome Dispatch(const Message& request, Era era, const CallContext& context,
                   const Notify& notify) const;
  Outcome Initialize(const Message& request) const;
  Outcome Discover(Era era) const;
  Outcome ListTools(const Message& request, Era era, const CallContext& context) const;
  struct ReadyCall {
    const Tool* tool;
    const json::Value* arguments;
  };
  // What is to be called, or what is said instead.
  std::expected<ReadyCall, Outcome> ReadCall(const Message& request,
                                             const CallContext& context) const;
  Outcome CallTool(const Message& request, const CallContext& context) const;
  Outcome ListResources(const Message& request, Era era, const CallContext& context) const;
  Outcome ListTemplates(Era era) const;
  Outcome ReadResource(const Message& request, Era era, const CallContext& context) const;
  const Tool* FindTool(std::string_view name) const;

  std::vector<Tool> tools_;
  Resources resources_;
};

}  // namespace arborist::serve::mcp
