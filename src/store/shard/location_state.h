// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace arborist::store {

// What a location is: where its text stands now; where nothing stands now; where another text
// stands now. In the order of their names, by which the locations of a document are sorted.
enum class LocationState : std::uint8_t { kCurrent, kGone, kSuperseded };

// As it is stored, and as it is shown: current, gone, superseded.
std::string_view Name(LocationState state);
std::optional<LocationState> LocationStateFromName(std::string_view name);

}  // namespace arborist::store
