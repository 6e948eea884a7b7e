// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace arborist::json {

// How the answer of a model is read when it is not quite JSON: docs/format/json-repair.md.
enum class Repair : std::uint8_t {
  kReferenceV98,  // FROZEN: peels fences, prose and commas, then closes what was cut off
  kRepairV2,      // reads on where the text breaks, and keeps every finished item
};

std::string_view Name(Repair repair);  // "reference-v9.8", "repair-v2"
std::optional<Repair> RepairFromName(std::string_view name);

struct Lenient {
  Value value;
  std::vector<std::string_view> fixups;  // what was done, by name; empty for strict JSON
  bool operator==(const Lenient&) const = default;
};

// Reads text strictly if it can be, else with the named repair. Linear in the text. Fails on what
// no repair makes JSON, on bytes that are not UTF-8, and on values deeper or texts longer than the
// limits.
Result<Lenient> ParseLenient(std::string_view text, Repair repair = Repair::kReferenceV98,
                             const ParseLimits& limits = {});

}  // namespace arborist::json
