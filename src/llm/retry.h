// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arborist::llm {

// The states of an endpoint that pass: 429, 502, 503, 504. Asking again then is not asking the
// model again, for it has not answered.
bool IsTransient(int status);

// base, 2 base, 4 base...: the wait after attempt 1, 2, 3...
std::chrono::milliseconds Backoff(std::chrono::milliseconds base, int attempt);

// How long a Retry-After header (seconds, or a date) asks to wait; nothing when it says neither.
std::optional<std::chrono::milliseconds> ParseRetryAfter(std::string_view value,
                                                         std::int64_t now_seconds);

}  // namespace arborist::llm
