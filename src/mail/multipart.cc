// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/multipart.h"

#include "base/ascii.h"
#include "mail/header.h"

namespace arborist::mail {

namespace {

std::string_view GuessBoundary(std::string_view body) {
  while (!body.empty()) {
    const std::string_view line = TakeLine(&body);
    if (!line.starts_with("--") || line.size() < 3 || line[2] == ' ') continue;
    std::string_view rest = body;
    const std::string_view below = TakeLine(&rest);
    if (below.empty() || IsField(below)) return TrimAscii(line.substr(2));
  }
  return {};
}

enum class Line : std::uint8_t { kOther, kBegins, kEnds };

Line KindOf(std::string_view line, std::string_view boundary) {
  if (!line.starts_with("--") || !line.substr(2).starts_with(boundary)) return Line::kOther;
  const std::string_view rest = line.substr(2 + boundary.size());
  if (TrimAscii(rest).empty()) return Line::kBegins;
  if (rest.starts_with("--") && TrimAscii(rest.substr(2)).empty()) return Line::kEnds;
  return Line::kOther;
}

// Without the line break that belongs to the boundary behind it.
std::string_view WithoutLastBreak(std::string_view part) {
  if (part.ends_with('\n')) part.remove_suffix(1);
  if (part.ends_with('\r')) part.remove_suffix(1);
  return part;
}

}  // namespace

std::vector<std::string_view> SplitParts(std::string_view body, std::string_view boundary,
                                         std::size_t max_parts) {
  std::vector<std::string_view> parts;
  if (boundary.empty()) boundary = GuessBoundary(body);
  if (boundary.empty()) return parts;
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t begin = kNone;  // of the part that is open
  for (std::string_view rest = body; !rest.empty();) {
    const std::size_t at = body.size() - rest.size();
    const Line kind = KindOf(TakeLine(&rest), boundary);
    if (kind == Line::kOther) continue;
    if (begin != kNone) parts.push_back(WithoutLastBreak(body.substr(begin, at - begin)));
    if (parts.size() >= max_parts) return parts;
    begin = kind == Line::kBegins ? body.size() - rest.size() : kNone;
  }
  if (begin != kNone && begin < body.size()) parts.push_back(body.substr(begin));
  return parts;
}

}  // namespace arborist::mail
