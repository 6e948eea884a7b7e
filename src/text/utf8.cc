// SPDX-License-Identifier: AGPL-3.0-only
// Validation and counting of WTF-8. FindInvalidUtf8 is the gate for all bytes from outside:
// overlong forms, values above U+10FFFF, surrogates and truncated sequences are refused. Everything
// behind it (Decode above all) trusts that and does not check bounds within a code point.
#include "text/utf8.h"

#include <cstring>

#include "base/check.h"

namespace arborist::text {

void Append(std::string* out, char32_t c) {
  CHECK(c <= 0x10FFFF);
  if (c < 0x80) {
    out->push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    out->push_back(static_cast<char>(0xC0 | (c >> 6)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else if (c < 0x10000) {
    out->push_back(static_cast<char>(0xE0 | (c >> 12)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  } else {
    out->push_back(static_cast<char>(0xF0 | (c >> 18)));
    out->push_back(static_cast<char>(0x80 | ((c >> 12) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | ((c >> 6) & 0x3F)));
    out->push_back(static_cast<char>(0x80 | (c & 0x3F)));
  }
}

std::size_t CountCodePoints(std::string_view text) {
  // Counts every byte but those that continue a code point (10xxxxxx), eight at a time.
  std::size_t count = text.size();
  while (text.size() >= sizeof(std::uint64_t)) {
    std::uint64_t bytes;
    std::memcpy(&bytes, text.data(), sizeof bytes);
    // A 1 in each continuing byte; the top byte of the product is their sum. std::popcount is a
    // call where the processor may lack the instruction.
    constexpr std::uint64_t kOnes = 0x0101010101010101u;
    count -= ((bytes >> 7) & (~bytes >> 6) & kOnes) * kOnes >> 56;
    text.remove_prefix(sizeof bytes);
  }
  for (const char c : text) count -= (static_cast<std::uint8_t>(c) & 0xC0) == 0x80;
  return count;
}

std::string_view Prefix(std::string_view text, std::size_t count) {
  if (count >= text.size()) return text;  // a code point takes at least one byte
  std::size_t pos = 0;
  while (count > 0 && pos < text.size()) {
    Decode(text, &pos);
    --count;
  }
  return text.substr(0, pos);
}

std::size_t FindInvalidUtf8(std::string_view bytes, bool allow_surrogates) {
  const auto* p = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const std::size_t size = bytes.size();
  std::size_t i = 0;
  bool after_high = false;  // a high surrogate must not be followed by a low one in WTF-8
  while (i < size) {
    if (p[i] < 0x80) {
      after_high = false;
      std::uint64_t word;
      while (i + 8 <= size && (std::memcpy(&word, p + i, 8), (word & 0x8080808080808080u) == 0)) {
        i += 8;
      }
      while (i < size && p[i] < 0x80) ++i;
      continue;
    }
    const auto continuation = [&](std::size_t k) {
      return i + k < size && (p[i + k] & 0xC0) == 0x80;
    };
    if (p[i] >= 0xC2 && p[i] <= 0xDF) {
      if (!continuation(1)) return i;
      i += 2;
      after_high = false;
    } else if (p[i] >= 0xE0 && p[i] <= 0xEF) {
      if (!continuation(1) || !continuation(2)) return i;
      if (p[i] == 0xE0 && p[i + 1] < 0xA0) return i;
      const bool surrogate = p[i] == 0xED && p[i + 1] >= 0xA0;
      if (surrogate) {
        const bool low = p[i + 1] >= 0xB0;
        if (!allow_surrogates || (low && after_high)) return i;
        after_high = !low;
      } else {
        after_high = false;
      }
      i += 3;
    } else if (p[i] >= 0xF0 && p[i] <= 0xF4) {
      if (!continuation(1) || !continuation(2) || !continuation(3)) return i;
      if (p[i] == 0xF0 && p[i + 1] < 0x90) return i;
      if (p[i] == 0xF4 && p[i + 1] > 0x8F) return i;
      i += 4;
      after_high = false;
    } else {
      return i;
    }
  }
  return std::string_view::npos;
}

}  // namespace arborist::text
