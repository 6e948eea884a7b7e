// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "run/assess.h"
#include "run/citations.h"
#include "run/dimensions.h"

// Runs whose answer may point to sentences: what they have more than others.
namespace arborist::run {

// The part of a record that holds the list, under the name of its rule.
inline constexpr std::string_view kSentencesPart = evidence::kSentencesVersion;

// FROZEN selected-sentence-v1: docs/format/record.md. A unit that holds rests on the range that it
// shows, and on what introduces it.
inline constexpr std::string_view kSelectedCitationRule = "selected-sentence-v1";
std::vector<Citation> CiteSelected(const Inputs& inputs, const Assessment& assessment);

// FROZEN pointed-sentence-v1: docs/format/record.md. A unit that holds rests on the sentences that
// its tags name, and on what introduces them; of a passage that it names whole, on those of
// nearest-sentence-v1.
inline constexpr std::string_view kPointedCitationRule = "pointed-sentence-v1";

// By which rule a run cites, and whether a rule is known here.
std::string_view CitationRuleOf(const Policy& policy);
bool IsCitationRule(std::string_view rule);
std::vector<Citation> CitationsOf(const Inputs& inputs, const Assessment& assessment);

// The passage of each unit that holds.
std::vector<std::vector<std::size_t>> SelectedPassages(const Inputs& inputs,
                                                       const Assessment& assessment);

// Why a list is none of these passages.
Status CheckSentences(const Inputs& inputs);

// sha256 of the canonical JSON of the list: the hash of its part.
Hash256 HashSentences(const evidence::SentencePlaces& sentences);

// What the evidence stage of such a run hashes: the map and the list.
Hash256 EvidenceStageHash(const Hash256& map_root, const Hash256& sentences);

}  // namespace arborist::run
