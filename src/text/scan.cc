// SPDX-License-Identifier: AGPL-3.0-only
// White space, word boundaries and lines of a text, with the meaning that Python's str has
// (decision 3). SplitLines looks at eight plain ASCII bytes at a time and decodes only where a line
// may end.
#include "text/scan.h"

namespace arborist::text {

namespace {

// *start: where the last code point begins, if it is white space.
bool EndsWithWhitespace(std::string_view text, std::size_t* start) {
  if (text.empty()) return false;
  *start = PreviousStart(text, text.size());
  return WhitespaceAt(text, *start) != 0;
}

// The line ends of str.splitlines() (decision 3).
bool IsLineEnd(char32_t c) {
  return (c >= 0x0A && c <= 0x0D) || (c >= 0x1C && c <= 0x1E) || c == 0x85 || c == 0x2028 ||
         c == 0x2029;
}

// Decides by the first byte; true must be checked.
bool MayBeLineEnd(char lead) {
  const auto byte = static_cast<std::uint8_t>(lead);
  return byte < 0x20 || byte == 0xC2 || byte == 0xE2;
}

}  // namespace

bool IsWordBoundary(std::string_view text, std::size_t pos) {
  const bool before = pos > 0 && IsWordChar(Before(text, pos));
  const bool after = pos < text.size() && IsWordChar(At(text, pos));
  return before != after;
}

bool IsAlphaString(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    if (!IsAlpha(Decode(text, &pos))) return false;
  }
  return !text.empty();
}

bool IsUpperString(std::string_view text) {
  bool upper = false;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::uint16_t flags = UnicodeFlags(Decode(text, &pos));
    if ((flags & (kLower | kTitle)) != 0) return false;
    upper = upper || (flags & kUpper) != 0;
  }
  return upper;
}

std::string_view StripRight(std::string_view text) {
  std::size_t start = 0;
  while (EndsWithWhitespace(text, &start)) text = text.substr(0, start);
  return text;
}

std::string_view Strip(std::string_view text) {
  return StripRight(text.substr(SkipWhitespace(text, 0)));
}

std::vector<std::string_view> Split(std::string_view text) {
  std::vector<std::string_view> words;
  std::size_t pos = 0;
  for (std::string_view word = NextWord(text, &pos); !word.empty(); word = NextWord(text, &pos)) {
    words.push_back(word);
  }
  return words;
}

std::vector<std::string_view> SplitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  std::size_t start = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    std::uint64_t spaces;
    while (pos + 8 <= text.size() && PlainWord(text.data() + pos, &spaces)) pos += 8;
    while (pos < text.size() && !MayBeLineEnd(text[pos])) ++pos;
    if (pos == text.size()) break;
    const std::size_t at = pos;
    const char32_t c = Decode(text, &pos);
    if (!IsLineEnd(c)) continue;
    lines.push_back(text.substr(start, at - start));
    if (c == '\r' && pos < text.size() && text[pos] == '\n') ++pos;
    start = pos;
  }
  if (start < text.size()) lines.push_back(text.substr(start));
  return lines;
}

}  // namespace arborist::text
