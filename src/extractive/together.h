// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "extractive/features.h"

// What stands beside a sentence and may be said with it as one claim.
namespace arborist::extractive {

// The sentences of a passage, in the order of the text, and what they stand in.
struct Neighbourhood {
  const std::vector<Sentence>& sentences;
  const evidence::EvidenceMap& evidence;
};

std::string_view TextOf(const Sentence& sentence, const evidence::EvidenceMap& evidence);

// From the beginning of the first to the end of the last.
Piece Both(Piece a, const Piece& b);

// The one that stands next in its passage, unless that is a heading; null: none. The sentence must
// be one of the neighbourhood.
const Sentence* Behind(const Sentence& sentence, const Neighbourhood& among);

// The same, if it touches it in its block.
const Sentence* Next(const Sentence& sentence, const Neighbourhood& among);

// Of a sentence that begins with a pronoun the one before it, which says what it speaks of.
const Sentence* Before(const Sentence& sentence, const Neighbourhood& among);

// Behind a sentence that lacks the number or the default that is asked for, the one that touches it
// and has it.
const Sentence* Completing(const Asked& asked, const Sentence& sentence,
                           const Neighbourhood& among);

// What a sentence introduces: the items of its list, the first of them.
std::vector<Piece> ItemsUnder(const Layout& layout, const Unit& lead);

}  // namespace arborist::extractive
