// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace arborist::ingest {

// The bytes of a plain text or Markdown file as UTF-8, byte-order mark dropped, nothing else
// changed. In this order: what a byte-order mark says; UTF-8; `declared` (from HTTP, may be empty),
// if it is known; the charset the file declares (an Emacs, Python or Vim cookie, an XML
// declaration, an HTML meta). Nothing is guessed: bytes that are not valid there are kInvalidData
// with their offset, and so is a NUL character, which no text has. A declared 7-bit charset with
// escapes (ISO-2022, HZ) comes before UTF-8, which it resembles.
Result<std::string> DecodeText(std::string_view bytes, std::string_view declared = {});

struct DecodedHtml {
  std::string text;
  std::string charset;  // lower-case
};
// The same for HTML: a byte-order mark, `declared` (from HTTP, may be empty), <meta>, an XML
// declaration, else UTF-8 if valid, else windows-1252, as browsers do. Labels mean what they mean
// on the web. Labels that ICU does not know are passed over. Bytes that are not valid in a declared
// charset are kInvalidData with their offset.
Result<DecodedHtml> DecodeHtml(std::string_view bytes, std::string_view declared);

}  // namespace arborist::ingest
