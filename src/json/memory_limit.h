// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

#include "json/value.h"

namespace arborist::json {

// The most memory that Parse may use for a value while it is made. A number of one digit costs more
// than forty bytes, so a small hostile text could take much. The limit is six times the largest
// bundle, whose hashes take three times their text.
inline constexpr std::size_t kMaxMemory = std::size_t{384} << 20;

// Parse with another limit on memory; kLimitExceeded beyond it.
Result<Value> ParseWithin(std::size_t max_memory, std::string_view text,
                          const ParseLimits& limits = {});

}  // namespace arborist::json
