// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/location_state.h"

namespace arborist::store {

std::string_view Name(LocationState state) {
  switch (state) {
    case LocationState::kGone:
      return "gone";
    case LocationState::kSuperseded:
      return "superseded";
    case LocationState::kCurrent:
      break;
  }
  return "current";
}

std::optional<LocationState> LocationStateFromName(std::string_view name) {
  for (const LocationState state :
       {LocationState::kCurrent, LocationState::kGone, LocationState::kSuperseded}) {
    if (Name(state) == name) return state;
  }
  return std::nullopt;
}

}  // namespace arborist::store
