// SPDX-License-Identifier: AGPL-3.0-only
#include "store/shard/tier.h"

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

bool IsFileUri(std::string_view uri) { return uri.starts_with("file://"); }

std::string RehydrateCommand(const DocumentRoot& root, std::string_view uri) {
  return "arborist rehydrate " + (IsFileUri(uri) ? root.hex().substr(0, 12) : "PATH");
}

std::string RehydrateHint(const DocumentRoot& root, std::string_view uri) {
  return RehydrateCommand(root, uri) + " brings it back" +
         (IsFileUri(uri) ? "" : ", PATH being the file, folder or dump it was taken in from");
}

}  // namespace arborist::store
