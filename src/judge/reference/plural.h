// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "text/utf8.h"

namespace arborist::judge {

// The word without a plural s: longer than four code points and not ending in ss. Movies and movie
// are then one word.
inline std::string_view WithoutPlural(std::string_view word) {
  if (word.ends_with('s') && !word.ends_with("ss") && text::Prefix(word, 4).size() < word.size()) {
    word.remove_suffix(1);
  }
  return word;
}

}  // namespace arborist::judge
