// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace arborist::serve::http {

// What a request line asks for.
struct Target {
  std::string authority;  // of an absolute target, else empty
  std::string path;       // decoded
  std::vector<std::pair<std::string, std::string>> query;
};

// Decodes a target once. Refuses what leads somewhere else for somebody who decodes or normalises
// differently: dot segments, empty segments, encoded slashes, a second parameter of one name,
// control characters, what is not UTF-8.
Result<Target> ParseTarget(std::string_view raw);

}  // namespace arborist::serve::http
