// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stated/align.h"

namespace arborist::stated {

// What names the subject of the sentences below it: a heading, the term of a list's item, a title.
struct SubjectName {
  std::span<const Token> tokens;
  bool directly_above = false;  // no other sentence stands between it and the sentence
};

// The words of a claim that a name above the sentence supplies: the whole subject of a sentence
// that says "it" or leaves its subject out, or what the subject belongs to ("the default value of
// gc.auto" for "the default value" under gc.auto). Nothing when the name does not supply all words
// that have no place in the sentence. It never supplies a verb, a number, a negation or one of two
// subjects.
std::optional<std::vector<bool>> ExcusedByName(const SubjectName& name, const Alignment& alignment);

}  // namespace arborist::stated
