// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stated/align.h"

namespace arborist::stated {

// Where the subject of a stated claim comes from.
enum class SubjectFrom : std::uint8_t { kSentence, kHeading, kTitle };

// A name above sentences, which may be their subject: a heading, the term of a list item, a title.
struct SubjectName {
  std::span<const Token> tokens;
  bool directly_above = false;  // no other sentence stands between
};

// The words of a claim that a name above the sentence supplies: the whole subject of a sentence
// that begins with a pronoun or its verb, or the owner of the subject ("the default value of
// gc.auto" for "the default value" under gc.auto). nullopt if the name does not supply every word
// that has no place in the sentence. It never supplies a verb, a number, a negation, or one of two
// subjects.
std::optional<std::vector<bool>> ExcusedByName(const SubjectName& name, const Alignment& alignment);

}  // namespace arborist::stated
