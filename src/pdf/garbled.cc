// SPDX-License-Identifier: AGPL-3.0-only
// Words of four or more ASCII letters of one font. Of honest text in any language written with them
// few lack a vowel; a shifted or permuted alphabet leaves most without.
#include "pdf/garbled.h"

#include <string_view>

#include "base/ascii.h"

namespace arborist::pdf {
namespace {

constexpr std::size_t kMinLetters = 4;
constexpr std::uint64_t kMinWords = 40;
constexpr std::size_t kMaxFontNames = 1000;

}  // namespace

void GarbledFonts::Look(const Page& page) {
  std::vector<Count> counts(page.fonts.size());
  std::size_t letters = 0;
  bool vowel = false;
  std::uint32_t font = 0;
  const auto end_word = [&] {
    if (letters >= kMinLetters) {
      ++counts[font].words;
      if (!vowel) ++counts[font].without_vowel;
    }
    letters = 0;
    vowel = false;
  };
  for (const Glyph& glyph : page.glyphs) {
    const bool letter = glyph.c < 0x80 && IsAsciiLetter(static_cast<char>(glyph.c));
    if (!letter || glyph.font != font) end_word();
    if (!letter) continue;
    font = glyph.font;
    ++letters;
    if (std::string_view("aeiouyAEIOUY").contains(static_cast<char>(glyph.c))) vowel = true;
  }
  end_word();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    auto found = fonts_.find(page.fonts[i]);
    if (found == fonts_.end()) {
      if (fonts_.size() >= kMaxFontNames) continue;
      found = fonts_.emplace(page.fonts[i], Count{}).first;
    }
    found->second.words += counts[i].words;
    found->second.without_vowel += counts[i].without_vowel;
  }
}

std::vector<std::string> GarbledFonts::Suspects() const {
  std::vector<std::string> names;
  for (const auto& [name, count] : fonts_) {
    if (count.words >= kMinWords && count.without_vowel * 2 > count.words) names.push_back(name);
  }
  return names;
}

}  // namespace arborist::pdf
