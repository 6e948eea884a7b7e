// SPDX-License-Identifier: AGPL-3.0-only
#include "json/lenient.h"

#include <utility>

#include "json/repair.h"

namespace arborist::json {

std::string_view Name(Repair repair) {
  return repair == Repair::kReferenceV98 ? "reference-v9.8" : "repair-v2";
}

std::optional<Repair> RepairFromName(std::string_view name) {
  for (const Repair repair : {Repair::kReferenceV98, Repair::kRepairV2}) {
    if (name == Name(repair)) return repair;
  }
  return std::nullopt;
}

Result<Lenient> ParseLenient(std::string_view text, Repair repair, const ParseLimits& limits) {
  auto strict = Parse(text, limits);
  if (strict) return Lenient{.value = std::move(*strict), .fixups = {}};
  // A text that is too deep or too long is no slip of a model, and no repair makes it smaller.
  if (strict.error().code == ErrorCode::kLimitExceeded) {
    return std::unexpected(std::move(strict).error());
  }
  return repair == Repair::kReferenceV98 ? RepairReferenceV98(text, limits)
                                         : RepairV2(text, limits);
}

}  // namespace arborist::json
