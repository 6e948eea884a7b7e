// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace arborist::verify {

// Where each needle first stands in the text, in bytes, or npos; one pass over the text however
// many needles there are (Aho-Corasick). An empty needle stands at 0.
std::vector<std::size_t> FindEach(std::span<const std::string_view> needles, std::string_view text);

}  // namespace arborist::verify
