// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace arborist::json {

// Rules by which a model's answer is read that is not quite JSON: docs/format/json-repair.md.
enum class Repair : std::uint8_t {
  kReferenceV98,  // FROZEN: strips fences, prose and commas, closes what was cut off
  kRepairV2,      // continues where the text breaks, and keeps every finished item
};

std::string_view Name(Repair repair);  // "reference-v9.8", "repair-v2"
std::optional<Repair> RepairFromName(std::string_view name);

struct Lenient {
  Value value;
  std::vector<std::string_view> fixups;  // names of what was repaired; empty for strict JSON
  bool operator==(const Lenient&) const = default;
};

// Parses strictly if possible, otherwise with the named repair. Linear in the text. kInvalidData if
// the repair finds no value or the bytes are not UTF-8, kLimitExceeded beyond the limits.
Result<Lenient> ParseLenient(std::string_view text, Repair repair = Repair::kReferenceV98,
                             const ParseLimits& limits = {});

}  // namespace arborist::json
