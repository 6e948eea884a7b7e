// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arborist::net {

// Unix seconds of a date in a header, in any of HTTP's three spellings.
std::optional<std::int64_t> ParseHttpDate(std::string_view text);

}  // namespace arborist::net
