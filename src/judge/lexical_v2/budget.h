// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/budget.h"

namespace arborist::judge::lexical {

// The budget of one verification, linear in the bytes of answer and sources. FROZEN lexical-v2:
// what would be found only after it is spent is not supported (docs/format/lexical-v2.md).
using arborist::Budget;

}  // namespace arborist::judge::lexical
