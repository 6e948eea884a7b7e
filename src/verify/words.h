// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <functional>
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

// Each digit run, its commas dropped: 8,849 and 8849 are one number.
void ForEachNumber(std::string_view text, const std::function<void(std::string)>& visit);

// No . ! ? with whitespace behind it.
bool IsSingleSentence(std::string_view text);

}  // namespace arborist::verify
