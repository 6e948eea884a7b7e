// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace arborist::judge {

// The byte at which each needle first occurs in the text, or kNowhere. Linear in text and needles,
// however many there are. An empty needle is found at 0. Adds the bytes compared to *work.
constexpr std::size_t kNowhere = std::string_view::npos;
std::vector<std::size_t> FindEach(std::span<const std::string_view> needles, std::string_view text,
                                  std::size_t* work);

}  // namespace arborist::judge
