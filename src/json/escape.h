// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace arborist::json {

struct Escape {
  char32_t code_point = 0;
  std::size_t length = 0;  // in bytes, without the backslash
};

// The escape that begins `rest`, which is the text behind the backslash; nullopt for one that JSON
// does not have. A surrogate pair is one code point, a lone surrogate stands for itself.
std::optional<Escape> ReadEscape(std::string_view rest);

inline bool IsHexDigit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

}  // namespace arborist::json
