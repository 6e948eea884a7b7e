// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/lenient.h"

// Internal to json: one function for each repair, for texts that strict Parse refused.
namespace arborist::json {

Result<Lenient> RepairReferenceV98(std::string_view text, const ParseLimits& limits);
Result<Lenient> RepairV2(std::string_view text, const ParseLimits& limits);

}  // namespace arborist::json
