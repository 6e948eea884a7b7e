// SPDX-License-Identifier: AGPL-3.0-only
// UTF-8: the validator against a decoder written from the definition, and what stands on it.
#include "fuzz/fuzz.h"
#include "text/canonical.h"
#include "text/escape.h"
#include "text/utf8.h"

namespace {

using arborist::text::Append;

// Offset of the first invalid byte by the definition of Unicode 15, table 3-7.
std::size_t NaiveInvalid(std::string_view bytes, bool allow_surrogates) {
  std::size_t i = 0;
  char32_t previous = 0;
  while (i < bytes.size()) {
    const auto at = [&](std::size_t k) { return static_cast<std::uint8_t>(bytes[i + k]); };
    std::size_t length = 0;
    char32_t value = at(0);
    if (at(0) < 0x80) {
      length = 1;
    } else if (at(0) >= 0xC0 && at(0) < 0xE0) {
      length = 2;
      value = at(0) & 0x1F;
    } else if (at(0) >= 0xE0 && at(0) < 0xF0) {
      length = 3;
      value = at(0) & 0x0F;
    } else if (at(0) >= 0xF0 && at(0) < 0xF8) {
      length = 4;
      value = at(0) & 0x07;
    }
    if (length == 0 || i + length > bytes.size()) return i;
    for (std::size_t k = 1; k < length; ++k) {
      if ((at(k) & 0xC0) != 0x80) return i;
      value = (value << 6) | (at(k) & 0x3F);
    }
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (value < kSmallest[length] || value > 0x10FFFF) return i;
    if (value >= 0xD800 && value <= 0xDFFF) {
      const bool pair = value >= 0xDC00 && previous >= 0xD800 && previous <= 0xDBFF;
      if (!allow_surrogates || pair) return i;
    }
    previous = value;
    i += length;
  }
  return std::string_view::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view bytes = fuzz::View(data, size);
  CHECK(text::FindInvalidUtf8(bytes) == NaiveInvalid(bytes, false));
  const std::size_t invalid = text::FindInvalidUtf8(bytes, true);
  CHECK(invalid == NaiveInvalid(bytes, true));
  const std::string_view text = bytes.substr(0, invalid);

  std::string again;
  std::size_t count = 0;
  for (std::size_t pos = 0; pos < text.size(); ++count) {
    const std::size_t start = pos;
    Append(&again, text::Decode(text, &pos));
    CHECK(text::PreviousStart(text, pos) == start);
  }
  CHECK(again == text);
  CHECK(count == text::CountCodePoints(text));
  CHECK(text::Prefix(text, count) == text);
  CHECK(text::CountCodePoints(text::Prefix(text, count / 2)) == count / 2);

  const std::string canonical = text::Canonicalize(text);
  CHECK(text::FindInvalidUtf8(canonical, true) == std::string_view::npos);
  CHECK(text::Canonicalize(canonical) == canonical);
  CHECK(text::FindInvalidUtf8(text::ToLower(text), true) == std::string_view::npos);
  const std::string shown = text::EscapeForTerminal(text, false);
  for (const char c : shown) CHECK(static_cast<std::uint8_t>(c) >= 0x20 && c != 0x7F);
  CHECK(text::EscapeForTerminal(shown, false) == shown || shown.contains('\\'));
  // Text that was never validated reaches a terminal too: names of files.
  for (const char c : text::EscapeForTerminal(bytes, false))
    CHECK(static_cast<std::uint8_t>(c) >= 0x20);
  return 0;
}
