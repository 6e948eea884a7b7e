// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "evidence/evidence_map.h"
#include "verify/check.h"
#include "verify/reference/lattice.h"

// What lexical-v3 tells people of an answer.
namespace arborist::verify {

void CheckFreeStated(const CheckRequest& request, CheckReport* report);

// Units for the claims of a lattice that was judged.
void ExplainStated(const CheckRequest& request, const evidence::EvidenceMap& evidence,
                   const evidence::SentenceList& sentences, const LatticeVerdict& verdict,
                   CheckReport* report);

}  // namespace arborist::verify
