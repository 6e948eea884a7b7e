// SPDX-License-Identifier: AGPL-3.0-only
#include "text/canonical.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uversion.h>

#include <cstdint>
#include <cstring>

#include "base/check.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::text {

namespace {

// Below U+0300 every code point is its own NFC and combines with nothing before it; those are the
// texts without a byte of 0xCC or more.
bool MayNeedNfc(std::string_view text) {
  std::size_t i = 0;
  std::uint64_t word;
  while (i + 8 <= text.size() &&
         (std::memcpy(&word, text.data() + i, 8), (word & 0x8080808080808080u) == 0)) {
    i += 8;
  }
  for (; i < text.size(); ++i) {
    if (static_cast<std::uint8_t>(text[i]) >= 0xCC) return true;
  }
  return false;
}

const icu::Normalizer2& IcuNfc() {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(error);
  CHECK(U_SUCCESS(error) && nfc != nullptr);
  return *nfc;
}

void AppendNfc(const icu::Normalizer2& nfc, std::string_view segment, std::string* out) {
  if (segment.empty()) return;
  UErrorCode error = U_ZERO_ERROR;
  const icu::StringPiece piece(segment.data(), static_cast<std::int32_t>(segment.size()));
  if (nfc.isNormalizedUTF8(piece, error) && U_SUCCESS(error)) {
    out->append(segment);
    return;
  }
  error = U_ZERO_ERROR;
  icu::StringByteSink<std::string> sink(out);
  nfc.normalizeUTF8(0, piece, sink, nullptr, error);
  CHECK(U_SUCCESS(error));
}

bool PassesUnchanged(char32_t c) { return !HasFlag(c, kAssigned); }

}  // namespace

std::string Nfc(std::string_view text) {
  if (!MayNeedNfc(text)) return std::string(text);
  const icu::Normalizer2& nfc = IcuNfc();
  std::string out;
  out.reserve(text.size() + 16);
  std::size_t segment = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    if (static_cast<std::uint8_t>(text[pos]) < 0xCC) {
      ++pos;  // below U+0300, lead or trail byte: assigned
      continue;
    }
    const std::size_t start = pos;
    if (!PassesUnchanged(Decode(text, &pos))) continue;
    AppendNfc(nfc, text.substr(segment, start - segment), &out);
    out.append(text.substr(start, pos - start));
    segment = pos;
  }
  AppendNfc(nfc, text.substr(segment), &out);
  return out;
}

void CollapseWhitespaceTo(std::string_view text, std::string* out) {
  out->clear();
  out->reserve(text.size());
  std::size_t pos = 0;
  bool first = true;
  while (pos < text.size()) {
    std::size_t width;
    while (pos < text.size() && (width = WhitespaceAt(text, pos)) != 0) pos += width;
    if (pos == text.size()) break;
    const std::size_t start = pos;
    while (pos < text.size()) {
      const auto byte = static_cast<std::uint8_t>(text[pos]);
      if ((byte > 0x20 && byte < 0xC2) || byte > 0xE3) {  // no whitespace starts so
        ++pos;
        continue;
      }
      if (WhitespaceAt(text, pos) != 0) break;
      ++pos;
    }
    if (!first) out->push_back(' ');
    first = false;
    out->append(text.data() + start, pos - start);
  }
}

void CanonicalizeTo(std::string_view text, std::string* out) {
  if (!MayNeedNfc(text)) {
    CollapseWhitespaceTo(text, out);
    return;
  }
  CollapseWhitespaceTo(Nfc(text), out);
}

std::string Canonicalize(std::string_view text) {
  std::string out;
  CanonicalizeTo(text, &out);
  return out;
}

namespace {

// Unicode's Final_Sigma: a cased letter before, none after, case-ignorable ones skipped.
bool IsFinalSigma(std::string_view text, std::size_t start, std::size_t end) {
  bool cased_before = false;
  for (std::size_t pos = start; pos > 0;) {
    pos = PreviousStart(text, pos);
    std::size_t at = pos;
    const std::uint8_t flags = UnicodeFlags(Decode(text, &at));
    if ((flags & kCaseIgnorable) != 0) continue;
    cased_before = (flags & kCased) != 0;
    break;
  }
  if (!cased_before) return false;
  for (std::size_t pos = end; pos < text.size();) {
    const std::uint8_t flags = UnicodeFlags(Decode(text, &pos));
    if ((flags & kCaseIgnorable) != 0) continue;
    return (flags & kCased) == 0;
  }
  return true;
}

}  // namespace

std::string ToLower(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const char ascii = text[pos];
    if (static_cast<std::uint8_t>(ascii) < 0x80) {
      out.push_back(ascii >= 'A' && ascii <= 'Z' ? static_cast<char>(ascii + 32) : ascii);
      ++pos;
      continue;
    }
    const std::size_t start = pos;
    const char32_t c = Decode(text, &pos);
    if (c == 0x130) {  // the one unconditional special case of lower-casing
      out += "i\xCC\x87";
    } else if (c == 0x3A3) {
      out += IsFinalSigma(text, start, pos) ? "\xCF\x82" : "\xCF\x83";
    } else if (PassesUnchanged(c)) {
      out.append(text.substr(start, pos - start));
    } else {
      const auto lower = static_cast<char32_t>(u_tolower(static_cast<UChar32>(c)));
      Append(&out, PassesUnchanged(lower) ? c : lower);
    }
  }
  return out;
}

std::string IcuVersion() {
  UVersionInfo version;
  u_getVersion(version);
  char text[U_MAX_VERSION_STRING_LENGTH];
  u_versionToString(version, text);
  return text;
}

}  // namespace arborist::text
