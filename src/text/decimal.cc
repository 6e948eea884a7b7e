// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN with lexical-v2 and lexical-v3. Strings and no floats: "2.5 million" moves the point of
// "2.5" by six places, and digit strings of any length keep their exact value.
#include "text/decimal.h"

#include <algorithm>
#include <utility>

namespace arborist::text {

bool IsDecimalNumber(std::string_view value) {
  return !value.empty() && std::ranges::count(value, '.') <= 1 &&
         std::ranges::all_of(value, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

std::string TrimDecimal(std::string value) {
  if (!IsDecimalNumber(value)) return value;
  if (value.contains('.')) {
    value.resize(value.find_last_not_of('0') + 1);
    if (value.back() == '.') value.pop_back();
  }
  const std::size_t first = value.find_first_not_of('0');
  if (first == std::string::npos) return "0";
  value.erase(0, value[first] == '.' && first > 0 ? first - 1 : first);
  return value;
}

std::string ShiftDecimal(std::string value, std::size_t power) {
  std::size_t point = value.find('.');
  if (point == std::string::npos) {
    point = value.size();
  } else {
    value.erase(point, 1);
  }
  if (value.size() < point + power) value.append(point + power - value.size(), '0');
  if (point + power < value.size()) value.insert(point + power, 1, '.');
  return TrimDecimal(std::move(value));
}

}  // namespace arborist::text
