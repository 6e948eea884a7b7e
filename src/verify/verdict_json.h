// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "json/value.h"
#include "verify/diagnosis.h"
#include "verify/reference/lattice.h"
#include "verify/verdict.h"

namespace arborist::verify {

// Verdicts as the reference's objects.
json::Value ToJson(const QuoteVerdict& verdict);
json::Value ToJson(const LatticeVerdict& verdict);

// What stands beside a verdict, for people; never hashed.
json::Value ToJson(const std::vector<Diagnosis>& diagnoses);

}  // namespace arborist::verify
