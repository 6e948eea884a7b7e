// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::text {

// Strings inside the program are WTF-8: UTF-8 in which a lone surrogate (from \ud800 in JSON) may
// appear as its three bytes. Readers of outside bytes validate once; everything else trusts that.

// The code point at *pos, which is moved behind it. The text must be valid and *pos the start of a
// code point: bytes are read without a check of bounds.
inline char32_t Decode(std::string_view text, std::size_t* pos) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[*pos + i]); };
  const std::uint8_t lead = byte(0);
  if (lead < 0x80) {
    *pos += 1;
    return lead;
  }
  if (lead < 0xE0) {
    const char32_t value = ((lead & 0x1Fu) << 6) | (byte(1) & 0x3Fu);
    *pos += 2;
    return value;
  }
  if (lead < 0xF0) {
    const char32_t value = ((lead & 0x0Fu) << 12) | ((byte(1) & 0x3Fu) << 6) | (byte(2) & 0x3Fu);
    *pos += 3;
    return value;
  }
  const char32_t value = ((lead & 0x07u) << 18) | ((byte(1) & 0x3Fu) << 12) |
                         ((byte(2) & 0x3Fu) << 6) | (byte(3) & 0x3Fu);
  *pos += 4;
  return value;
}

// The start of the code point that ends at byte `end` (end > 0).
inline std::size_t PreviousStart(std::string_view text, std::size_t end) {
  do {
    --end;
  } while (end > 0 && (static_cast<std::uint8_t>(text[end]) & 0xC0) == 0x80);
  return end;
}

void Append(std::string* out, char32_t code_point);

std::size_t CountCodePoints(std::string_view text);

// The first `count` code points of the text.
std::string_view Prefix(std::string_view text, std::size_t count);

inline bool IsSurrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }

// The offset of the first byte that is not valid UTF-8, or npos. Surrogates are invalid unless
// allowed (WTF-8, without surrogate pairs).
std::size_t FindInvalidUtf8(std::string_view bytes, bool allow_surrogates = false);

}  // namespace arborist::text
