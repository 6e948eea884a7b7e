// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "verify/check.h"

namespace arborist::verify {

// Judges an answer that only points to sentences. Fills *report with the verdict and the place of
// each sentence.
void CheckSelection(const CheckRequest& request, CheckReport* report);

}  // namespace arborist::verify
