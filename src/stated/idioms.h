// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>

#include "stated/reading.h"

namespace arborist::stated {

// Gives expressions of several words one meaning: "in order to" becomes "to", "have to" becomes
// "must". Words that add nothing become free; the first of the others gets the key of the
// expression. FROZEN lexical-v3.
void ReadIdioms(std::span<Token> sentence, Language language);

}  // namespace arborist::stated
