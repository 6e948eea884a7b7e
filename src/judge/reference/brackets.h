// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

namespace arborist::judge {

struct Extent {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
};

// Extends a part of a text, from its first word to its last, by the brackets and quotation marks
// directly beside it that have their partner inside: "(a minute)" instead of "(a minute". For
// display; no rule of a verifier uses it.
Extent WithPartners(std::string_view text, Extent part);

}  // namespace arborist::judge
