// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>

#include "stated/reading.h"

namespace arborist::stated {

// Expressions of several words get one meaning: "in order to" is "to", "have to" is "must". Words
// that add nothing become free, the others get the key of the expression.
void ReadIdioms(std::span<Token> sentence, Language language);

}  // namespace arborist::stated
