// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Text" 1. Removes what readers cannot see or what
// must not matter: characters without width, tags, citation marks, typographic quotes and hyphens.
// Otherwise an invisible character inside a word or number would hide it from the comparison.
// Direction controls (bidi) are removed too but reported: they can show people another text than
// the one that is compared. Plain ASCII is skipped eight bytes at a time.
#include "stated/fold.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "text/scan.h"

namespace arborist::stated {

namespace {

bool SteersDirection(char32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

// Invisible characters, which must not divide a word or a number.
bool HasNoWidth(char32_t c) {
  return c == 0xAD || c == 0x34F || c == 0x180E || (c >= 0x200B && c <= 0x200D) ||
         (c >= 0x2060 && c <= 0x2065) || (c >= 0x206A && c <= 0x206F) || c == 0xFEFF ||
         (c >= 0xE0000 && c <= 0xE007F);
}

char Straight(char32_t c) {
  switch (c) {
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0xAB:
    case 0xBB:
      return '"';
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x2BC:
      return '\'';
    case 0x2010:
    case 0x2011:
    case 0x2212:
      return '-';
    case 0xA0:
    case 0x202F:
      return ' ';
    default:
      return '\0';
  }
}

// The length of a citation mark at pos, or 0: [1], [1, 2], [3-5], [E1], [E1.2, E3].
std::size_t MarkAt(std::string_view text, std::size_t pos) {
  constexpr std::size_t kLongest = 32;
  constexpr int kMostDigits = 3;  // more is a year: [1990]
  int digits = 0;
  bool any = false;
  char last = '[';
  for (std::size_t end = pos + 1; end < text.size() && end - pos < kLongest; ++end) {
    const char c = text[end];
    if (c >= '0' && c <= '9') {
      any = true;
      if (++digits > kMostDigits) return 0;
    } else if (c == ']') {
      return any ? end + 1 - pos : 0;
    } else if (c == ',' || c == '-' || c == ' ' || c == '.' || c == ';') {
      digits = 0;
    } else if (c == 'E' && (last == '[' || last == ' ' || last == ',' || last == '-')) {
      digits = 0;
    } else {
      return 0;
    }
    last = c;
  }
  return 0;
}

constexpr auto kMayChange = [] {
  std::array<bool, 256> may{};
  for (const unsigned lead : {0x5Bu, 0xC2u, 0xCAu, 0xCDu, 0xD8u, 0xE1u, 0xE2u, 0xEFu, 0xF3u}) {
    may[lead] = true;
  }
  return may;
}();

// True if eight bytes are ASCII without a bracket, so that none of them changes.
bool IsPlainAt(std::string_view text, std::size_t pos) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  if (text.size() - pos < 8) return false;
  std::uint64_t eight;
  std::memcpy(&eight, text.data() + pos, 8);
  return (eight & kHigh) == 0 && !text::HasByte(eight, '[');
}

}  // namespace

std::size_t Folded::NfcOf(std::size_t at) const {
  const auto next = std::ranges::upper_bound(pieces, at, {}, &Piece::text);
  if (next == pieces.begin()) return at;
  const Piece& piece = *(next - 1);
  return piece.original + (at - piece.text);
}

Extent Folded::OriginalOf(Extent part) const {
  return {.begin = text::BeginBeforeNfc(recomposed, NfcOf(part.begin)),
          .end = text::EndBeforeNfc(recomposed, NfcOf(part.end))};
}

Folded Fold(std::string_view given) {
  Folded folded;
  std::string normalized;
  if (text::MayNeedNfc(given)) given = normalized = text::Nfc(given, &folded.recomposed);
  folded.text.reserve(given.size());
  std::size_t copied = 0;
  const auto keep_before = [&](std::size_t start) {
    if (start > copied) {
      folded.pieces.push_back({folded.text.size(), copied});
      folded.text.append(given.substr(copied, start - copied));
    }
  };
  for (std::size_t pos = 0; pos < given.size();) {
    if (IsPlainAt(given, pos)) {
      pos += 8;
      continue;
    }
    if (!kMayChange[static_cast<std::uint8_t>(given[pos])]) {
      ++pos;
      continue;
    }
    const std::size_t start = pos;
    if (given[pos] == '[') {
      const std::size_t mark = MarkAt(given, pos);
      if (mark == 0) {
        ++pos;
        continue;
      }
      keep_before(start);
      pos += mark;
      copied = pos;
      continue;
    }
    const char32_t c = text::Decode(given, &pos);
    const char straight = Straight(c);
    const bool steers = SteersDirection(c);
    if (straight == '\0' && !steers && !HasNoWidth(c)) continue;
    folded.steers_direction = folded.steers_direction || steers;
    keep_before(start);
    if (straight != '\0') {
      folded.pieces.push_back({folded.text.size(), start});
      folded.text.push_back(straight);
    }
    copied = pos;
  }
  keep_before(given.size());
  folded.pieces.push_back({folded.text.size(), given.size()});
  return folded;
}

}  // namespace arborist::stated
