// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

namespace arborist::text {

// The line without a bullet or number at its start.
std::string_view StripBullet(std::string_view line);

}  // namespace arborist::text
