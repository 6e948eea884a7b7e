// SPDX-License-Identifier: AGPL-3.0-only
// rest-v1: reStructuredText as it was decoded. Its sections are read by the base (markup/rest.h).
#include <algorithm>

#include "base/ascii.h"
#include "ingest/formats/decode.h"
#include "ingest/formats/format.h"
#include "ingest/title.h"

namespace arborist::ingest {

namespace {

// ".. name::" and what it is said of.
bool IsDirective(std::string_view line) {
  if (!line.starts_with(".. ")) return false;
  line.remove_prefix(3);
  const std::size_t end = line.find("::");
  if (end == std::string_view::npos || end == 0) return false;
  const std::string_view behind = line.substr(end + 2);
  return (behind.empty() || behind.starts_with(' ')) &&
         std::ranges::all_of(line.substr(0, end), [](char c) {
           return IsAsciiLetter(c) || IsAsciiDigit(c) || c == '-' || c == '_' || c == ':';
         });
}

// The field Title of a header as in RFC 2822, with which a PEP begins; docutils reads such too.
std::string TitleField(std::string_view text) {
  for (bool first = true; !text.empty(); first = false) {
    const std::string_view line = TakeLine(&text);
    const std::size_t colon = line.find(':');
    const bool goes_on = !first && !line.empty() && IsAsciiSpace(line[0]);
    if (goes_on) continue;
    if (colon == std::string_view::npos || colon == 0 ||
        !std::ranges::all_of(line.substr(0, colon),
                             [](char c) { return IsAsciiLetter(c) || c == '-'; })) {
      return {};
    }
    if (line.starts_with("Title:")) return std::string(TrimAscii(line.substr(colon + 1)));
  }
  return {};
}

}  // namespace

// A directive behind a blank line, which is nothing else. A name with an ending says what it is.
bool HoldsRest(const Head& head) {
  if (!head.ending.empty() || head.text.starts_with('{') || head.markup.starts_with('<'))
    return false;
  bool blank = true;  // the line before
  for (std::string_view text = head.text; !text.empty();) {
    const std::string_view line = TakeLine(&text);
    if (blank && IsDirective(line)) return true;
    blank = TrimAscii(line).empty();
  }
  return false;
}

Result<Extracted> ReadRestFile(const Origin& origin, std::string bytes, const Limits&) {
  TRY_ASSIGN(std::string text, DecodeText(bytes, origin.charset()));
  std::string title = TitleOfMarkup(markup::Base::kRestV1, text);
  if (title.empty()) title = TitleField(text);
  if (title.empty()) title = TitleOfText(origin.uri(), text);
  return Extracted{.title = std::move(title), .text = std::move(text)};
}

}  // namespace arborist::ingest
