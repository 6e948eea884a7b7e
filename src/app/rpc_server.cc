// SPDX-License-Identifier: AGPL-3.0-only
// JSON-RPC 2.0 over a table of pure functions. Notifications do nothing, because no method has an
// effect. Batches are bounded, for each answer is larger than the smallest request.
#include "app/rpc_server.h"

#include <array>
#include <utility>

#include "base/check.h"
#include "base/error_table.h"

namespace arborist::app {

namespace {

std::array<std::span<const RpcMethod>, 9> AllMethods() {
  return {
      TextMethods(),     JsonMethods(),     KeyMethods(),    DocumentMethods(), WikitextMethods(),
      QuestionMethods(), EvidenceMethods(), RunDagMethods(), VerifyMethods(),
  };
}

json::Value ErrorResponse(const json::Value& id, int code, std::string_view message,
                          std::string_view name = {}) {
  json::Object error{{"code", code}, {"message", message}};
  if (!name.empty()) error.emplace("data", json::Object{{"code", name}});
  return json::Object{{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}};
}

bool IsId(const json::Value& id) { return id.is_null() || id.is_string() || id.is_number(); }

}  // namespace

RpcServer::RpcServer() {
  for (const std::span<const RpcMethod> group : AllMethods()) {
    for (const RpcMethod& method : group) CHECK(methods_.emplace(method.name, method).second);
  }
}

std::vector<std::string_view> RpcServer::method_names() const {
  std::vector<std::string_view> names;
  names.reserve(methods_.size());
  for (const auto& [name, method] : methods_) names.push_back(name);
  return names;
}

std::string RpcServer::ErrorLine(int code, std::string_view message) {
  return json::DumpLine(ErrorResponse(nullptr, code, message));
}

std::optional<std::string> RpcServer::Handle(std::string_view line) const {
  const auto parsed = json::Parse(line);
  if (!parsed) return ErrorLine(kParseError, parsed.error().message);
  if (parsed->is_array()) return HandleBatch(parsed->as_array());
  const std::optional<json::Value> response = HandleRequest(*parsed);
  if (!response) return std::nullopt;
  return json::DumpLine(*response);
}

std::optional<std::string> RpcServer::HandleBatch(const json::Array& batch) const {
  if (batch.empty()) return ErrorLine(kInvalidRequest, "an empty batch");
  // Each answer is larger than the smallest request.
  constexpr std::size_t kMaxBatch = 10'000;
  if (batch.size() > kMaxBatch) {
    return ErrorLine(kInvalidRequest,
                     "a batch holds at most " + std::to_string(kMaxBatch) + " requests");
  }
  json::Array responses;
  for (const json::Value& request : batch) {
    if (auto response = HandleRequest(request)) responses.push_back(std::move(*response));
  }
  if (responses.empty()) return std::nullopt;
  return json::DumpLine(responses);
}

std::optional<json::Value> RpcServer::HandleRequest(const json::Value& request) const {
  if (!request.is_object()) {
    return ErrorResponse(nullptr, kInvalidRequest, "a request must be an object");
  }
  const json::Value* id_member = request.Find("id");
  const bool notification = id_member == nullptr;
  const json::Value id = notification || !IsId(*id_member) ? json::Value(nullptr) : *id_member;
  if (!notification && !IsId(*id_member)) {
    return ErrorResponse(id, kInvalidRequest, "field id must be a string, a number or null");
  }
  const json::Value* version = request.Find("jsonrpc");
  if (version == nullptr || *version != json::Value("2.0")) {
    return ErrorResponse(id, kInvalidRequest, "field jsonrpc must be \"2.0\"");
  }
  const json::Value* name = request.Find("method");
  if (name == nullptr || !name->is_string()) {
    return ErrorResponse(id, kInvalidRequest, "field method must be a string");
  }
  if (notification) return std::nullopt;  // every method is pure: without an answer, nothing to do
  const auto method = methods_.find(name->as_string());
  if (method == methods_.end()) {
    return ErrorResponse(id, kMethodNotFound, "unknown method " + name->as_string());
  }
  static const json::Value kNoParams{json::Object{}};
  const json::Value* params = request.Find("params");
  if (params == nullptr) params = &kNoParams;
  if (!params->is_object()) {
    return ErrorResponse(id, kInvalidParams, "field params must be an object: params go by name");
  }
  auto result = method->second.call(*params);
  if (!result) {
    const ErrorFace face = FaceOf(result.error().code);
    return ErrorResponse(id, face.json_rpc_code, result.error().message, face.name);
  }
  return json::Object{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(*result)}};
}

}  // namespace arborist::app
