// SPDX-License-Identifier: AGPL-3.0-only
#include "json/escape.h"

namespace arborist::json {

namespace {

// The value of four hex digits at the start of text, or -1.
int Hex4(std::string_view text) {
  if (text.size() < 4) return -1;
  int value = 0;
  for (const char c : text.substr(0, 4)) {
    if (!IsHexDigit(c)) return -1;
    value = value * 16 + (c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
  }
  return value;
}

}  // namespace

std::optional<Escape> ReadEscape(std::string_view rest) {
  if (rest.empty()) return std::nullopt;
  switch (rest.front()) {
    case '"':
    case '\\':
    case '/':
      return Escape{static_cast<unsigned char>(rest.front()), 1};
    case 'b':
      return Escape{'\b', 1};
    case 'f':
      return Escape{'\f', 1};
    case 'n':
      return Escape{'\n', 1};
    case 'r':
      return Escape{'\r', 1};
    case 't':
      return Escape{'\t', 1};
    case 'u':
      break;
    default:
      return std::nullopt;
  }
  const int unit = Hex4(rest.substr(1));
  if (unit < 0) return std::nullopt;
  const auto high = static_cast<char32_t>(unit);
  if (high >= 0xD800 && high <= 0xDBFF && rest.substr(5).starts_with("\\u")) {
    const int low = Hex4(rest.substr(7));
    if (low >= 0xDC00 && low <= 0xDFFF) {
      return Escape{0x10000 + ((high - 0xD800) << 10) + (static_cast<char32_t>(low) - 0xDC00), 11};
    }
  }
  return Escape{high, 5};
}

}  // namespace arborist::json
