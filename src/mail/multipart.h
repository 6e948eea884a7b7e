// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace arborist::mail {

// The parts between the lines that are the boundary, at most `max_parts`; preamble and epilogue
// are no parts. An empty boundary is guessed: the first line that begins with "--" and has a field
// or an empty line below. Empty: there is no such line. Linear.
std::vector<std::string_view> SplitParts(std::string_view body, std::string_view boundary,
                                         std::size_t max_parts);

}  // namespace arborist::mail
