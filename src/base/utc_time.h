// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist {

// Unix seconds for people, always in UTC: "2026-11-15 18:20:01".
std::string FormatUtc(std::int64_t seconds);
// That, with a T or a space and perhaps a Z; a day alone, which is its first second; or Unix
// seconds.
Result<std::int64_t> ParseUtc(std::string_view text);

}  // namespace arborist
