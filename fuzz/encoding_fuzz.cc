// SPDX-License-Identifier: AGPL-3.0-only
// Bytes in any charset to UTF-8. The first byte chooses the charset.
#include "fuzz/fuzz.h"
#include "text/encoding.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  constexpr std::string_view kCharsets[] = {
      "UTF-8",       "UTF-16LE",     "UTF-16BE",  "UTF-16", "UTF-32LE",
      "UTF-32BE",    "windows-1252", "shift_jis", "euc-jp", "iso-2022-jp",
      "iso-2022-kr", "iso-2022-cn",  "gb18030",   "gbk",    "big5",
      "euc-kr",      "koi8-r",       "hz",        "utf-7",  "windows-874",
      "ibm037",      "scsu",         "bocu-1",    "cesu-8", "imap-mailbox-name",
      "x-iscii-de",  "macintosh",    "lmbcs-1"};
  std::string_view input = fuzz::View(data, size);
  const std::string_view charset = kCharsets[fuzz::TakeByte(&input) % std::size(kCharsets)];
  const auto decoded = text::DecodeToUtf8(input, charset);
  if (decoded) CHECK(text::FindInvalidUtf8(*decoded) == std::string_view::npos);
  const text::ByteOrderMark mark = text::DetectByteOrderMark(input);
  CHECK(mark.length <= input.size());
  CHECK((mark.length == 0) == mark.charset.empty());
  if (charset == "UTF-8" && decoded)
    CHECK(*decoded == input.substr(mark.charset == "UTF-8" ? 3 : 0));
  if (charset == "UTF-8") {
    CHECK(decoded.has_value() == (text::FindInvalidUtf8(input) == std::string_view::npos));
  }
  // A label from a hostile page.
  const std::string label(input.substr(0, 64));
  if (text::IsKnownCharset(text::WebCharset(label)))
    (void)text::DecodeToUtf8(input, text::WebCharset(label));
  return 0;
}
