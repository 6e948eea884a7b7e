// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "serve/http/request.h"
#include "serve/mcp/protocol.h"

namespace arborist::serve::mcp {

// How a POST wants to be read, with its headers held against its body: a proxy that decides by the
// header must not be told another thing than we are.
std::expected<Era, RpcError> EraOfPost(const http::Request& request, const Message& message);

// A header's value as clients write what is not plain ASCII: =?base64?...?=. Nothing when that is
// not base64.
std::optional<std::string> DecodeHeaderValue(std::string_view value);

}  // namespace arborist::serve::mcp
