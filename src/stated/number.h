// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "stated/reading.h"

namespace arborist::stated {

// Makes a token a number when its letters are one: its key is the value.
void ReadNumber(Token* token, std::deque<std::string>* letters);
// "1.250" and "3,5" as German writes them.
void GermanNumber(Token* token, std::deque<std::string>* letters);
// Joins what is one number: tens and ones, scales, per cent, currencies, degrees; gives numbers the
// unit behind them.
void JoinNumbers(std::vector<Token>* tokens, std::deque<std::string>* letters);
// Finds dates: their parts share a group and may stand in any order; months have one key.
void JoinDates(std::vector<Token>* tokens, std::deque<std::string>* letters);

}  // namespace arborist::stated
