// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::evidence {

// What a tag may name: passages [E3], or also sentences of them [E3.2].
enum class Tags : std::uint8_t { kPassages, kSentences };
std::string_view Name(Tags tags);  // passage, sentence
std::optional<Tags> TagsFromName(std::string_view name);

// A line of an answer and the pointers that it cites.
struct PointerClaim {
  std::string claim_text;                // without tags and bullet, white space collapsed
  std::vector<std::string> pointer_ids;  // in the order met, without repeats
  bool parsed = false;                   // the line has a tag
  std::string_view parse_status() const { return parsed ? "PARSED" : "NO_EVIDENCE_POINTER"; }
};

// FROZEN, reference-v9.8 for kPassages and pointer-v2 for kSentences: docs/format/evidence.md. One
// claim for each line that is not blank.
std::vector<PointerClaim> ParsePointerClaims(std::string_view answer, Tags tags = Tags::kPassages);

// How often the text has "[E" and a digit, which begins a tag whether or not it parses.
std::size_t CountTagStarts(std::string_view answer);

}  // namespace arborist::evidence
