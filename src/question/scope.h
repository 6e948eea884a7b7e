// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "question/words.h"

namespace arborist::question {

// Whether something in the question closes the set it speaks of: a set known by name (the planets,
// US states), a year, decade or century, a league or cup.
bool HasScopeAnchor(std::span<const Word> words);

// Whether the word at i is a year that something is dated by, a decade, or the number of a century.
bool IsTimeAnchor(std::span<const Word> words, std::size_t i);

}  // namespace arborist::question
