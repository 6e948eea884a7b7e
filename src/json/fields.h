// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "json/value.h"

namespace arborist::json {

// Required members of an object, hashes as hex. Errors name the member.
Result<std::uint64_t> CountField(const Value& value, std::string_view name);  // not negative
Result<Hash256> HashField(const Value& value, std::string_view name);
Result<std::vector<Hash256>> HashesField(const Value& value, std::string_view name);

// A copy of the member, or of the fallback if it is absent.
Value MemberOr(const Value& value, std::string_view name, const Value& fallback);

}  // namespace arborist::json
