// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>

namespace arborist::cli {

// Unix seconds as people write them: 2026-11-15 18:30:00 UTC.
std::string UtcTime(std::int64_t seconds);

}  // namespace arborist::cli
