// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "judge/lexical_v2/judge.h"
#include "judge/lexical_v2/source.h"

namespace arborist::judge::lexical {

enum class Support : std::uint8_t { kNone, kVerbatim, kParaphrase };

struct Checked {
  Support support = Support::kNone;
  Failure failure = Failure::kNone;  // without support: of the window that covers most
};

// Which sentences may support a unit together.
enum class Reach : std::uint8_t {
  kPassage,  // neighbours in one passage
  kUnion,    // also one sentence of each of two passages: two cited spans
};

// Whether the source supports one unit, given in folded form. kUnread if the budget is spent before
// that is known.
Checked CheckUnit(std::string_view folded_unit, const SourceIndex& source, Reach reach,
                  Budget* budget);

// The same for a unit that is known not to occur verbatim.
Checked CheckParaphrase(std::string_view folded_unit, const SourceIndex& source, Reach reach,
                        Budget* budget);

// The unit in the form of the verbatim test: without quote marks and end punctuation.
std::string VerbatimUnit(std::string_view folded_unit);

}  // namespace arborist::judge::lexical
