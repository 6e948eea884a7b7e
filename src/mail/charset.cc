// SPDX-License-Identifier: AGPL-3.0-only
// The label as the web means it. Where the bytes do not fit it: UTF-8 if they are valid UTF-8, else
// the label with U+FFFD for what does not fit as long as that is rare, else windows-1252, in which
// every byte is a character. ICU costs some 10 µs a call, so ASCII, UTF-8 and windows-1252, which
// are nearly all mail, do without it.
#include "mail/charset.h"

#include <array>

#include "base/ascii.h"
#include "text/encoding.h"
#include "text/utf8.h"

namespace arborist::mail {

namespace {

// Of so many characters one may be U+FFFD before the label is not believed.
constexpr std::size_t kRare = 50;

constexpr std::array<char16_t, 32> kWindows1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

std::string FromWindows1252(std::string_view bytes) {
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 8);
  for (const char c : bytes) {
    const auto byte = static_cast<std::uint8_t>(c);
    if (byte < 0x80) {
      out.push_back(c);
    } else {
      text::Append(&out, byte < 0xA0 ? kWindows1252[byte - 0x80] : byte);
    }
  }
  return out;
}

bool IsAscii(std::string_view bytes) {
  std::uint8_t all = 0;
  for (const char c : bytes) all |= static_cast<std::uint8_t>(c);
  return all < 0x80;
}

// Charsets in which bytes below 0x80 are not always ASCII.
bool ChangesAscii(std::string_view charset) {
  return charset.starts_with("iso-2022") || charset.starts_with("utf-16") ||
         charset.starts_with("utf-32") || charset.starts_with("utf-7") ||
         charset.starts_with("hz") || charset.starts_with("ucs") || charset.contains("ebcdic") ||
         charset.starts_with("ibm0") || charset.starts_with("cp037");
}

// With such a label UTF-8 is as likely as what it says.
bool SaysLittle(std::string_view label) {
  return EqualsIgnoringCase(label, "us-ascii") || EqualsIgnoringCase(label, "ascii");
}

DecodedText Guess(std::string_view bytes, Trust if_utf8) {
  if (text::FindInvalidUtf8(bytes) == std::string_view::npos) return {std::string(bytes), if_utf8};
  return {FromWindows1252(bytes), Trust::kGuessed};
}

}  // namespace

std::string CharsetOf(std::string_view label) {
  label = TrimAscii(label);
  while (!label.empty() && (label.front() == '"' || label.front() == '\'')) label.remove_prefix(1);
  while (!label.empty() && (label.back() == '"' || label.back() == '\'')) label.remove_suffix(1);
  std::string name = text::WebCharset(label);
  if (name == "utf-8" || name == "utf8" || name == "windows-1252") return name;
  if (name.starts_with("ks_c_5601") || name == "euc-kr" || name == "ksc5601" ||
      name == "x-windows-949")
    return "windows-949";
  if (name == "unicode-1-1-utf-7") return "utf-7";
  if (name == "unicode-1-1-utf-8" || name == "utf_8") return "utf-8";
  if (name == "iso-8859-8-i" || name == "iso-8859-8-e") return "iso-8859-8";
  if (name == "iso-8859-6-i" || name == "iso-8859-6-e") return "iso-8859-6";
  if (name.empty() || name.size() > 64 || name == "unknown-8bit" || !text::IsKnownCharset(name))
    return {};
  return name;
}

DecodedText DecodeBytes(std::string_view bytes, std::string_view label) {
  const std::string charset = CharsetOf(label);
  if (charset.empty()) return Guess(bytes, label.empty() ? Trust::kUndeclared : Trust::kGuessed);
  if (!ChangesAscii(charset) && IsAscii(bytes)) return {std::string(bytes)};
  if (charset == "windows-1252") {
    if (SaysLittle(label)) return Guess(bytes, Trust::kGuessed);
    return {FromWindows1252(bytes)};
  }
  auto lenient = text::DecodeLeniently(bytes, charset);
  if (!lenient) return Guess(bytes, Trust::kGuessed);
  if (lenient->replaced == 0) return {std::move(lenient->text)};
  const bool is_utf8 = text::FindInvalidUtf8(bytes) == std::string_view::npos;
  if (is_utf8 || lenient->replaced * kRare > bytes.size()) return Guess(bytes, Trust::kGuessed);
  return {std::move(lenient->text), Trust::kReplaced, lenient->replaced};
}

}  // namespace arborist::mail
