// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "verify/check.h"

namespace arborist::verify {

// Judges an answer that only points, and tells people where its sentences stand.
void CheckSelection(const CheckRequest& request, CheckReport* report);

}  // namespace arborist::verify
