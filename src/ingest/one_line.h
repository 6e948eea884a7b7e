// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace arborist::ingest {

// A title as one line: runs of white space become one space, and so many bytes at the most.
inline std::string OneLine(std::string_view text, std::size_t max_bytes) {
  std::string out;
  bool space = false;
  for (const char c : text) {
    if (IsAsciiSpace(c)) {
      space = !out.empty();
      continue;
    }
    if (space) out.push_back(' ');
    space = false;
    out.push_back(c);
  }
  const std::string_view cut = TrimAscii(Utf8Prefix(out, max_bytes));
  out.resize(cut.size());
  return out;
}

// A title that holds line ends or other control characters gets blanks in their place, runs of
// white space as one; whether it did. Titles stand in lines that others read, beside claims and in
// logs.
inline bool FoldTitle(std::string* title) {
  const auto is_control = [](char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
  };
  std::string folded;
  bool found = false;
  bool space = false;
  for (std::size_t pos = 0; pos < title->size();) {
    const std::size_t begin = pos;
    const char32_t c = text::Decode(*title, &pos);
    found |= is_control(c);
    if (is_control(c) || text::IsWhitespace(c)) {
      space = !folded.empty();
      continue;
    }
    if (space) folded.push_back(' ');
    space = false;
    folded.append(*title, begin, pos - begin);
  }
  if (found) *title = std::move(folded);
  return found;
}

}  // namespace arborist::ingest
