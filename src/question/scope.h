// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "question/split_words.h"

namespace arborist::question {

// Whether the question names a closed set: one known by name (the planets, US states), a year,
// decade or century, a league or cup.
bool HasScopeAnchor(std::span<const Word> words);

// Whether the word at i is a year in a date, a decade, or the number of a century.
bool IsTimeAnchor(std::span<const Word> words, std::size_t i);

}  // namespace arborist::question
