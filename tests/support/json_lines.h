// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "json/value.h"

namespace arborist::testing_support {

// What a list verb prints with --json: a value a line. A line that is none fails the test.
inline std::vector<json::Value> JsonLines(std::string_view text) {
  std::vector<json::Value> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const auto value = json::Parse(text.substr(begin, end - begin));
    EXPECT_TRUE(value) << text;
    if (value) lines.push_back(*value);
    begin = end + 1;
  }
  return lines;
}

}  // namespace arborist::testing_support
