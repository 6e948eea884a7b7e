// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "json/value.h"

namespace arborist::bundle {

// Members of a bundle that must be there; errors name them.
Result<std::uint64_t> CountField(const json::Value& value, std::string_view name);  // not negative
Result<Hash256> ReadHash(const json::Value& value, std::string_view name);
Result<std::vector<Hash256>> ReadHashes(const json::Value& value, std::string_view name);

}  // namespace arborist::bundle
