// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <vector>

#include "json/value.h"
#include "judge/diagnosis.h"
#include "judge/reference/lattice.h"
#include "judge/verdict.h"

namespace arborist::judge {

// Verdicts as the reference's objects. The run DAG hashes them.
json::Value ToJson(const QuoteVerdict& verdict);
json::Value ToJson(const LatticeVerdict& verdict);

// Diagnoses, shown beside a verdict to people; never hashed.
json::Value ToJson(const std::vector<Diagnosis>& diagnoses);

}  // namespace arborist::judge
