// SPDX-License-Identifier: AGPL-3.0-only
// asciidoc-v1: AsciiDoc as it was decoded. Its sections are read by the base (markup/asciidoc.h).
#include <algorithm>

#include "base/ascii.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/format.h"
#include "ingest/title.h"

namespace arborist::ingest {

namespace {

// ":name: value"
bool IsAttribute(std::string_view line) {
  if (!line.starts_with(':')) return false;
  line.remove_prefix(1);
  const std::size_t end = line.find(':');
  if (end == std::string_view::npos || end == 0) return false;
  const std::string_view behind = line.substr(end + 1);
  return (behind.empty() || behind.starts_with(' ')) &&
         std::ranges::all_of(line.substr(0, end), [](char c) {
           return IsAsciiLetter(c) || IsAsciiDigit(c) || c == '-' || c == '_' || c == '!';
         });
}

}  // namespace

// "= Title" on the first line and an attribute in the lines under it. A name with an ending says
// what it is.
bool HoldsAsciiDoc(const Head& head) {
  if (!head.ending.empty()) return false;
  std::string_view text = head.text;
  const std::string_view title = TakeLine(&text);
  if (!title.starts_with("= ") || TrimAscii(title.substr(1)).empty()) return false;
  while (!text.empty()) {
    const std::string_view line = TakeLine(&text);
    if (TrimAscii(line).empty()) return false;
    if (IsAttribute(line)) return true;
  }
  return false;
}

Result<Extracted> ReadAsciiDocFile(const Origin& origin, std::string bytes, const Limits&) {
  TRY_ASSIGN(std::string text, DecodeText(bytes, origin.charset()));
  std::string title = TitleOfMarkup(markup::Base::kAsciiDocV1, text);
  if (title.empty()) title = TitleOfText(origin.uri(), text);
  return Extracted{.title = std::move(title), .text = std::move(text)};
}

}  // namespace arborist::ingest
