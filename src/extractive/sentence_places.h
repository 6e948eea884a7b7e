// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "blocks/blocks.h"
#include "evidence/evidence_map.h"
#include "evidence/sentence_list.h"
#include "extractive/extractive.h"

// The list of entries that an answer may point to, read from the blocks of the documents.
namespace arborist::extractive {

// At most so many entries are offered to a model.
inline constexpr std::size_t kMostOffered = 400;

// The sentences, items, entries, rows and programs of each passage with their leads, columns and
// headings. `readings` has the blocks of each passage's document, or nothing at all; a passage
// whose text its reading does not have is read alone. Sentences that a chunk or a passage cuts are
// left out, unless nothing else of a passage may be chosen.
//
// What is shown of all passages together is no longer than max_chars code points, with 8 for each
// pointer, and has at most so many entries: beyond that each passage loses entries from its end, in
// proportion to its length.
evidence::SentencePlaces SentencePlacesOf(const evidence::EvidenceMap& evidence,
                                          std::span<const blocks::Reading* const> readings,
                                          std::size_t max_chars,
                                          std::size_t most_entries = kMostOffered);

// The same without a limit that a reader of prompts needs: for an answerer that chooses by itself.
evidence::SentencePlaces AllSentencePlacesOf(const evidence::EvidenceMap& evidence,
                                             std::span<const blocks::Reading* const> readings);

// The entries by which an answer would point to the text between two bytes of a passage, without a
// line that is shown with the program that it introduces; none unless they hold nearly all of it.
std::vector<const evidence::SentenceObject*> EntriesOf(std::size_t passage,
                                                       evidence::SpanPlace range,
                                                       const evidence::EvidenceMap& evidence,
                                                       const evidence::SentenceList& sentences);

// The answer as pointers to the entries of its claims, at most `most` of them. Empty where no claim
// has an entry.
std::string RenderSelection(const Answer& answer, const evidence::EvidenceMap& evidence,
                            const evidence::SentenceList& sentences, std::size_t most);

// Sets the entries that each claim cites, where these are at most `most`; other claims keep citing
// their passage.
void NameSentences(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
                   std::size_t most, Answer* answer);

}  // namespace arborist::extractive
