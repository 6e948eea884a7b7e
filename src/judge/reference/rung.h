// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "judge/verdict.h"

namespace arborist::judge {

// The rung that readers see instead of the label of a lattice verdict: POINTER-LINKED,
// ANCHOR-WARRANTED or EVIDENCE-WARRANTED, with -PARTIAL if the label is HYBRID, or UNGROUNDED.
// Verdicts of other methods keep their label. violation_kinds: of the verdict; warrant_applied:
// whether some verified claim had an active warrant class (decision 26).
std::string DisplayRung(AuditMode mode, std::string_view verifier_method,
                        std::span<const std::string_view> violation_kinds, bool warrant_applied);

}  // namespace arborist::judge
