// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <limits>
#include <string>

namespace arborist::cli {

// What a numeric option takes, in one place: a whole number in a range. Who gives another is told
// the range.
inline CLI::Validator Whole(std::int64_t least,
                            std::int64_t most = std::numeric_limits<std::int64_t>::max()) {
  const bool open = most == std::numeric_limits<std::int64_t>::max();
  const std::string range =
      std::to_string(least) + (open ? " or more" : " to " + std::to_string(most));
  return CLI::Validator(
      [=](std::string& text) -> std::string {
        std::int64_t value = 0;
        const char* const end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, value);
        if (error == std::errc() && stop == end && value >= least && value <= most) return {};
        return "takes a whole number, " + range + ", not " + text;
      },
      range);
}

}  // namespace arborist::cli
