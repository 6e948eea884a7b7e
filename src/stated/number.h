// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "stated/letters.h"
#include "stated/reading.h"

namespace arborist::stated {

// Makes a token a number when its letters are one: its key is the value.
void ReadNumber(Token* token, Letters* letters);
// "1.250" and "3,5" as German writes them.
void GermanNumber(Token* token, Letters* letters);
// Joins what is one number: tens and ones, scales, per cent, currencies, degrees; gives numbers the
// unit behind them.
void JoinNumbers(std::vector<Token>* tokens, Letters* letters);
// Finds dates: their parts share a group and may stand in any order; months have one key.
void JoinDates(std::vector<Token>* tokens, Letters* letters);

}  // namespace arborist::stated
