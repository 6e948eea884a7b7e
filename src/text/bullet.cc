// SPDX-License-Identifier: AGPL-3.0-only
#include "text/bullet.h"

#include "text/scan.h"

namespace arborist::text {

// Removes what the pattern ^\s*(?:[-*+•]|\d+[.)])\s+ matches.
std::string_view StripBullet(std::string_view line) {
  std::size_t pos = SkipWhitespace(line, 0);
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
  const std::size_t rest = SkipWhitespace(line, pos);
  return rest > pos ? line.substr(rest) : line;
}

}  // namespace arborist::text
