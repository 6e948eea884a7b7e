// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "evidence/evidence_map.h"
#include "judge/check_answer.h"
#include "judge/reference/lattice.h"

// Reports of lexical-v3: what CheckReport tells people about each unit.
namespace arborist::judge {

// Judges a free answer: fills verdict and units of *report.
void CheckFreeStated(const CheckRequest& request, CheckReport* report);

// Appends a unit to *report for each claim of a lattice that `verdict` has judged; the verdict is
// not changed.
void ExplainStated(const CheckRequest& request, const evidence::EvidenceMap& evidence,
                   const evidence::SentenceList& sentences, const LatticeVerdict& verdict,
                   CheckReport* report);

}  // namespace arborist::judge
