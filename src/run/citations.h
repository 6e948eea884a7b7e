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

// A sentence of a passage that a unit of the answer rests on.
struct Citation {
  std::size_t unit = 0;            // its place in the verdict's claim_statuses, from 0
  std::size_t passage = 0;         // its place among the passages, from 0
  std::uint64_t offset_start = 0;  // code points of the base of the passage's chunk
  std::uint64_t offset_end = 0;
  bool operator==(const Citation&) const = default;
};
json::Object ToJson(const Citation& citation);
Result<Citation> ReadCitation(const json::Value& value);
// The member `citations` of an object.
Result<std::vector<Citation>> ReadCitations(const json::Value& value);

inline constexpr std::string_view kCitationRule = "nearest-sentence-v1";

// The passages that each unit of the verdict cites and that hold, by their places: whole, or by
// their sentences. A free answer cites nothing: its list is empty.
std::vector<std::vector<std::size_t>> CitedPassages(const Inputs& inputs,
                                                    const Assessment& assessment);

// FROZEN nearest-sentence-v1, and pointed-sentence-v1 where tags may name sentences:
// docs/format/record.md. For each unit that holds, one or two sentences
// of each passage that it cites; of a free answer those of the passage that comes nearest. Linear:
// beyond a budget units have none. A sentence that is named is cited as it is, with what introduces
// it.
struct Citations {
  std::vector<Citation> list;  // by unit, then passage, then offset
  std::size_t work = 0;        // steps: what the tests of linear time count
};
Citations CiteSentences(const Inputs& inputs, const Assessment& assessment);

// The sentences of a text, in order, without white space around them: bytes from begin to end. Part
// of the rule.
struct SentenceRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};
std::vector<SentenceRange> SentencesOf(std::string_view text);

}  // namespace arborist::run
