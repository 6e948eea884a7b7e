// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <vector>

#include "stated/align.h"

namespace arborist::stated {

// Why a sentence does not state a claim: the first check that fails.
enum class Fault : std::uint8_t {
  kNone,
  kUnread,     // nothing to compare, or the budget is spent
  kMissing,    // words of the claim are not in the passage
  kNumber,     // only numbers are missing, or another one stands in their place
  kNegated,    // one side denies, the other does not
  kOrder,      // the words stand in another order
  kGoverned,   // another preposition: who did it to whom, from where
  kTense,      // past for present, or present for past
  kLeftOut,    // the passage has words there that change what is said
  kUncertain,  // the passage asks, supposes, reports or plans it
  kRetracted,  // the passage takes it back nearby
  kQuote,      // not word for word
};

struct Judgement {
  Fault fault = Fault::kNone;
  std::vector<std::uint32_t> marked = {};  // words of the claim that the fault is about
  std::vector<std::uint32_t> tokens = {};  // of the claim, that are no words: prepositions
};

// Whether the aligned sentence states the claim. All words of the claim have a place, but for the
// excused ones.
Judgement Judge(const Alignment& alignment, const std::vector<bool>& excused);

// Its parts, in the order in which they are asked.
Judgement JudgeOrder(const Alignment& alignment);
Judgement JudgeGovernors(const Alignment& alignment);
Judgement JudgeFillers(const Alignment& alignment);
Judgement JudgeTense(const Alignment& alignment);
Judgement JudgeNegation(const Alignment& alignment);
Judgement JudgeVoice(const Alignment& alignment);
Judgement JudgeGaps(const Alignment& alignment);

// The preposition that governs a token: -1 none, -2 a word of a list, which may inherit one.
inline constexpr std::int32_t kNoGovernor = -1;
inline constexpr std::int32_t kInherited = -2;
std::int32_t ClaimGovernor(const Claim& claim, std::size_t token);
std::int32_t SourceGovernor(const Alignment& alignment, std::size_t at);

}  // namespace arborist::stated
