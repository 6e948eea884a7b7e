// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace arborist::run {

inline constexpr std::string_view kQuoteRepairVersion = "quote-repair-v1";

// FROZEN quote-repair-v1. Removes what small models add to quotations and thereby break them.
// Nothing is added, and no word inside a quotation changes.
//   citation_tail     "... in 1976. (Source: X)"   the closing citation leaves the quotation
//   nested_marks      ""..."" or "“...”"           doubled marks become one pair
//   unpaired_mark     a last mark without partner  is removed
struct Repaired {
  std::string text;
  std::vector<std::string> steps;  // names as above, in the order of first use, each once
};
Repaired RepairQuotes(std::string_view answer);

}  // namespace arborist::run
