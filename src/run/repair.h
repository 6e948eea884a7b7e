// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::run {

inline constexpr std::string_view kQuoteRepairVersion = "quote-repair-v1";

// FROZEN quote-repair-v1. What small models add to a quotation and thereby break it, taken off by
// rule: nothing is added and no word inside a quotation changes.
//   citation_tail     "... in 1976. (Source: X)"   the closing citation leaves the quotation
//   nested_marks      ""..."" or "“...”"           doubled marks become one pair
//   unpaired_mark     a last mark without partner  goes
struct Repaired {
  std::string text;
  std::vector<std::string> steps;  // names as above, in the order they were applied, each once
};
Repaired RepairQuotes(std::string_view answer);

}  // namespace arborist::run
