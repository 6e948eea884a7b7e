// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "question/quantifier.h"

namespace arborist::question {

// How many claims an answer may hold before a model of this kind is likely to lose its form. A
// model is known by the last part of its id, in any case; all others have the default profile.
// Where a question names a number, the number is the cap, up to what the profile allows.
int ClaimCap(const Quantifier& quantifier, std::string_view model_id);

}  // namespace arborist::question
