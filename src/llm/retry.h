// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arborist::llm {

// States of an endpoint that pass: 429, 502, 503, 504. A retry then does not ask the model twice,
// for it has not answered.
bool IsTransient(int status);

// base, 2 base, 4 base, ...: the pause after attempt 1, 2, 3, ...
std::chrono::milliseconds Backoff(std::chrono::milliseconds base, int attempt);

// The pause that a Retry-After header (seconds, or a date) asks for; nullopt if it is neither.
std::optional<std::chrono::milliseconds> ParseRetryAfter(std::string_view value,
                                                         std::int64_t now_seconds);

}  // namespace arborist::llm
