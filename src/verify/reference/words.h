// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// The word rules that the strategies share. FROZEN reference-v9.8: docs/format/verifier.md.
namespace arborist::verify {

// Common English words of four letters or more that say nothing of a topic.
bool IsStopword(std::string_view lower);

// Words of four code points or more, punctuation off, stopwords out. The views point into the text.
std::vector<std::string_view> CoverageTokens(std::string_view normalized);

// Whether two lower-case words of four or more stand in it, as in prose and not in a list of names.
bool IsProse(std::string_view span);

// The next digit run from pos on, and where it ends; 0 when there is none.
std::size_t NextNumber(std::string_view text, std::size_t pos, std::string* number);
// Each digit run, its commas dropped: 8,849 and 8849 are one number.
template <typename Visit>
void ForEachNumber(std::string_view text, Visit visit) {
  std::string number;
  for (std::size_t pos = NextNumber(text, 0, &number); pos != 0;
       pos = NextNumber(text, pos, &number)) {
    visit(number);
  }
}

// No . ! ? with whitespace behind it.
bool IsSingleSentence(std::string_view text);

}  // namespace arborist::verify
