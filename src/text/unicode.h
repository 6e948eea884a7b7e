// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace arborist::text {

inline constexpr std::string_view kUnicodeVersion = "15.0";  // of the pinned tables
std::string IcuVersion();                                    // of the ICU in use

// Properties of Unicode 15.0, pinned (decision 2), so that a newer ICU moves no hash. FROZEN
// norm-v1, tok-512-v2: docs/format/text.md.
enum UnicodeFlag : std::uint16_t {
  kAssigned = 1,
  kDense = 2,      // Han, Hiragana, Katakana, Thai, Lao, Khmer, Myanmar: no spaces between words
  kCombining = 4,  // canonical combining class not 0, or Grapheme_Extend
  kWord = 8,       // letter, number or mark
  kCased = 16,
  kCaseIgnorable = 32,
  kDiacritic = 64,  // a mark that search folds away
  kFoldable = 128,  // a letter that search folds to another spelling
  kNfcPlain = 256,  // a starter that NFC leaves alone: a text of these is in NFC
  kAlpha = 512,
  kUpper = 1024,
  kLower = 2048,
  kTitle = 4096,
  kDecimal = 8192,  // a decimal digit of any script
  kNumeric = 16384,
  kNfcYes = 32768,  // NFC leaves it alone if marks are in canonical order
};

// unicode15.inc: the flags of 128 code points each, and the block of each code point.
extern const std::uint16_t kUnicodeBlockOf[0x110000 / 128];
extern const std::uint16_t kUnicodeBlocks[][128];

inline std::uint16_t UnicodeFlags(char32_t c) {
  return c < 0x110000 ? kUnicodeBlocks[kUnicodeBlockOf[c / 128]][c % 128] : std::uint16_t{0};
}
inline bool HasFlag(char32_t c, UnicodeFlag flag) { return (UnicodeFlags(c) & flag) != 0; }

// Python's str.split() set (decision 3).
inline bool IsWhitespace(char32_t c) {
  if (c < 0x80) return c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// True for eight bytes of ASCII without control characters; *spaces then has the high bit of each
// byte that is a space, the first byte lowest. False: look at them one by one.
inline bool PlainWord(const char* bytes, std::uint64_t* spaces) {
  if constexpr (std::endian::native != std::endian::little) return false;
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  if ((((word - kOnes * 0x20) | word) & kHigh) != 0) return false;
  const std::uint64_t difference = word ^ (kOnes * 0x20);
  *spaces = ~(difference + kOnes * 0x7F) & kHigh;
  return true;
}

// The length in bytes of the white space character at pos, or 0.
inline std::size_t WhitespaceAt(std::string_view s, std::size_t pos) {
  const auto b = [&](std::size_t i) {
    return pos + i < s.size() ? static_cast<std::uint8_t>(s[pos + i]) : std::uint8_t{0};
  };
  const std::uint8_t c = b(0);
  if (c < 0x80) return (c == 0x20 || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F)) ? 1 : 0;
  if (c == 0xC2) return (b(1) == 0x85 || b(1) == 0xA0) ? 2 : 0;
  if (c == 0xE1) return (b(1) == 0x9A && b(2) == 0x80) ? 3 : 0;
  if (c == 0xE2) {
    if (b(1) == 0x80) {
      return ((b(2) >= 0x80 && b(2) <= 0x8A) || b(2) == 0xA8 || b(2) == 0xA9 || b(2) == 0xAF) ? 3
                                                                                              : 0;
    }
    return (b(1) == 0x81 && b(2) == 0x9F) ? 3 : 0;
  }
  if (c == 0xE3) return (b(1) == 0x80 && b(2) == 0x80) ? 3 : 0;
  return 0;
}

}  // namespace arborist::text
