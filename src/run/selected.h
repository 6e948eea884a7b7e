// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "run/assess.h"
#include "run/citations.h"
#include "run/dimensions.h"

// What runs have in addition whose answer may point to sentences.
namespace arborist::run {

// The name of the part of a record that holds the list; it is the name of its rule.
inline constexpr std::string_view kSentencesPart = evidence::kSentencesVersion;

// FROZEN selected-sentence-v1: docs/format/record.md. A unit that holds rests on the range that it
// shows and on what introduces it.
inline constexpr std::string_view kSelectedCitationRule = "selected-sentence-v1";
std::vector<Citation> CiteSelected(const Inputs& inputs, const Assessment& assessment);

// FROZEN pointed-sentence-v1: docs/format/record.md. A unit that holds rests on the sentences that
// its tags name and on what introduces them; in a passage that it cites whole, on the sentences of
// nearest-sentence-v1.
inline constexpr std::string_view kPointedCitationRule = "pointed-sentence-v1";

// The citation rule of a run, and whether a rule is known here.
std::string_view CitationRuleOf(const Policy& policy);
bool IsCitationRule(std::string_view rule);
std::vector<Citation> CitationsOf(const Inputs& inputs, const Assessment& assessment);

// For each unit the passage that it points to; empty for units that do not hold.
std::vector<std::vector<std::size_t>> SelectedPassages(const Inputs& inputs,
                                                       const Assessment& assessment);

// An error if the list of sentences does not fit the passages.
Status CheckSentences(const Inputs& inputs);

// sha256 of the canonical JSON of the list, which is the hash of its part.
Hash256 HashSentences(const evidence::SentencePlaces& sentences);

// The hash of the evidence stage of such a run: of map and list.
Hash256 EvidenceStageHash(const Hash256& map_root, const Hash256& sentences);

}  // namespace arborist::run
