// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"
#include "serve/http/response.h"

namespace arborist::serve::openai {

// A refusal in the shape that OpenAI's clients read: {"error":{message,type,param,code}}.
struct ApiError {
  int status = 400;
  std::string message;
  std::string param = {};  // empty: null
  std::string code = {};   // empty: null
};

ApiError FromError(const Error& error);  // status and code of the one table
json::Object ToJson(const ApiError& error);
// For what is refused before a request is looked at: RouteOptions::error_shape.
json::Object ErrorShape(int status, std::string_view code, std::string_view message);
http::Response ErrorResponse(const ApiError& error);

}  // namespace arborist::serve::openai
