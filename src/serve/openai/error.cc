// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/openai/error.h"

#include "base/error_table.h"

namespace arborist::serve::openai {

namespace {

std::string_view TypeOf(int status) {
  switch (status) {
    case 401:
      return "authentication_error";
    case 403:
      return "permission_error";
    case 429:
      return "rate_limit_error";
    default:
      return status >= 500 ? "server_error" : "invalid_request_error";
  }
}

json::Value OrNull(const std::string& text) {
  return text.empty() ? json::Value(nullptr) : json::Value(text);
}

}  // namespace

ApiError FromError(const Error& error) {
  const ErrorFace face = FaceOf(error.code);
  return {.status = face.http_status, .message = error.message, .code = std::string(face.name)};
}

json::Object ToJson(const ApiError& error) {
  return {{"error", json::Object{{"message", error.message},
                                 {"type", TypeOf(error.status)},
                                 {"param", OrNull(error.param)},
                                 {"code", OrNull(error.code)}}}};
}

json::Object ErrorShape(int status, std::string_view code, std::string_view message) {
  return ToJson({.status = status, .message = std::string(message), .code = std::string(code)});
}

http::Response ErrorResponse(const ApiError& error) {
  return http::ErrorResponse(error.status, ToJson(error));
}

}  // namespace arborist::serve::openai
