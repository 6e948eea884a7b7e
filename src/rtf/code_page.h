// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace arborist::rtf {

// Names of code pages as RTF numbers them: 1252 is "windows-1252"; empty: it is not known.
std::string CharsetOfPage(int page);
// The code page of a font by its \fcharset; 0: the one of the document.
int PageOfFontCharset(int charset);
constexpr int kSymbolCharset = 2;

// Turns bytes of code pages into UTF-8. Remembers the characters of single-byte pages.
class CodePages {
 public:
  // Appends the bytes, which stand together, as text; returns how many characters were not valid.
  std::size_t Append(std::string_view bytes, int page, std::string* out);

 private:
  using Characters = std::array<std::string, 128>;  // of the bytes from 0x80 on
  const Characters& CharactersOf(int page);

  std::map<int, Characters> single_;
};

}  // namespace arborist::rtf
