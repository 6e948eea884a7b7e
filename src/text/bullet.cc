// SPDX-License-Identifier: AGPL-3.0-only
#include "text/bullet.h"

#include "text/scan.h"

namespace arborist::text {

// ^\s*(?:[-*+•]|\d+[.)])\s+
std::string_view StripBullet(std::string_view line) {
  std::size_t pos = 0;
  const auto skip_whitespace = [&] {
    const std::size_t start = pos;
    while (pos < line.size()) {
      const std::size_t width = WhitespaceAt(line, pos);
      if (width == 0) break;
      pos += width;
    }
    return pos > start;
  };
  skip_whitespace();
  if (pos == line.size()) return line;
  if (line[pos] == '-' || line[pos] == '*' || line[pos] == '+') {
    ++pos;
  } else if (line.substr(pos, 3) == "•") {
    pos += 3;
  } else {
    const std::size_t start = pos;
    while (pos < line.size()) {
      std::size_t next = pos;
      if (!IsDecimal(Decode(line, &next))) break;
      pos = next;
    }
    if (pos == start || pos == line.size() || (line[pos] != '.' && line[pos] != ')')) return line;
    ++pos;
  }
  return skip_whitespace() ? line.substr(pos) : line;
}

}  // namespace arborist::text
