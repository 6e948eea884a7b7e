// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "verify/lexical_v2/tokens.h"

// Numbers, their scale, their units, and dates. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::verify::lexical {

// A token that begins with a digit: commas, leading zeros and closing decimal zeros out;
// 5th is o5.
std::string_view NumberValue(std::string_view lower, Letters* letters);

// The number that a scale word says alone: thousand is 1000.
std::string_view ScaleValue(const WordEntry& scale, Letters* letters);

// Lets the last token continue the number before it (2.5 million, twenty-five, 40 percent, 5 km):
// it is used up then. A unit is remembered there and stays a token of its own.
void JoinNumber(std::vector<Token>* tokens, std::string_view text, Letters* letters);

// May beside a number is a month, not a hedge.
void MarkMonths(std::vector<Token>* tokens, std::string_view text);

}  // namespace arborist::verify::lexical
