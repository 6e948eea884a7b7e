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

// Whether the text may not be in NFC. Below U+0300, where no byte reaches 0xCC, every code point is
// its own NFC; above, the pinned table knows the starters that NFC leaves alone.
bool MayNeedNfc(std::string_view text) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::size_t i = 0;
  while (i < text.size()) {
    std::uint64_t word;
    while (i + 8 <= text.size()) {
      std::memcpy(&word, text.data() + i, 8);
      // A byte of 0xCC or more has its high bit, and 0x4C or more below it.
      if ((((word & ~kHigh) + 0x3434343434343434u) & word & kHigh) != 0) break;
      i += 8;
    }
    while (i < text.size() && static_cast<std::uint8_t>(text[i]) < 0xCC) ++i;
    if (i == text.size()) return false;
    if (!HasFlag(Decode(text, &i), kNfcPlain)) return true;
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
  out->resize(text.size());
  char* write = out->data();
  bool after_space = true;  // drops leading whitespace
  for (std::size_t pos = 0; pos < text.size();) {
    std::uint64_t spaces;
    while (pos + 8 <= text.size() && PlainWord(text.data() + pos, &spaces) &&
           (spaces & ((spaces << 8) | (after_space ? 0x80u : 0u))) == 0) {
      std::memcpy(write, text.data() + pos, 8);  // no two spaces meet: as it is
      write += 8;
      pos += 8;
      after_space = (spaces >> 63) != 0;
    }
    if (pos == text.size()) break;
    if (const std::size_t width = WhitespaceAt(text, pos); width != 0) {
      if (!after_space) *write++ = ' ';
      after_space = true;
      pos += width;
    } else {
      *write++ = text[pos++];
      after_space = false;
    }
  }
  if (after_space && write != out->data()) --write;
  out->resize(static_cast<std::size_t>(write - out->data()));
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
    const std::uint16_t flags = UnicodeFlags(Decode(text, &at));
    if ((flags & kCaseIgnorable) != 0) continue;
    cased_before = (flags & kCased) != 0;
    break;
  }
  if (!cased_before) return false;
  for (std::size_t pos = end; pos < text.size();) {
    const std::uint16_t flags = UnicodeFlags(Decode(text, &pos));
    if ((flags & kCaseIgnorable) != 0) continue;
    return (flags & kCased) == 0;
  }
  return true;
}

}  // namespace

namespace {

// ASCII capitals of eight bytes to small letters; bytes of other code points stay.
std::uint64_t LowerAscii(std::uint64_t word) {
  constexpr std::uint64_t kOnes = 0x0101010101010101u;
  const std::uint64_t low_bits = word & (kOnes * 0x7F);
  const std::uint64_t from_a = low_bits + kOnes * (0x80 - 'A');
  const std::uint64_t past_z = low_bits + kOnes * (0x7F - 'Z');
  return word | (((from_a ^ past_z) & ~word & (kOnes * 0x80)) >> 2);
}

}  // namespace

std::string ToLower(std::string_view text) {
  constexpr std::uint64_t kHigh = 0x8080808080808080u;
  std::string out;
  out.reserve(text.size() + 8);
  for (std::size_t pos = 0; pos < text.size();) {
    std::uint64_t word;
    while (pos + 8 <= text.size()) {
      std::memcpy(&word, text.data() + pos, 8);
      if ((word & kHigh) != 0) break;
      word = LowerAscii(word);
      out.append(reinterpret_cast<const char*>(&word), 8);
      pos += 8;
    }
    if (pos == text.size()) break;
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
