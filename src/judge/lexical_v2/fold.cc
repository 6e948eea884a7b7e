// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Text" 1 and 2. Folding removes differences that a
// reader cannot see and must therefore not decide: characters without width, direction controls,
// citation marks like [1], and typographic quotes and hyphens. Without it a zero-width space inside
// a word would hide a copied sentence, or a look-alike quote mark the end of a quotation. Both
// passes skip eight bytes at a time while none of them can change, because nearly all text is
// plain. `pieces` remembers where copied runs came from, so that verdicts can show the original.
#include "judge/lexical_v2/fold.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

// Characters without width, or that only set direction. A reader does not see them, so they must
// not decide.
bool IsInvisible(char32_t c) {
  return c == 0xAD || c == 0x34F || c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
}

char StraightQuote(char32_t c) {
  switch (c) {
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
      return '"';
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2BC:
      return '\'';
    case 0x2010:
    case 0x2011:
      return '-';
    default:
      return '\0';
  }
}

// Bytes of a citation mark [1], [1, 2], [3-5] at pos, or 0.
std::size_t MarkAt(std::string_view text, std::size_t pos) {
  constexpr std::size_t kLongest = 24;
  constexpr int kMostDigits = 3;  // more is a year: [1990]
  if (text[pos] != '[') return 0;
  int digits = 0;
  bool any = false;
  for (std::size_t end = pos + 1; end < text.size() && end - pos < kLongest; ++end) {
    const char c = text[end];
    if (c >= '0' && c <= '9') {
      any = true;
      if (++digits > kMostDigits) return 0;
    } else if (c == ']') {
      return any ? end + 1 - pos : 0;
    } else if (c == ',' || c == '-' || c == ' ') {
      digits = 0;
    } else {
      return 0;
    }
  }
  return 0;
}

// True if eight bytes are all ASCII and none of them is c.
bool IsAsciiWithout(char c, const char* bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  std::uint64_t word;
  std::memcpy(&word, bytes, 8);
  const std::uint64_t difference = word ^ (kOnes * static_cast<std::uint8_t>(c));
  return (((difference - kOnes) | word) & (kOnes * 0x80)) == 0;
}

// Lead bytes of characters that are dropped or replaced.
constexpr auto kMayChange = [] {
  std::array<bool, 256> may{};
  for (const std::size_t lead :
       {std::size_t{'['}, std::size_t{0xC2}, std::size_t{0xCA}, std::size_t{0xCD},
        std::size_t{0xD8}, std::size_t{0xE1}, std::size_t{0xE2}, std::size_t{0xEF}}) {
    may[lead] = true;
  }
  return may;
}();

}  // namespace

std::string_view Folded::OriginalOf(std::size_t begin, std::size_t end) const {
  if (pieces.empty() || begin >= end) return std::string_view(text).substr(begin, end - begin);
  const auto place = [&](std::size_t at) {
    const Piece& piece = *(std::ranges::upper_bound(pieces, at, {}, &Piece::text) - 1);
    return piece.original + (at - piece.text);
  };
  // To the end of the last kept character, without what was dropped behind it.
  std::size_t stop = place(text::PreviousStart(text, end));
  text::Decode(original, &stop);
  return std::string_view(original).substr(place(begin), stop - place(begin));
}

Folded Fold(std::string_view given) {
  Folded folded;
  std::string normalized;
  std::string_view source = given;
  if (text::MayNeedNfc(given)) source = normalized = text::Nfc(given);
  folded.text.reserve(source.size());
  std::size_t copied = 0;  // of the source
  const auto keep_before = [&](std::size_t start) {
    if (start == copied) return;
    folded.pieces.push_back({folded.text.size(), copied});
    folded.text.append(source.substr(copied, start - copied));
  };
  for (std::size_t pos = 0; pos < source.size();) {
    while (pos + 8 <= source.size() && IsAsciiWithout('[', source.data() + pos)) pos += 8;
    if (pos == source.size()) break;
    if (!kMayChange[static_cast<std::uint8_t>(source[pos])]) {
      ++pos;
      continue;
    }
    const std::size_t start = pos;
    if (const std::size_t mark = MarkAt(source, pos); mark != 0) {
      pos += mark;
      keep_before(start);
    } else {
      const char32_t c = text::Decode(source, &pos);
      const char straight = StraightQuote(c);
      if (straight == '\0' && !IsInvisible(c)) continue;
      keep_before(start);
      if (straight != '\0') {
        folded.pieces.push_back({folded.text.size(), start});
        folded.text.push_back(straight);
      }
    }
    copied = pos;
  }
  if (copied == 0) {
    folded.text = source;
    return folded;
  }
  keep_before(source.size());
  // A dropped character may have separated a letter from its accent.
  if (text::MayNeedNfc(folded.text)) {
    if (std::string again = text::Nfc(folded.text); again != folded.text) {
      folded.text = std::move(again);
      folded.pieces.clear();
      return folded;
    }
  }
  folded.original = source;
  return folded;
}

namespace {

// True for bytes that are no part of white space or of a double quote. The four excluded lead bytes
// may begin white space beyond ASCII.
bool IsLetterByte(char c) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte > 0x20 && byte != '"' && byte != 0xC2 && (byte < 0xE1 || byte > 0xE3);
}

}  // namespace

std::string VerbatimForm(std::string_view folded) {
  std::string lower = text::ToLower(folded);
  const char* const bytes = lower.data();
  const std::size_t size = lower.size();
  // Works in place: the output is never longer, and each byte is read before it is overwritten.
  char* const out = lower.data();
  char* write = out;
  char gap = '\0';
  for (std::size_t pos = 0; pos < size;) {
    std::uint64_t spaces;
    while (pos + 8 <= size && text::PlainWord(bytes + pos, &spaces) &&
           (spaces & ((spaces << 8) | (gap != '\0' || write == out ? 0x80u : 0u))) == 0 &&
           IsAsciiWithout('"', bytes + pos)) {
      std::uint64_t word;
      std::memcpy(&word, bytes + pos, 8);
      if (gap != '\0' && write != out) *write++ = gap;
      std::memcpy(write, &word, 8);
      // A blank at the end is held back: it may belong to a longer run.
      gap = (spaces >> 63) != 0 ? ' ' : '\0';
      write += gap == '\0' ? 8 : 7;
      pos += 8;
    }
    if (pos == size) break;
    if (std::size_t width = IsLetterByte(bytes[pos]) ? 0 : text::WhitespaceAt(lower, pos);
        width != 0) {
      int lines = 0;
      for (; width != 0; width = text::WhitespaceAt(lower, pos)) {
        const bool crlf = bytes[pos] == '\r' && pos + 1 < size && bytes[pos + 1] == '\n';
        if ((bytes[pos] == '\n' || bytes[pos] == '\r') && !crlf) ++lines;
        pos += width;
        if (pos >= size) break;
      }
      gap = lines >= 2 ? '\n' : gap == '\0' ? ' ' : gap;
      continue;
    }
    if (bytes[pos] == '"') {
      ++pos;
      continue;
    }
    const char first = bytes[pos++];
    if (gap != '\0' && write != out) *write++ = gap;
    gap = '\0';
    *write++ = first;
    while (pos < size && IsLetterByte(bytes[pos])) *write++ = bytes[pos++];
  }
  lower.resize(static_cast<std::size_t>(write - out));
  return lower;
}

}  // namespace arborist::judge::lexical
