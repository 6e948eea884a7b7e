// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "evidence/evidence_map.h"
#include "json/value.h"

// Params that methods share; absent ones have a default, errors name the field.
namespace arborist::app {

Result<std::int64_t> IntOr(const json::Value& params, std::string_view key, std::int64_t fallback);
Result<double> NumberOr(const json::Value& params, std::string_view key, double fallback);
Result<bool> BoolOr(const json::Value& params, std::string_view key, bool fallback);

// A list whose entries are all strings.
Result<std::vector<std::string>> Strings(const json::Value& params, std::string_view key);

// The evidence map of the field chunks.
Result<evidence::EvidenceMap> EvidenceOf(const json::Value& params);

// The field rendering: reference-v9.8, the default here, one-line-v1 or one-line-v2.
Result<evidence::Rendering> RenderingOf(const json::Value& params);

}  // namespace arborist::app
