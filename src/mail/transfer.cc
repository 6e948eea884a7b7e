// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/transfer.h"

#include <array>
#include <cstdint>

#include "base/ascii.h"

namespace arborist::mail {

namespace {

constexpr std::int8_t kNoDigit = -1;
constexpr std::int8_t kPadding = -2;

constexpr std::array<std::int8_t, 256> MakeDigits() {
  std::array<std::int8_t, 256> digits{};
  digits.fill(kNoDigit);
  constexpr std::string_view kAlphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    digits[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::int8_t>(i);
  digits[static_cast<std::uint8_t>('=')] = kPadding;
  return digits;
}
constexpr std::array<std::int8_t, 256> kDigits = MakeDigits();

// Prose behind the padding, as mailing lists append it, ends the base64.
bool IsForeign(std::string_view text) {
  for (const char c : text) {
    if (kDigits[static_cast<std::uint8_t>(c)] == kNoDigit) return true;
  }
  return false;
}

char Byte(std::uint32_t bits) { return static_cast<char>(bits & 0xFF); }

std::uint32_t UuBits(std::string_view line, std::size_t at) {
  return at < line.size() ? (static_cast<std::uint8_t>(line[at]) - 32u) & 63u : 0;
}

}  // namespace

std::string FromBase64Lines(std::string_view text) {
  std::string out;
  out.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  int count = 0;
  const auto flush = [&] {
    if (count >= 2) out.push_back(Byte(bits >> (6 * count - 8)));
    if (count == 3) out.push_back(Byte(bits >> 2));
    bits = 0;
    count = 0;
  };
  bool padded = false;
  while (!text.empty()) {
    const std::string_view line = TrimAscii(TakeLine(&text));
    if (padded && IsForeign(line)) break;
    for (const char c : line) {
      if (padded && c == ' ') break;
      const std::int8_t digit = kDigits[static_cast<std::uint8_t>(c)];
      if (digit >= 0) {
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        if (++count == 4) {
          out.push_back(Byte(bits >> 16));
          out.push_back(Byte(bits >> 8));
          out.push_back(Byte(bits));
          bits = 0;
          count = 0;
        }
      } else if (digit == kPadding) {
        flush();
        padded = true;
      }
    }
  }
  flush();
  return out;
}

std::string FromQuotedPrintable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const bool ends = text.contains('\n');
    std::string_view line = TakeLine(&text);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
    const bool soft = line.ends_with('=');
    if (soft) line.remove_suffix(1);
    for (std::size_t i = 0; i < line.size(); ++i) {
      const int high = line[i] == '=' && i + 2 < line.size() ? HexValue(line[i + 1]) : -1;
      const int low = high >= 0 ? HexValue(line[i + 2]) : -1;
      if (low >= 0) {
        out.push_back(static_cast<char>(high * 16 + low));
        i += 2;
      } else {
        out.push_back(line[i]);
      }
    }
    if (!soft && ends) out.push_back('\n');
  }
  return out;
}

bool IsUuencodedLine(std::string_view line) {
  if (line.empty() || line[0] < ' ' || line[0] > '`') return false;
  const std::size_t bytes = UuBits(line, 0);
  const std::size_t needed = (bytes + 2) / 3 * 4;
  // Blanks at the end are lost on the way, and some add a character for a checksum.
  if (line.size() > 1 + needed + 2) return false;
  for (const char c : line) {
    if (c < ' ' || c > '`') return false;
  }
  return line.size() + 3 >= 1 + needed || needed == 0;
}

std::string_view UuencodedName(std::string_view line) {
  if (!line.starts_with("begin ")) return {};
  line.remove_prefix(6);
  std::size_t digits = 0;
  while (digits < line.size() && line[digits] >= '0' && line[digits] <= '7') ++digits;
  if (digits < 3 || digits > 4 || digits >= line.size() || line[digits] != ' ') return {};
  return TrimAscii(line.substr(digits + 1));
}

std::string FromUuencodedLines(std::string_view lines) {
  std::string out;
  while (!lines.empty()) {
    const std::string_view line = TakeLine(&lines);
    if (!IsUuencodedLine(line)) continue;
    const std::size_t bytes = UuBits(line, 0);
    for (std::size_t i = 0, at = 1; i < bytes; i += 3, at += 4) {
      const std::uint32_t bits = UuBits(line, at) << 18 | UuBits(line, at + 1) << 12 |
                                 UuBits(line, at + 2) << 6 | UuBits(line, at + 3);
      out.push_back(Byte(bits >> 16));
      if (i + 1 < bytes) out.push_back(Byte(bits >> 8));
      if (i + 2 < bytes) out.push_back(Byte(bits));
    }
  }
  return out;
}

std::string DecodeTransfer(std::string_view body, std::string_view encoding) {
  if (StartsWithIgnoringCase(encoding, "base64")) return FromBase64Lines(body);
  if (StartsWithIgnoringCase(encoding, "quoted-printable")) return FromQuotedPrintable(body);
  if (EqualsIgnoringCase(encoding, "x-uuencode") || EqualsIgnoringCase(encoding, "uuencode") ||
      EqualsIgnoringCase(encoding, "x-uue")) {
    std::string_view lines = body;
    while (!lines.empty() && UuencodedName(TakeLine(&lines)).empty()) continue;
    if (const std::size_t end = lines.rfind("\nend"); end != std::string_view::npos)
      lines = lines.substr(0, end + 1);
    if (!lines.empty()) return FromUuencodedLines(lines);
  }
  return std::string(body);
}

}  // namespace arborist::mail
