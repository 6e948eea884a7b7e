// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <string_view>

namespace arborist::ingest {

// Cuts the first line off the text; the line without its end of LF or CR LF.
inline std::string_view TakeLine(std::string_view* text) {
  const std::size_t end = std::min(text->find('\n'), text->size());
  std::string_view line = text->substr(0, end);
  text->remove_prefix(std::min(end + 1, text->size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace arborist::ingest
