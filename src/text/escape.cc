// SPDX-License-Identifier: AGPL-3.0-only
// Writes out characters that have no picture. The attack: a document, title or file name with bidi
// controls shows its letters in another order than they are stored ("Trojan Source"); with terminal
// sequences it can overwrite what was printed; with zero-width characters it can look like another
// name. So these are shown as \x1b or \u{202E}. Joiners and variation selectors are needed for
// scripts and emoji, so they stay where they can have an effect and are shown elsewhere. Any bytes
// are accepted: what is not UTF-8 is shown byte by byte.
#include "text/escape.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "text/utf8.h"

namespace arborist::text {

namespace {

struct HiddenRange {
  char32_t first;
  char32_t last;
};
constexpr bool Within(char32_t c, HiddenRange range) { return c >= range.first && c <= range.last; }

// Default ignorable code points, bidi controls and line separators; without joiners and variation
// selectors.
constexpr HiddenRange kHidden[] = {
    {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},   {0x17B4, 0x17B5},
    {0x180E, 0x180E},   {0x200B, 0x200B},   {0x200E, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F},   {0x3164, 0x3164},   {0xD800, 0xDFFF},   {0xFEFF, 0xFEFF},
    {0xFFA0, 0xFFA0},   {0xFFF0, 0xFFFB},   {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
    {0xE0000, 0xE00FF}, {0xE01F0, 0xE0FFF},
};

bool IsControl(char32_t c) { return c < 0x20 || Within(c, {0x7F, 0x9F}); }
bool IsHidden(char32_t c) {
  return c >= 0xAD &&
         std::ranges::any_of(kHidden, [c](HiddenRange range) { return Within(c, range); });
}
bool IsJoiner(char32_t c) { return c == 0x200C || c == 0x200D; }
bool IsVariation(char32_t c) {
  return Within(c, {0xFE00, 0xFE0F}) || Within(c, {0xE0100, 0xE01EF}) ||
         Within(c, {0x180B, 0x180D}) || c == 0x180F;
}

// Letters that a joiner may affect, and emoji; not Latin letters, signs and digits.
bool TakesJoiner(char32_t c) {
  return c >= 0x0590 && !Within(c, {0x1E00, 0x20FF}) && !IsHidden(c) && !IsJoiner(c);
}
bool TakesVariation(char32_t c) {
  const bool latin = Within(c, {'A', 'Z'}) || Within(c, {'a', 'z'});
  return c > 0x20 && !latin && !IsControl(c) && !IsHidden(c) && !IsJoiner(c) && !IsVariation(c);
}

// Whether `c` must be written out between these neighbours; 0 stands for an end of the text.
bool IsUnseen(char32_t before, char32_t c, char32_t after) {
  if (IsJoiner(c)) return !TakesJoiner(before) || !TakesJoiner(after);
  if (IsVariation(c)) return !TakesVariation(before);
  return IsHidden(c);
}

constexpr char kLowerDigits[] = "0123456789abcdef";
constexpr char kUpperDigits[] = "0123456789ABCDEF";

void AppendByte(std::uint8_t byte, std::string* out) {
  *out += {'\\', 'x', kLowerDigits[byte >> 4], kLowerDigits[byte & 15]};
}
void AppendHex(char32_t value, int digits, std::string* out) {
  for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
    out->push_back(kUpperDigits[(value >> shift) & 15]);
  }
}
void AppendBraced(char32_t c, std::string* out) {
  *out += "\\u{";
  AppendHex(c, c < 0x100 ? 2 : c < 0x10000 ? 4 : c < 0x100000 ? 5 : 6, out);
  out->push_back('}');
}
void AppendJsonEscape(char32_t c, std::string* out) {
  const auto unit = [&](char32_t value) {
    *out += "\\u";
    AppendHex(value, 4, out);
  };
  if (c < 0x10000) return unit(c);
  unit(0xD800 + ((c - 0x10000) >> 10));
  unit(0xDC00 + ((c - 0x10000) & 0x3FF));
}

// The code point at pos, or 0 at or behind `end`, up to which the text is valid.
char32_t PeekAt(std::string_view text, std::size_t pos, std::size_t end) {
  return pos < end ? Decode(text, &pos) : 0;
}

// Up to where the bytes from here on are valid UTF-8.
std::size_t ValidUntil(std::string_view text, std::size_t from) {
  const std::size_t invalid = FindInvalidUtf8(text.substr(from), true);
  return invalid == std::string_view::npos ? text.size() : from + invalid;
}

}  // namespace

std::string EscapeForTerminal(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  std::size_t valid = ValidUntil(text, 0);
  char32_t before = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t start = pos;
    if (pos == valid) {  // file names, and messages about damage, may have any byte
      AppendByte(static_cast<std::uint8_t>(text[pos++]), &out);
      valid = ValidUntil(text, pos);
      before = 0;
      continue;
    }
    const char32_t c = Decode(text, &pos);
    if (IsControl(c) && !(keep_lines && (c == '\n' || c == '\t'))) {
      AppendByte(static_cast<std::uint8_t>(c), &out);
    } else if (IsUnseen(before, c, PeekAt(text, pos, valid))) {
      AppendBraced(c, &out);
    } else {
      out.append(text.substr(start, pos - start));
    }
    before = c;
  }
  return out;
}

std::string EscapeHiddenInJson(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  char32_t before = 0;
  for (std::size_t pos = 0; pos < json.size();) {
    const std::size_t start = pos;
    const char32_t c = Decode(json, &pos);
    if (Within(c, {0x7F, 0x9F}) || IsUnseen(before, c, PeekAt(json, pos, json.size()))) {
      AppendJsonEscape(c, &out);
    } else {
      out.append(json.substr(start, pos - start));
    }
    before = c;
  }
  return out;
}

}  // namespace arborist::text
