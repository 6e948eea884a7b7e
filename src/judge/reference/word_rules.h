// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// Word rules of reference-v9.8, which its strategies share. FROZEN: docs/format/verifier.md.
namespace arborist::judge {

// Whether the word is a common English one of at least four letters that says nothing about a
// topic.
bool IsStopword(std::string_view lower);

// The words of at least four code points, without punctuation and stop words. Views into the text.
std::vector<std::string_view> CoverageTokens(std::string_view normalized);

// Whether it has two lower-case words of at least four letters, as prose has and a list of names
// has not.
bool IsProse(std::string_view span);

// Puts the next run of digits from pos on into *number; returns where it ends, or 0 if there is
// none.
std::size_t NextNumber(std::string_view text, std::size_t pos, std::string* number);
// Visits each run of digits without its commas: 8,849 and 8849 are one number.
template <typename Visit>
void ForEachNumber(std::string_view text, Visit visit) {
  std::string number;
  for (std::size_t pos = NextNumber(text, 0, &number); pos != 0;
       pos = NextNumber(text, pos, &number)) {
    visit(number);
  }
}

// No . ! or ? is followed by white space.
bool IsSingleSentence(std::string_view text);

}  // namespace arborist::judge
