// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>

namespace arborist::text {

// A number as small Roman digits: 14 is "xiv". 0 is empty; its length grows with number / 1000.
std::string Roman(std::uint32_t number);

}  // namespace arborist::text
