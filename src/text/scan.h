// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/unicode.h"
#include "text/utf8.h"

// Python's str methods and re classes over WTF-8, by the pinned tables: the rules of the verifiers
// are written in them (decisions 3 and 38).
namespace arborist::text {

inline bool IsAlpha(char32_t c) { return HasFlag(c, kAlpha); }
inline bool IsUpper(char32_t c) { return HasFlag(c, kUpper); }
inline bool IsLower(char32_t c) { return HasFlag(c, kLower); }
inline bool IsDecimal(char32_t c) { return HasFlag(c, kDecimal); }  // \d
inline bool IsWordChar(char32_t c) {                                // \w
  return c == '_' || (UnicodeFlags(c) & (kAlpha | kDecimal | kNumeric)) != 0;
}
inline bool IsAsciiUpper(char c) { return c >= 'A' && c <= 'Z'; }

// The code point at pos (not the end), and the one that ends at pos (not 0).
inline char32_t At(std::string_view text, std::size_t pos) { return Decode(text, &pos); }
inline char32_t Before(std::string_view text, std::size_t pos) {
  return At(text, PreviousStart(text, pos));
}
// \b: a word character on exactly one side.
bool IsWordBoundary(std::string_view text, std::size_t pos);

// str.isalpha(), str.isupper() of a whole string.
bool IsAlphaString(std::string_view text);
bool IsUpperString(std::string_view text);

// str.strip(), str.rstrip(): whitespace.
std::string_view Strip(std::string_view text);
std::string_view StripRight(std::string_view text);
// Whether one of the eight bytes is c.
inline bool HasByte(std::uint64_t eight, char c) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  const std::uint64_t difference = eight ^ (kOnes * static_cast<std::uint8_t>(c));
  return ((difference - kOnes) & ~difference & (kOnes * 0x80)) != 0;
}

// A set of ASCII characters, built at compile time.
class AsciiSet {
 public:
  consteval AsciiSet(const char* characters) {  // NOLINT(google-explicit-constructor): a literal
    for (; *characters != '\0'; ++characters) bits_[Byte(*characters) / 64] |= Bit(*characters);
  }
  constexpr bool Has(char c) const { return Byte(c) < 128 && (bits_[Byte(c) / 64] & Bit(c)) != 0; }

 private:
  static constexpr std::uint8_t Byte(char c) { return static_cast<std::uint8_t>(c); }
  static constexpr std::uint64_t Bit(char c) { return std::uint64_t{1} << (Byte(c) % 64); }
  std::array<std::uint64_t, 2> bits_{};
};
// str.strip(characters).
inline std::string_view StripAny(std::string_view text, const AsciiSet& characters) {
  while (!text.empty() && characters.Has(text.front())) text.remove_prefix(1);
  while (!text.empty() && characters.Has(text.back())) text.remove_suffix(1);
  return text;
}

// str.split() and str.splitlines().
std::vector<std::string_view> Split(std::string_view text);
std::vector<std::string_view> SplitLines(std::string_view text);

// The first byte from pos on that is not white space; or that is.
inline std::size_t SkipWhitespace(std::string_view text, std::size_t pos) {
  while (pos < text.size()) {
    const std::size_t width = WhitespaceAt(text, pos);
    if (width == 0) break;
    pos += width;
  }
  return pos;
}
inline std::size_t SkipWord(std::string_view text, std::size_t pos) {
  while (pos < text.size()) {
    const auto byte = static_cast<std::uint8_t>(text[pos]);
    const bool plain =
        byte > 0x20 && (byte < 0x80 || (byte != 0xC2 && (byte < 0xE1 || byte > 0xE3)));
    if (!plain && WhitespaceAt(text, pos) != 0) break;
    ++pos;
  }
  return pos;
}
// The next run of non-white-space from *pos on, empty at the end; moves *pos behind it.
inline std::string_view NextWord(std::string_view text, std::size_t* pos) {
  const std::size_t start = SkipWhitespace(text, *pos);
  *pos = SkipWord(text, start);
  return text.substr(start, *pos - start);
}

// A fixed list of words as a hash table that is built at compile time.
template <std::size_t N>
class WordSet {
 public:
  explicit consteval WordSet(const std::array<std::string_view, N>& words) {
    for (const std::string_view word : words) {
      std::size_t slot = Slot(word);
      while (!slots_[slot].empty() && slots_[slot] != word) slot = (slot + 1) % kSlots;
      slots_[slot] = word;
      longest_ = std::max(longest_, word.size());
    }
  }
  constexpr bool Has(std::string_view word) const {
    if (word.empty() || word.size() > longest_) return false;
    for (std::size_t slot = Slot(word); !slots_[slot].empty(); slot = (slot + 1) % kSlots) {
      if (slots_[slot] == word) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t kSlots = std::bit_ceil(4 * N);
  static constexpr std::size_t Slot(std::string_view word) {
    std::uint32_t hash = 2166136261u;
    for (const char c : word) hash = (hash ^ static_cast<std::uint8_t>(c)) * 16777619u;
    return hash % kSlots;
  }
  std::array<std::string_view, kSlots> slots_{};
  std::size_t longest_ = 0;
};
template <typename... Words>
consteval auto MakeWordSet(Words... words) {
  return WordSet<sizeof...(Words)>(std::array<std::string_view, sizeof...(Words)>{words...});
}

}  // namespace arborist::text
