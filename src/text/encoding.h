// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::text {

// What a byte-order mark at the start of the bytes says, or empty charset and length 0.
struct ByteOrderMark {
  std::string_view charset;  // "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"
  std::size_t length = 0;
};
constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";
ByteOrderMark DetectByteOrderMark(std::string_view bytes);

// Bytes in a charset (any name or alias ICU knows, case-insensitive) to UTF-8, byte-order mark
// dropped. A byte sequence that is not valid there is refused with its offset.
Result<std::string> DecodeToUtf8(std::string_view bytes, std::string_view charset);

// Whether ICU knows this charset.
bool IsKnownCharset(std::string_view charset);

// Windows and Latin labels as the web uses them: iso-8859-1 and ascii mean windows-1252.
std::string WebCharset(std::string_view label);

}  // namespace arborist::text
