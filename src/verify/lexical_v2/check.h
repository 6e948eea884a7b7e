// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

#include "verify/lexical_v2/judge.h"
#include "verify/lexical_v2/source.h"

namespace arborist::verify::lexical {

enum class Support : std::uint8_t { kNone, kVerbatim, kParaphrase };

struct Checked {
  Support support = Support::kNone;
  Failure failure = Failure::kNone;  // of the window that covers most, when there is no support
};

// Which sentences may answer for one unit together.
enum class Reach : std::uint8_t {
  kPassage,  // neighbours in one passage
  kUnion,    // also one sentence of each of two passages: two cited spans
};

// Whether the source supports one unit. The text is folded. kUnread when the budget is spent first.
Checked CheckUnit(std::string_view folded_unit, const Source& source, Reach reach, Budget* budget);

// The same for a unit that the source is known not to assert as it stands.
Checked CheckParaphrase(std::string_view folded_unit, const Source& source, Reach reach,
                        Budget* budget);

// The unit as the verbatim test looks for it: without quote marks and end punctuation.
std::string VerbatimUnit(std::string_view folded_unit);

}  // namespace arborist::verify::lexical
