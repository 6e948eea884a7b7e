// SPDX-License-Identifier: AGPL-3.0-only
#include "text/roman.h"

#include <array>
#include <string_view>
#include <utility>

namespace arborist::text {

std::string Roman(std::uint32_t number) {
  using Digit = std::pair<std::uint32_t, std::string_view>;
  static constexpr std::array<Digit, 13> kDigits = {{{1000, "m"},
                                                     {900, "cm"},
                                                     {500, "d"},
                                                     {400, "cd"},
                                                     {100, "c"},
                                                     {90, "xc"},
                                                     {50, "l"},
                                                     {40, "xl"},
                                                     {10, "x"},
                                                     {9, "ix"},
                                                     {5, "v"},
                                                     {4, "iv"},
                                                     {1, "i"}}};
  std::string roman;
  for (const auto& [value, letters] : kDigits) {
    for (; number >= value; number -= value) roman += letters;
  }
  return roman;
}

}  // namespace arborist::text
