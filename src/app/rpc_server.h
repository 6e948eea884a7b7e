// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/methods.h"
#include "json/value.h"

namespace arborist::app {

// JSON-RPC 2.0 over the table of methods: text in, text out, no I/O and no state between requests,
// so one server may be used by several threads. Params are taken by name.
class RpcServer {
 public:
  static constexpr int kParseError = -32700;
  static constexpr int kInvalidRequest = -32600;
  static constexpr int kMethodNotFound = -32601;
  static constexpr int kInvalidParams = -32602;

  RpcServer();  // with every method we have

  // The response to one line (a request or a batch), without a line feed: canonical JSON as
  // json::DumpLine writes it. Nothing for a notification, or a batch of notifications.
  std::optional<std::string> Handle(std::string_view line) const;

  // An answer to a line that could not be taken as a request at all.
  static std::string ErrorLine(int code, std::string_view message);

  bool Serves(std::string_view method) const { return methods_.contains(method); }
  std::vector<std::string_view> method_names() const;  // in order

 private:
  std::optional<json::Value> HandleRequest(const json::Value& request) const;
  std::optional<std::string> HandleBatch(const json::Array& batch) const;

  std::map<std::string_view, RpcMethod, std::less<>> methods_;
};

}  // namespace arborist::app
