// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/rpc_server.h"
#include "base/result.h"
#include "json/value.h"

namespace arborist::golden {

// {"method","params","result"} or {"method","params","error":true}, one a line: the golden files
// and our own vectors.
struct Case {
  std::string place;  // file:line
  std::string method;
  json::Value params;
  std::optional<json::Value> result;  // none: an error is expected
};

// Also of a compressed file.
Result<std::vector<Case>> ReadCases(const std::filesystem::path& file);

// Whether `got` is what `expected` says, by the rules of docs/contract.md: objects may hold more
// than is expected, numbers compare by value, `rationale` and `reason` in violations and every
// entry of `reasons` with a lower-case letter are left out.
bool Matches(const json::Value& expected, const json::Value& got);

// Runs a case as a request line through the server. Empty, or what went wrong.
std::string RunCase(const app::RpcServer& server, const Case& golden);

}  // namespace arborist::golden
