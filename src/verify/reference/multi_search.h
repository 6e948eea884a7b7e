// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace arborist::verify {

// Where each needle first stands in the text, in bytes, or kNowhere; one pass over the text however
// many needles there are. An empty needle stands at 0. Adds to *work the bytes that were compared.
constexpr std::size_t kNowhere = std::string_view::npos;
std::vector<std::size_t> FindEach(std::span<const std::string_view> needles, std::string_view text,
                                  std::size_t* work);

}  // namespace arborist::verify
