// SPDX-License-Identifier: AGPL-3.0-only
// JSON responses, and errors by the table of base/error_table.h in the shape of the route.
#include "serve/http/response.h"

#include "base/error_table.h"

namespace arborist::serve::http {

Response JsonResponse(const json::Value& value, int status) {
  Response response;
  response.status = status;
  response.body = json::ToValidUtf8(json::DumpLine(value));
  response.body.push_back('\n');
  return response;
}

json::Object ContractError(int /*status*/, std::string_view code, std::string_view message) {
  return {{"error", json::Object{{"code", code}, {"message", message}}}};
}

Response ErrorResponse(int status, const json::Object& body) {
  Response response = JsonResponse(body, status);
  if (status == 401) response.headers.emplace_back("WWW-Authenticate", "Bearer");
  if (status == 429) response.headers.emplace_back("Retry-After", "5");
  return response;
}

Response ErrorResponse(const Error& error, ErrorShape shape) {
  const ErrorFace face = FaceOf(error.code);
  return ErrorResponse(face.http_status, shape(face.http_status, face.name, error.message));
}

}  // namespace arborist::serve::http
