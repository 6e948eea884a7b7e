// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "verify/lattice.h"
#include "verify/verdict.h"

namespace arborist::verify {

// Verdicts as the reference's objects.
json::Value ToJson(const QuoteVerdict& verdict);
json::Value ToJson(const LatticeVerdict& verdict);

}  // namespace arborist::verify
