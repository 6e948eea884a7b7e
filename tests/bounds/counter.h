// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

namespace arborist::bounds {

// Steps of the counted objects so far, and of what the C library copies and searches for them:
// edges of the program's flow, and one for each 16 bytes.
std::uint64_t Steps();

// What is known to be done where no step is seen.
void AddSteps(std::uint64_t steps);

}  // namespace arborist::bounds
