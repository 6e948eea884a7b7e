// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "net/url.h"

namespace arborist::crawl {

// Sites that never end: calendars, paths that grow, counters. For one thread.
class Traps {
 public:
  // most_alike: URLs that differ in their digits alone; 0: any number.
  explicit Traps(std::uint64_t most_alike) : most_alike_(most_alike) {}

  // Why this URL is not to be fetched, for people; nothing: it is, and counts. A URL is asked about
  // once.
  struct Trap {
    std::string what;   // "more than 200 URLs like http://h/day?date=0-0-0"
    bool named = true;  // whether this is the first URL that it holds back
  };
  std::optional<Trap> Judge(const net::Url& url);

 private:
  const std::uint64_t most_alike_;
  std::unordered_map<std::string, std::uint64_t> alike_;     // by pattern
  std::unordered_map<std::string, std::uint64_t> repeated_;  // by segment and host
};

// Numbers folded to "0": URLs that are equal then are pages of one kind.
std::string PatternOf(std::string_view url);

// The segment that a path has three times, for paths that lead into themselves; empty: none does.
std::string_view RepeatedSegment(std::string_view path);

}  // namespace arborist::crawl
