// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "serve/http/response.h"

namespace arborist::serve::http {

// How an answer travels.
struct HeadOptions {
  bool chunked = false;
  bool old = false;    // HTTP/1.0: no chunks
  bool close = false;  // the connection ends with it
  const std::string* granted_origin = nullptr;
};

// Status line and header, with what every answer has: no sniffing, no caching, no embedding, unless
// the response says otherwise.
std::string AnswerHead(const Response& response, const HeadOptions& options);

std::string HttpDate();  // now

}  // namespace arborist::serve::http
