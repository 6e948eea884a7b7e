// SPDX-License-Identifier: AGPL-3.0-only
// Parses a request target into decoded path and parameters. The path is split before it is decoded,
// and a decoded segment may hold neither slash nor dot segment, so no encoding leads to another
// route. A parameter that stands there twice is refused, for readers differ in which of the two
// they take.
#include "serve/http/target.h"

#include <algorithm>

#include "text/escape.h"
#include "text/utf8.h"

namespace arborist::serve::http {

namespace {

std::unexpected<Error> Bad(std::string message) {
  return Fail(ErrorCode::kInvalidArgument, std::move(message));
}

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

Result<std::string> Decode(std::string_view text, bool plus_is_space) {
  std::string decoded;
  decoded.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '%') {
      const int high = i + 2 < text.size() ? HexDigit(text[i + 1]) : -1;
      const int low = i + 2 < text.size() ? HexDigit(text[i + 2]) : -1;
      if (high < 0 || low < 0) return Bad("a % in the target is not followed by two hex digits");
      c = static_cast<char>(high * 16 + low);
      i += 2;
    } else if (c == '+' && plus_is_space) {
      c = ' ';
    }
    decoded.push_back(c);
  }
  if (text::FindInvalidUtf8(decoded) != std::string_view::npos) {
    return Bad("the target is not UTF-8");
  }
  return decoded;
}

bool HasControl(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

Result<std::string> DecodePath(std::string_view raw) {
  if (!raw.starts_with('/')) return Bad("the target must begin with /");
  std::string path;
  std::string_view rest = raw.substr(1);
  while (true) {
    const std::size_t slash = rest.find('/');
    const std::string_view piece = rest.substr(0, slash);
    TRY_ASSIGN(const std::string segment, Decode(piece, false));
    const bool last = slash == std::string_view::npos;
    if (segment.empty() && !last) return Bad("the path has an empty segment");
    if (segment == "." || segment == "..") return Bad("the path has a dot segment");
    if (segment.find_first_of("/\\") != std::string::npos || HasControl(segment)) {
      return Bad("the path holds a character that it may not");
    }
    path += "/" + segment;
    if (last) return path;
    rest.remove_prefix(slash + 1);
  }
}

}  // namespace

Result<Target> ParseTarget(std::string_view raw) {
  Target target;
  if (raw.contains('#')) return Bad("a target has no fragment");
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!raw.starts_with(scheme)) continue;
    raw.remove_prefix(scheme.size());
    const std::size_t slash = std::min(raw.find_first_of("/?"), raw.size());
    target.authority = raw.substr(0, slash);
    if (target.authority.empty()) return Bad("the target has no host");
    raw.remove_prefix(slash);
    if (raw.empty()) raw = "/";
    break;
  }
  const std::size_t mark = raw.find('?');
  TRY_ASSIGN(target.path, DecodePath(raw.substr(0, mark)));
  if (mark == std::string_view::npos) return target;
  std::string_view rest = raw.substr(mark + 1);
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (pair.empty()) continue;
    const std::size_t equals = std::min(pair.find('='), pair.size());
    TRY_ASSIGN(std::string name, Decode(pair.substr(0, equals), true));
    TRY_ASSIGN(std::string value, Decode(pair.substr(std::min(equals + 1, pair.size())), true));
    if (HasControl(name)) return Bad("the name of a parameter holds a control character");
    if (std::ranges::any_of(target.query, [&](const auto& known) { return known.first == name; })) {
      return Bad("parameter " + text::EscapeForTerminal(name, false) + " stands there twice");
    }
    target.query.emplace_back(std::move(name), std::move(value));
  }
  return target;
}

}  // namespace arborist::serve::http
