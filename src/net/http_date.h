// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace arborist::net {

// Unix seconds of a date in a header, in any of HTTP's three spellings.
std::optional<std::int64_t> ParseHttpDate(std::string_view text);

// The pause that a Retry-After header (seconds, or a date) asks for; nullopt if it is neither.
std::optional<std::chrono::milliseconds> ParseRetryAfter(std::string_view value,
                                                         std::int64_t now_seconds);

}  // namespace arborist::net
