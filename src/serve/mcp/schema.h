// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"

namespace arborist::serve::mcp {

// What is wrong with a value by a JSON Schema, in one sentence that names the place; nothing when
// it fits. Knows the keywords that our own schemas use: type, enum, properties, required,
// additionalProperties: false, items, minimum, maximum, minLength, maxLength (in code points),
// maxItems. Others say nothing.
std::optional<std::string> Violation(const json::Value& schema, const json::Value& value,
                                     std::string_view place);

}  // namespace arborist::serve::mcp
