// SPDX-License-Identifier: AGPL-3.0-only
// Decodes other encodings through ICU, strictly: a byte sequence that is invalid is refused with
// its offset instead of becoming U+FFFD, because a replaced character would change the document
// silently. ICU writes UTF-16, and some converters (UTF-7, SCSU) can produce half a surrogate pair,
// which is refused too. Mail is decoded leniently, for its labels lie and a message lost is worse
// than a character that is seen to be missing. Labels follow the web (WebCharset): pages that claim
// iso-8859-1 mean windows-1252.
#include "text/encoding.h"

#include <unicode/ucnv.h>
#include <unicode/ucnv_cb.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/ascii.h"
#include "base/contained.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace arborist::text {

ByteOrderMark DetectByteOrderMark(std::string_view bytes) {
  using namespace std::string_view_literals;
  if (bytes.starts_with(kUtf8ByteOrderMark)) return {"UTF-8", 3};
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) return {"UTF-32LE", 4};
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return {"UTF-32BE", 4};
  if (bytes.starts_with("\xFF\xFE")) return {"UTF-16LE", 2};
  if (bytes.starts_with("\xFE\xFF")) return {"UTF-16BE", 2};
  return {};
}

namespace {

Error NotValid(std::string_view charset, std::size_t offset) {
  return {ErrorCode::kInvalidData,
          "not valid " + std::string(charset) + " at byte " + std::to_string(offset)};
}

struct ConverterCloser {
  void operator()(UConverter* converter) const { ucnv_close(converter); }
};
using Converter = std::unique_ptr<UConverter, ConverterCloser>;

Result<Converter> OpenConverter(const std::string& name) {
  UErrorCode error = U_ZERO_ERROR;
  Converter converter(ucnv_open(name.c_str(), &error));
  DemandMemory(error != U_MEMORY_ALLOCATION_ERROR);
  if (U_FAILURE(error) || converter == nullptr) {
    return Fail(ErrorCode::kUnsupported, "unknown charset " + EscapeForTerminal(name, false));
  }
  return converter;
}

bool IsHighSurrogate(UChar unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool IsLowSurrogate(UChar unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

LenientText LenientUtf8(std::string_view bytes) {
  LenientText out;
  while (true) {
    const std::size_t bad = std::min(FindInvalidUtf8(bytes), bytes.size());
    out.text.append(bytes.substr(0, bad));
    if (bad == bytes.size()) return out;
    Append(&out.text, 0xFFFD);
    ++out.replaced;
    bytes.remove_prefix(bad + 1);
    while (!bytes.empty() && (static_cast<std::uint8_t>(bytes[0]) & 0xC0) == 0x80)
      bytes.remove_prefix(1);
  }
}

// ICU calls this for what it cannot read; `count` is a std::size_t. Its own substitution writes
// U+001A for a single byte.
void CountAndReplace(const void* count, UConverterToUnicodeArgs* arguments, const char*,
                     std::int32_t, UConverterCallbackReason reason, UErrorCode* error) {
  if (reason > UCNV_IRREGULAR) return;  // the converter is opened or closed
  constexpr UChar kReplacement = 0xFFFD;
  ++*static_cast<std::size_t*>(const_cast<void*>(count));
  *error = U_ZERO_ERROR;
  ucnv_cbToUWriteUChars(arguments, &kReplacement, 1, 0, error);
}

}  // namespace

bool IsKnownCharset(std::string_view charset) {
  UErrorCode error = U_ZERO_ERROR;
  const Converter converter(ucnv_open(std::string(charset).c_str(), &error));
  DemandMemory(error != U_MEMORY_ALLOCATION_ERROR);
  return U_SUCCESS(error) && converter != nullptr && !charset.empty();
}

std::string WebCharset(std::string_view label) {
  std::string lower = LowerAscii(label);
  if (lower == "iso-8859-1" || lower == "iso8859-1" || lower == "latin1" || lower == "latin-1" ||
      lower == "us-ascii" || lower == "ascii" || lower == "cp1252") {
    return "windows-1252";
  }
  if (lower == "gb2312" || lower == "gbk") return "gb18030";
  if (lower == "shift_jis" || lower == "shift-jis" || lower == "sjis" || lower == "x-sjis") {
    return "windows-31j";
  }
  if (lower == "iso-8859-9") return "windows-1254";
  if (lower == "tis-620" || lower == "iso-8859-11") return "windows-874";
  return lower;
}

Result<std::string> DecodeToUtf8(std::string_view bytes, std::string_view charset) {
  const std::string name = LowerAscii(charset);
  const ByteOrderMark mark = DetectByteOrderMark(bytes);
  if (name == "utf-8" || name == "utf8") {
    if (mark.charset == "UTF-8") bytes.remove_prefix(mark.length);
    const std::size_t bad = FindInvalidUtf8(bytes);
    if (bad != std::string_view::npos) {
      return std::unexpected(NotValid("UTF-8", bad + (mark.charset == "UTF-8" ? mark.length : 0)));
    }
    return std::string(bytes);
  }
  TRY_ASSIGN(const Converter converter, OpenConverter(name));
  UErrorCode error = U_ZERO_ERROR;
  ucnv_setToUCallBack(converter.get(), UCNV_TO_U_CALLBACK_STOP, nullptr, nullptr, nullptr, &error);
  std::string out;
  out.reserve(bytes.size() + bytes.size() / 4);
  std::vector<UChar> buffer(1 << 14);
  std::vector<std::int32_t> offsets(buffer.size());
  const char* source = bytes.data();
  const char* const end = bytes.data() + bytes.size();
  char32_t pending_high = 0;
  while (true) {
    UChar* target = buffer.data();
    error = U_ZERO_ERROR;
    const auto start = static_cast<std::size_t>(source - bytes.data());
    ucnv_toUnicode(converter.get(), &target, buffer.data() + buffer.size(), &source, end,
                   offsets.data(), true, &error);
    for (const UChar* unit = buffer.data(); unit < target; ++unit) {
      const bool high = IsHighSurrogate(*unit);
      const bool low = IsLowSurrogate(*unit);
      if (low != (pending_high != 0)) {  // UTF-7, SCSU and others can write half a pair
        const std::int32_t offset = offsets[static_cast<std::size_t>(unit - buffer.data())];
        return std::unexpected(
            NotValid(charset, start + static_cast<std::size_t>(std::max(offset, 0))));
      }
      if (high) {
        pending_high = *unit;
      } else if (low) {
        Append(&out, 0x10000 + ((pending_high - 0xD800) << 10) + (*unit - 0xDC00u));
        pending_high = 0;
      } else {
        Append(&out, *unit);
      }
    }
    if (error == U_BUFFER_OVERFLOW_ERROR) continue;
    DemandMemory(error != U_MEMORY_ALLOCATION_ERROR);
    if (U_FAILURE(error)) {
      char invalid[32];
      auto length = static_cast<std::int8_t>(sizeof invalid);
      UErrorCode ignored = U_ZERO_ERROR;
      ucnv_getInvalidChars(converter.get(), invalid, &length, &ignored);
      const auto consumed = static_cast<std::size_t>(source - bytes.data());
      const std::size_t bad =
          U_SUCCESS(ignored) && length > 0 ? static_cast<std::size_t>(length) : 0;
      return std::unexpected(NotValid(charset, consumed - std::min(bad, consumed)));
    }
    break;
  }
  if (pending_high != 0) return std::unexpected(NotValid(charset, bytes.size()));
  if (out.starts_with(kUtf8ByteOrderMark)) out.erase(0, kUtf8ByteOrderMark.size());
  return out;
}

Result<LenientText> DecodeLeniently(std::string_view bytes, std::string_view charset) {
  const std::string name = LowerAscii(charset);
  if (name == "utf-8" || name == "utf8") {
    if (bytes.starts_with(kUtf8ByteOrderMark)) bytes.remove_prefix(kUtf8ByteOrderMark.size());
    return LenientUtf8(bytes);
  }
  TRY_ASSIGN(const Converter converter, OpenConverter(name));
  LenientText out;
  UErrorCode error = U_ZERO_ERROR;
  ucnv_setToUCallBack(converter.get(), CountAndReplace, &out.replaced, nullptr, nullptr, &error);
  std::vector<UChar> buffer(std::min<std::size_t>(bytes.size() + 16, 1 << 14));
  const char* source = bytes.data();
  char32_t high = 0;  // the first half of a pair
  const auto append_half = [&] {
    if (high == 0) return;
    Append(&out.text, 0xFFFD);
    ++out.replaced;
    high = 0;
  };
  do {
    UChar* target = buffer.data();
    error = U_ZERO_ERROR;
    ucnv_toUnicode(converter.get(), &target, buffer.data() + buffer.size(), &source,
                   bytes.data() + bytes.size(), nullptr, true, &error);
    DemandMemory(error != U_MEMORY_ALLOCATION_ERROR);
    for (const UChar* unit = buffer.data(); unit < target; ++unit) {
      if (IsLowSurrogate(*unit) && high != 0) {
        Append(&out.text, 0x10000 + ((high - 0xD800) << 10) + (*unit - 0xDC00u));
        high = 0;
        continue;
      }
      append_half();
      if (IsHighSurrogate(*unit)) {
        high = *unit;
      } else if (IsLowSurrogate(*unit)) {
        Append(&out.text, 0xFFFD);
        ++out.replaced;
      } else {
        Append(&out.text, *unit);
      }
    }
  } while (error == U_BUFFER_OVERFLOW_ERROR);
  append_half();
  if (out.text.starts_with(kUtf8ByteOrderMark)) out.text.erase(0, kUtf8ByteOrderMark.size());
  return out;
}

}  // namespace arborist::text
