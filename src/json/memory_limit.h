// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

#include "json/value.h"

namespace arborist::json {

// What a value, and the parser while it makes it, may hold: a number of one digit costs forty bytes
// and more. Parse allows this much, six times the largest bundle, whose hashes cost three times
// their text.
inline constexpr std::size_t kMaxMemory = std::size_t{384} << 20;

// Parse with another limit on memory; kLimitExceeded beyond it.
Result<Value> ParseWithin(std::size_t max_memory, std::string_view text,
                          const ParseLimits& limits = {});

}  // namespace arborist::json
