// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "judge/lexical_v2/align.h"

namespace arborist::judge::lexical {

// The first check that fails, which is why a unit is not supported.
enum class Failure : std::uint8_t {
  kNone,
  kUnread,       // too short or not prose: nothing to compare
  kUncovered,    // its words do not occur together anywhere
  kName,         // a name is not there
  kNumber,       // a number is not there, or another one stands in its place
  kOrder,        // the words occur in another order
  kSubstituted,  // something else in the place of what the source says
  kNegated,
  kHedged,
  kDirection,  // an opposite or another quantity
  kVoice,      // who did it to whom
};

// FROZEN lexical-v2: docs/format/lexical-v2.md. Whether the sentences of the alignment say what the
// claim says, as far as word order and word tables can tell.
Failure Judge(const Alignment& alignment);

// The parts of Judge. Order: the words follow each other as in the source, or one piece moved as a
// whole.
bool InOrder(const Alignment& alignment);
// Voice: a by-phrase of the claim has one in the source, and a passive of the source stays one.
bool KeepsVoice(const Alignment& alignment);
// Negations, hedges, quantities and opposites.
Failure JudgeModality(const Alignment& alignment);

}  // namespace arborist::judge::lexical
