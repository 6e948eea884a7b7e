// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "verify/lexical_v2/align.h"

namespace arborist::verify::lexical {

// Why a unit is not supported: the first check that fails.
enum class Failure : std::uint8_t {
  kNone,
  kUnread,       // too short or not prose: nothing to compare
  kUncovered,    // its words do not stand together anywhere
  kName,         // a name is not there
  kNumber,       // a number is not there, or another one stands in its place
  kOrder,        // the words are there in another order
  kSubstituted,  // something else stands in its place
  kNegated,
  kHedged,
  kDirection,  // an opposite or another quantity
  kVoice,      // who did it to whom
};

// FROZEN lexical-v2: docs/format/lexical-v2.md. Whether the sentences of the alignment say what the
// claim says, as far as order and word tables can tell.
Failure Judge(const Alignment& alignment);

// Its parts. Order: the words follow each other as in the source, or one piece has moved as a
// whole.
bool InOrder(const Alignment& alignment);
// Who did it to whom: by-phrases on both sides or on neither.
bool KeepsVoice(const Alignment& alignment);
// Negation, hedges, quantities and opposites.
Failure JudgeModality(const Alignment& alignment);

}  // namespace arborist::verify::lexical
