// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::text {

// The charset that a byte-order mark at the start declares; empty and length 0 without one.
struct ByteOrderMark {
  std::string_view charset;  // "UTF-8", "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE"
  std::size_t length = 0;
};
constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";
ByteOrderMark DetectByteOrderMark(std::string_view bytes);

// Bytes in a charset (any name or alias that ICU knows, in any case) as UTF-8 without byte-order
// mark. kInvalidData with the offset for an invalid sequence, kUnsupported for an unknown charset.
Result<std::string> DecodeToUtf8(std::string_view bytes, std::string_view charset);

// The same for bytes whose label may lie, as that of mail does: each invalid sequence becomes
// U+FFFD and is counted. kUnsupported for an unknown charset.
struct LenientText {
  std::string text;
  std::size_t replaced = 0;
};
Result<LenientText> DecodeLeniently(std::string_view bytes, std::string_view charset);

// Whether ICU knows the charset.
bool IsKnownCharset(std::string_view charset);

// The charset that web pages mean by a label: iso-8859-1 and ascii mean windows-1252.
std::string WebCharset(std::string_view label);

}  // namespace arborist::text
