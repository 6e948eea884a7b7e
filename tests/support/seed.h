// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <cstdlib>

namespace arborist::testing_support {

// Of tests that draw lots. ARBORIST_SEED sets it; they print it, so that what failed can be made to
// fail again.
inline std::uint32_t Seed() {
  const char* const given = std::getenv("ARBORIST_SEED");
  return given == nullptr ? std::uint32_t{1}
                          : static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10));
}

}  // namespace arborist::testing_support
