// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/rung.h"

#include <algorithm>

#include "judge/reference/lattice.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

// Violations that do not refute a citation but show that it carries less than it seems.
constexpr auto kSoftDemotes =
    text::MakeWordSet("LAZY_ANCHOR_DEMOTE", "LAZY_ANCHOR_DEMOTED", "POINTER_OVERFLOW_TRIMMED",
                      "TOO_MANY_CLAIMS", "BARE_NAME_CLAIM", "TITLE_MISMATCH",
                      "SUBJECT_TOKENS_ABSENT", "DEFLECTION_DETECTED", "FORMAT_COLLAPSED");

}  // namespace

std::string DisplayRung(AuditMode mode, std::string_view verifier_method,
                        std::span<const std::string_view> violation_kinds, bool warrant_applied) {
  if (!verifier_method.starts_with(kLatticeMethod) || mode == AuditMode::kUngrounded) {
    return std::string(Name(mode));
  }
  std::string rung = "EVIDENCE-WARRANTED";
  if (!warrant_applied ||
      std::ranges::find(violation_kinds, "WARRANT_MISSING") != violation_kinds.end()) {
    rung = "POINTER-LINKED";
  } else if (std::ranges::any_of(violation_kinds,
                                 [](std::string_view kind) { return kSoftDemotes.Has(kind); })) {
    rung = "ANCHOR-WARRANTED";
  }
  return mode == AuditMode::kHybrid ? rung + "-PARTIAL" : rung;
}

}  // namespace arborist::judge
