// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "question/quantifier.h"

namespace arborist::question {

// The number of claims that an answer may have before a model of this kind is likely to lose its
// form. A model is recognised by the last part of its id, in any case; others have the default
// profile. If the question names a number, that is the cap, up to what the profile allows.
int ClaimCap(const Quantifier& quantifier, std::string_view model_id);

}  // namespace arborist::question
