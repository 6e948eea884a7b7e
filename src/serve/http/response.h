// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace arborist::serve::http {

struct Response {
  int status = 200;
  std::string content_type = "application/json";
  std::vector<std::pair<std::string, std::string>> headers =
      {};  // beside those that every answer has
  std::string body = {};
};

Response JsonResponse(const json::Value& value, int status = 200);

// How an error is written: as docs/contract.md has it, or as the clients of a route read it.
using ErrorShape = json::Object (*)(int status, std::string_view code, std::string_view message);
// {"error":{"code","message"}}
json::Object ContractError(int status, std::string_view code, std::string_view message);

// With the status of the one table (base/error_table.h), or of HTTP's own refusals, and the headers
// that belong to it.
Response ErrorResponse(const Error& error, ErrorShape shape = ContractError);
Response ErrorResponse(int status, const json::Object& body);

}  // namespace arborist::serve::http
