// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "question/words.h"

namespace arborist::question {

// Whether something in the question closes the set it speaks of: a set known by name (the planets,
// US states), a year, decade or century, a league or cup.
bool HasScopeAnchor(std::span<const Word> words);

}  // namespace arborist::question
