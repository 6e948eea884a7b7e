// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <vector>

#include "stated/align.h"

namespace arborist::stated {

// Why a sentence does not state a claim: the first check that failed.
enum class Fault : std::uint8_t {
  kNone,
  kUnread,     // nothing to compare, or the budget is spent
  kMissing,    // words of the claim are not in the sentence
  kNumber,     // only numbers are missing, and the sentence has others
  kNegated,    // one text denies, the other does not
  kOrder,      // the words stand in another order
  kGoverned,   // another preposition: who did it to whom, from where
  kTense,      // past for present, or present for past
  kLeftOut,    // the passage has words there that change the statement
  kUncertain,  // the passage asks, supposes, reports or plans it
  kRetracted,  // the passage takes it back nearby
  kQuote,      // not word for word
};

struct Judgement {
  Fault fault = Fault::kNone;
  std::vector<std::uint32_t> marked = {};  // words of the claim that the fault concerns
  std::vector<std::uint32_t> tokens = {};  // further tokens of the claim: prepositions
};

// Whether the aligned sentence states the claim. excused: words that need no place.
Judgement Judge(const Alignment& alignment, const std::vector<bool>& excused);

// The parts of Judge, in the order in which they run.
Judgement JudgeOrder(const Alignment& alignment);
Judgement JudgeGovernors(const Alignment& alignment);
Judgement JudgeFillers(const Alignment& alignment);
Judgement JudgeTense(const Alignment& alignment);
Judgement JudgeNegation(const Alignment& alignment);
Judgement JudgeVoice(const Alignment& alignment);
Judgement JudgeGaps(const Alignment& alignment);

// The preposition that governs a token; kNoGovernor: none; kInherited: the token is in a list and
// may share that of an earlier member.
inline constexpr std::int32_t kNoGovernor = -1;
inline constexpr std::int32_t kInherited = -2;
std::int32_t ClaimGovernor(const ClaimTokens& claim, std::size_t token);
std::int32_t SourceGovernor(const Alignment& alignment, std::size_t at);

}  // namespace arborist::stated
