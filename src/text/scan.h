// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "text/unicode.h"
#include "text/utf8.h"

// Python's str methods and re classes over WTF-8, on the pinned tables: what the verifier's rules
// are written in (decisions 3 and 38).
namespace arborist::text {

inline bool IsAlpha(char32_t c) { return HasFlag(c, kAlpha); }
inline bool IsUpper(char32_t c) { return HasFlag(c, kUpper); }
inline bool IsLower(char32_t c) { return HasFlag(c, kLower); }
inline bool IsDecimal(char32_t c) { return HasFlag(c, kDecimal); }  // \d
inline bool IsWordChar(char32_t c) {                                // \w
  return c == '_' || (UnicodeFlags(c) & (kAlpha | kDecimal | kNumeric)) != 0;
}
inline bool IsAsciiUpper(char c) { return c >= 'A' && c <= 'Z'; }

// The code point at pos, which is not the end, or the one that ends at pos, which is not 0.
inline char32_t At(std::string_view text, std::size_t pos) { return Decode(text, &pos); }
inline char32_t Before(std::string_view text, std::size_t pos) {
  return At(text, PreviousStart(text, pos));
}
// \b: word character on one side only.
bool IsWordBoundary(std::string_view text, std::size_t pos);

// str.isalpha(), str.isupper() of a whole string.
bool IsAlphaString(std::string_view text);
bool IsUpperString(std::string_view text);

// str.strip(), str.rstrip(): whitespace.
std::string_view Strip(std::string_view text);
std::string_view StripRight(std::string_view text);
// str.strip(characters), for ASCII characters.
std::string_view StripAny(std::string_view text, std::string_view ascii_characters);

// str.split() and str.splitlines().
std::vector<std::string_view> Split(std::string_view text);
std::vector<std::string_view> SplitLines(std::string_view text);
// One word at a time: the next run of non-whitespace from *pos on, empty at the end.
std::string_view NextWord(std::string_view text, std::size_t* pos);

// A fixed list of words, sorted when it is made.
template <std::size_t N>
class WordSet {
 public:
  explicit consteval WordSet(const std::array<std::string_view, N>& words) : words_(words) {
    std::ranges::sort(words_);
  }
  constexpr bool Has(std::string_view word) const {
    return std::ranges::binary_search(words_, word);
  }

 private:
  std::array<std::string_view, N> words_;
};
template <typename... Words>
consteval auto MakeWordSet(Words... words) {
  return WordSet<sizeof...(Words)>(std::array<std::string_view, sizeof...(Words)>{words...});
}

}  // namespace arborist::text
