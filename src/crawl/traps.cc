// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/traps.h"

#include <algorithm>

#include "base/ascii.h"
#include "crawl/canonical_url.h"

namespace arborist::crawl {

std::string PatternOf(std::string_view url) {
  std::string pattern;
  pattern.reserve(url.size());
  for (const char c : url) {
    if (!IsAsciiDigit(c)) {
      pattern.push_back(c);
    } else if (!pattern.ends_with('0')) {
      pattern.push_back('0');
    }
  }
  return pattern;
}

std::string_view RepeatedSegment(std::string_view path) {
  constexpr int kTooOften = 3;
  std::unordered_map<std::string_view, int> seen;
  while (!path.empty()) {
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(segment.size() + 1, path.size()));
    if (!segment.empty() && ++seen[segment] == kTooOften) return segment;
  }
  return {};
}

std::optional<Traps::Trap> Traps::Judge(const net::Url& url) {
  if (const std::string_view segment = RepeatedSegment(url.path); !segment.empty()) {
    const std::string host = HostOf(url);
    const bool first = ++repeated_[host + "/" + std::string(segment)] == 1;
    return Trap{.what = host + ": paths that hold \"" + std::string(segment) + "\" three times",
                .named = first};
  }
  const std::string pattern = PatternOf(TargetOf(url));
  const std::uint64_t count = ++alike_[HostOf(url) + pattern];
  if (most_alike_ == 0 || count <= most_alike_) return std::nullopt;
  return Trap{.what = HostOf(url) + ": more than " + std::to_string(most_alike_) +
                      " URLs that differ in numbers alone: " + pattern,
              .named = count == most_alike_ + 1};
}

}  // namespace arborist::crawl
