// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "stated/letters.h"
#include "stated/reading.h"

namespace arborist::stated {

// What the forms of one word have in common: "builds", "built" and "building" are build. English
// and German by rule and table, other languages the word itself. The letters are the token's, a
// table's, or kept.
std::string_view Lemma(const Token& token, Language language, Letters* letters);

// What words of one derivation have in common ("operate", "operation": operat), or empty.
std::string_view Root(std::string_view lemma);

}  // namespace arborist::stated
