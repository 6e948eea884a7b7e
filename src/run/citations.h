// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "run/assess.h"
#include "run/dimensions.h"

namespace arborist::run {

// A sentence of a passage on which a unit of the answer rests.
struct Citation {
  std::size_t unit = 0;            // index into claim_statuses of the verdict
  std::size_t passage = 0;         // index of the passage
  std::uint64_t offset_start = 0;  // code points of the base of the chunk
  std::uint64_t offset_end = 0;
  bool operator==(const Citation&) const = default;
};
json::Object ToJson(const Citation& citation);
Result<Citation> ReadCitation(const json::Value& value);
// Reads the member `citations` of an object.
Result<std::vector<Citation>> ReadCitations(const json::Value& value);

inline constexpr std::string_view kCitationRule = "nearest-sentence-v1";

// For each unit of the verdict the passages that it cites and that hold, by index, whether whole or
// by sentence. Empty lists for a free answer, which cites nothing.
std::vector<std::vector<std::size_t>> CitedPassages(const Inputs& inputs,
                                                    const Assessment& assessment);

// FROZEN nearest-sentence-v1, and pointed-sentence-v1 where tags may name sentences:
// docs/format/record.md. For each unit that holds, one or two sentences of each passage that it
// cites; of a free answer those of the nearest passage. A sentence that is named is cited itself,
// with what introduces it. Linear; units that are reached after a budget is spent have none.
struct Citations {
  std::vector<Citation> list;  // by unit, then passage, then offset
  std::size_t work = 0;        // steps; tests assert that they grow linearly
};
Citations CiteSentences(const Inputs& inputs, const Assessment& assessment);

// The sentences of a text in order, without white space around them, in bytes. Part of the rule.
struct SentenceRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::vector<SentenceRange> SentencesOf(std::string_view text);

}  // namespace arborist::run
