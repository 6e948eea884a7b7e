// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "stated/judge.h"

namespace arborist::stated {

// A word of the claim and how many words that count stand before its place.
struct Placed {
  std::size_t word;
  std::int32_t rank;
};

// How a claim in another order changes the voice of the source.
enum class Voice : std::uint8_t {
  kSame,
  kByAgent,    // active for passive, or passive for active: "by" tells who
  kAgentless,  // "the roof was repaired" for "the mason repaired the roof"
};
Voice VoiceOf(const Alignment& alignment, const std::vector<Placed>& words);
bool IsBy(std::string_view lower);
// The same, of the words as the order reads them; kSame where the order is the source's.
Voice ChangedVoice(const Alignment& alignment);

}  // namespace arborist::stated
