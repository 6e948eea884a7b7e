// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "judge/lexical_v2/tokens.h"

// Numbers, their scale and unit, and months. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::judge::lexical {

// The value of a token that begins with a digit: without commas, leading zeros and closing decimal
// zeros. 5th is o5.
std::string_view NumberValue(std::string_view lower, Letters* letters);

// The value of a scale word that stands alone: thousand is 1000.
std::string_view ScaleValue(const WordEntry& scale, Letters* letters);

// Joins the last token to the number before it, if it continues that number (2.5 million,
// twenty-five, 40 percent); the token is then removed. A unit (5 km) is noted at the number and
// stays a token.
void JoinNumber(std::vector<Token>* tokens, std::string_view text, Letters* letters);

// Makes May beside a number a month instead of a hedge.
void MarkMonths(std::vector<Token>* tokens, std::string_view text);

}  // namespace arborist::judge::lexical
