// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "json/value.h"

namespace arborist::serve::mcp {

// What a tool takes and gives, in JSON Schema. Arguments are held against the input schema, so it
// is the rule and not its description; results have at least what the output schema says.
struct Schemas {
  json::Value input;
  json::Value output;
};
const Schemas& SchemasOf(std::string_view tool);  // one that we have

}  // namespace arborist::serve::mcp
