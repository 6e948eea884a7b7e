// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "stated/letters.h"
#include "stated/reading.h"

namespace arborist::stated {

// The common form of all forms of one word: "builds", "built" and "building" give build. English
// and German by rule and table; in other languages the word itself. A view of the token's letters,
// of a table, or of `letters`.
std::string_view Lemma(const Token& token, Language language, Letters* letters);

// The common beginning of words derived from each other ("operate", "operation": operat), or empty.
std::string_view Root(std::string_view lemma);

}  // namespace arborist::stated
