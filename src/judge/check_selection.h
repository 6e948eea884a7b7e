// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "judge/check_answer.h"

namespace arborist::judge {

// Judges an answer that only points to sentences. Fills *report with the verdict and the place of
// each sentence.
void CheckSelection(const CheckRequest& request, CheckReport* report);

}  // namespace arborist::judge
