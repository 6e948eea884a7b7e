// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/bullet.h"

// What an answer is made of: the pieces that are looked for in the sources.
// FROZEN reference-v9.8: docs/format/verifier.md. All views point into the text given.
namespace arborist::verify {

inline constexpr std::size_t kMinQuoteChars = 8;  // code points, stripped
inline constexpr std::size_t kMinSpanChars = 12;

// What the substring tests compare: norm-v1, then lower case.
std::string Normalize(std::string_view text);

// Text between quote marks (" “ ”), which pair in the order they come.
std::vector<std::string_view> ExtractQuotes(std::string_view answer);

// Sentences of the answer's lines, without bullets, closing citation and framing.
std::vector<std::string_view> ExtractClaimSpans(std::string_view answer);

// Names of two words or more, each once.
std::vector<std::string_view> ExtractProperNouns(std::string_view answer);

// The text without one closing parenthesis that only cites: (Source: ...), (https://...).
std::string_view StripTrailingCitation(std::string_view text);

using text::StripBullet;

// Sentences: cut at whitespace after . ! ? and before an ASCII capital.
std::vector<std::string_view> SplitSentences(std::string_view text);

// Whether the text only introduces ("based on the provided sources ...").
bool IsFraming(std::string_view text);

}  // namespace arborist::verify
