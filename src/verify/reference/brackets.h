// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string_view>

namespace arborist::verify {

struct Extent {
  std::size_t begin = 0;  // bytes
  std::size_t end = 0;
};

// A part of a text from its first word to its last, with the brackets and quotation marks that
// stand right beside it and have their partner inside: (a minute) and not (a minute. For showing;
// no rule of a verifier looks at it.
Extent WithPartners(std::string_view text, Extent part);

}  // namespace arborist::verify
