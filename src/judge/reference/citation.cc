// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: StripTrailingCitation, which the reference defines as a regular
// expression. As a backtracking pattern it takes quadratic time on hostile text such as "((((" or a
// long run of blanks, so it is written here as one pass with the same result.
#include <array>
#include <string>

#include "judge/reference/units.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

// A letter as the pattern compares it without case: ASCII in lower case, and the letters beyond
// ASCII that Python's re.IGNORECASE folds to s, i and k.
char FoldedAscii(char32_t c) {
  if (c < 0x80) return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  if (c == 0x17F) return 's';
  if (c == 0x130 || c == 0x131) return 'i';
  return '\0';
}

// The number of bytes at pos that spell the word without regard to case, or 0.
std::size_t SpellsAt(std::string_view text, std::size_t pos, std::string_view word) {
  const std::size_t start = pos;
  for (const char letter : word) {
    if (pos >= text.size() || FoldedAscii(text::Decode(text, &pos)) != letter) return 0;
  }
  return pos - start;
}

constexpr std::array<std::string_view, 7> kCues = {"source", "src",       "citing", "see",
                                                   "ref",    "reference", "from"};

bool StartsWithCue(std::string_view text, std::size_t pos) {
  for (const std::string_view cue : kCues) {
    if (SpellsAt(text, pos, cue) != 0) return true;
  }
  return false;
}

// Where the address behind http:// or https:// begins, or 0.
std::size_t AddressAt(std::string_view text, std::size_t pos) {
  for (const std::string_view scheme : {"https://", "http://"}) {  // the longer one first
    if (const std::size_t width = SpellsAt(text, pos, scheme); width != 0) return pos + width;
  }
  return 0;
}

}  // namespace

// \s*\(\s*(?:(?:source|src|citing|see|ref|reference|from)\s*:?\s*[^()]*|https?://\S+\s*[^()]*)\s*\)\s*$
// In one pass: the closing parenthesis is the last character; [^()]* leaves only the last opening
// one to a cue; an address may hold parentheses, but no blank before the last of them.
std::string_view StripTrailingCitation(std::string_view text) {
  const std::string_view trimmed = text::StripRight(text);
  if (trimmed.empty() || trimmed.back() != ')') return trimmed;
  const std::size_t close = trimmed.size() - 1;
  const std::size_t last_parenthesis = trimmed.find_last_of("()", close == 0 ? 0 : close - 1);
  if (close == 0 || last_parenthesis == std::string_view::npos) return trimmed;

  std::size_t cut = std::string_view::npos;
  std::size_t last_blank = 0;  // where the last white space before last_parenthesis ends
  for (std::size_t pos = last_parenthesis; pos > 0;) {
    pos = text::PreviousStart(trimmed, pos);
    if (const std::size_t width = text::WhitespaceAt(trimmed, pos); width != 0) {
      last_blank = pos + width;
      break;
    }
  }
  for (std::size_t open = trimmed.find('('); open != std::string_view::npos && open < close;
       open = trimmed.find('(', open + 1)) {
    const std::size_t content = text::SkipWhitespace(trimmed, open + 1);
    const std::size_t address = AddressAt(trimmed, content);
    const bool by_address = address != 0 && address < close &&
                            text::WhitespaceAt(trimmed, address) == 0 &&
                            (address > last_parenthesis || address >= last_blank);
    const bool by_cue = open == last_parenthesis && StartsWithCue(trimmed, content);
    if (by_address || by_cue) {
      cut = open;
      break;
    }
  }
  return cut == std::string_view::npos ? trimmed : text::StripRight(trimmed.substr(0, cut));
}

}  // namespace arborist::judge
