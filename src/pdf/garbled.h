// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pdf/page.h"

namespace arborist::pdf {

// Finds fonts that tell wrong characters: their glyphs are letters, but the words they make are
// none ("7KHGDQFHUV"). Such text is kept and named.
class GarbledFonts {
 public:
  void Look(const Page& page);
  // Names of the fonts whose words mostly lack vowels.
  std::vector<std::string> Suspects() const;

 private:
  struct Count {
    std::uint64_t words = 0;
    std::uint64_t without_vowel = 0;
  };
  std::map<std::string, Count, std::less<>> fonts_;
};

}  // namespace arborist::pdf
