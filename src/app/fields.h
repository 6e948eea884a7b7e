// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "text/escape.h"

namespace arborist::app {

// Counts as JSON has them.
inline std::int64_t Signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

inline json::Array StringsJson(const std::vector<std::string>& strings) {
  return json::Array(strings.begin(), strings.end());
}

// Refuses an object with a field that is not known: a misspelt one must not be passed over.
inline Status OnlyFields(const json::Value& body, std::initializer_list<std::string_view> known) {
  for (const auto& [name, value] : body.as_object()) {
    if (std::ranges::find(known, name) != known.end()) continue;
    return Fail(ErrorCode::kInvalidArgument,
                "there is no field " + text::EscapeForTerminal(name, false) + " here");
  }
  return {};
}

}  // namespace arborist::app
