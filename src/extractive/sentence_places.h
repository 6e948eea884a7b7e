// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "blocks/blocks.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "extractive/extractive.h"

// What an answer may point to, read from the blocks of the documents.
namespace arborist::extractive {

// More cannot be offered to a model to choose from.
inline constexpr std::size_t kMostOffered = 400;

// The sentences, items, entries, rows and programs of each passage with their leads, columns and
// headings. `readings` has the blocks of each passage's document, or none at all; where they have
// not the passage's text, it is read alone. Sentences that a chunk or a passage cuts are left out,
// unless a passage would have nothing else.
//
// What is shown of all passages together is no longer than max_chars code points, with 8 for each
// pointer: beyond that each passage loses entries from its end, in proportion to its length.
evidence::SentencePlaces SentencePlacesOf(const evidence::EvidenceMap& evidence,
                                          std::span<const blocks::Reading* const> readings,
                                          std::size_t max_chars);

// An answer as pointers to the entries that its claims stand in, at most so many. Empty where there
// is none.
std::string RenderSelection(const Answer& answer, const evidence::EvidenceMap& evidence,
                            const evidence::SentenceList& sentences, std::size_t most);

// Has each claim cite the entries that it stands in, where these are at most so many; else it goes
// on citing its passage.
void NameSentences(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
                   std::size_t most, Answer* answer);

}  // namespace arborist::extractive
