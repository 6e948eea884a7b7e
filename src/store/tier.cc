// SPDX-License-Identifier: AGPL-3.0-only
#include "store/tier.h"

namespace arborist::store {

std::string_view Name(Tier tier) {
  switch (tier) {
    case Tier::kWarm:
      return "warm";
    case Tier::kCold:
      return "cold";
    case Tier::kHot:
      break;
  }
  return "hot";
}

std::optional<Tier> TierFromName(std::string_view name) {
  for (const Tier tier : {Tier::kHot, Tier::kWarm, Tier::kCold}) {
    if (Name(tier) == name) return tier;
  }
  return std::nullopt;
}

}  // namespace arborist::store
