// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "base/ascii.h"

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

}  // namespace arborist::ingest
