// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "stated/judge.h"

namespace arborist::stated {

// A word of the claim, and the number of counting words before its place.
struct Placed {
  std::size_t word;
  std::int32_t rank;
};

// How the claim changes the voice of the source.
enum class Voice : std::uint8_t {
  kSame,
  kByAgent,    // active for passive or passive for active; "by" names the doer
  kAgentless,  // "the roof was repaired" for "the mason repaired the roof"
};
Voice VoiceOf(const Alignment& alignment, const std::vector<Placed>& words);
bool IsBy(std::string_view lower);
// The same for the words as the order check lists them; kSame if they are in the source's order.
Voice ChangedVoice(const Alignment& alignment);

}  // namespace arborist::stated
