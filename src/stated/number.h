// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "stated/letters.h"
#include "stated/reading.h"

namespace arborist::stated {

// Makes the token a number if its letters are one; its key is then the value.
void ReadNumber(Token* token, Letters* letters);
// Reads "1.250" and "3,5" as German writes them.
void GermanNumber(Token* token, Letters* letters);
// Joins tokens that are one number: tens and ones, scales, per cent, currencies, degrees. Numbers
// get the unit behind them.
void JoinNumbers(std::vector<Token>* tokens, Letters* letters);
// Finds dates: their parts get one group, and months one key in all languages.
void JoinDates(std::vector<Token>* tokens, Letters* letters);

}  // namespace arborist::stated
