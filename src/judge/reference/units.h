// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/bullet.h"

// The units of an answer, which are searched for in its sources. FROZEN reference-v9.8:
// docs/format/verifier.md. All views point into the given text.
namespace arborist::judge {

inline constexpr std::size_t kMinQuoteChars = 8;  // code points, stripped
inline constexpr std::size_t kMinSpanChars = 12;

// The form in which substrings are compared: norm-v1 in lower case.
std::string Normalize(std::string_view text);

// The texts between quote marks (" “ ”), which pair in order.
std::vector<std::string_view> ExtractQuotes(std::string_view answer);

// The sentences of the lines, without bullets, closing citations and framing.
std::vector<std::string_view> ExtractClaimSpans(std::string_view answer);

// The names of two words or more, each once.
std::vector<std::string_view> ExtractProperNouns(std::string_view answer);

// The text without one closing parenthesis that only cites: (Source: ...), (https://...).
std::string_view StripTrailingCitation(std::string_view text);

using text::StripBullet;

// Sentences: cut at white space that follows . ! ? and precedes an ASCII capital.
std::vector<std::string_view> SplitSentences(std::string_view text);

// Whether the text only introduces: "based on the provided sources ...".
bool IsFraming(std::string_view text);

}  // namespace arborist::judge
