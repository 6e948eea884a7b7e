// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>

#include "stated/words.h"

namespace arborist::stated {

// What the forms of one word have in common: "builds", "built" and "building" are build. English
// and German by rule and table, other languages the word itself.
std::string Lemma(std::string_view lower, Language language);

// What words of one derivation have in common ("operate", "operation": operat), or empty.
std::string Root(std::string_view lemma);

}  // namespace arborist::stated
