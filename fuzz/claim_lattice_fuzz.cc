// SPDX-License-Identifier: AGPL-3.0-only
// Pointer lines: one status a claim, counts that agree, the same verdict when asked again.
#include "fuzz/lattice_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const fuzz::LatticeInput input = fuzz::ReadLatticeInput(fuzz::View(data, size));
  const evidence::EvidenceMap evidence(input.chunks);
  const judge::LatticeVerdict verdict =
      judge::JudgeClaimLattice(input.answer, evidence, input.question, {});
  fuzz::CheckVerdict(verdict);
  CHECK(verdict.claim_statuses.size() == verdict.evidence_id_pairs.size());
  CHECK(judge::ToJson(judge::JudgeClaimLattice(input.answer, evidence, input.question, {})) ==
        judge::ToJson(verdict));
  return 0;
}
