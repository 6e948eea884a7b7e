// SPDX-License-Identifier: AGPL-3.0-only
// JSON answers: counts that agree, a pair of ids for each claim that is shown.
#include "fuzz/lattice_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const fuzz::LatticeInput input = fuzz::ReadLatticeInput(fuzz::View(data, size));
  const evidence::EvidenceMap evidence(input.chunks);
  const judge::LatticeVerdict verdict =
      judge::JudgeClaimLatticeJson(input.answer, evidence, input.question, {});
  fuzz::CheckVerdict(verdict);
  std::size_t ids = 0;
  for (const auto& pair : verdict.evidence_id_pairs) ids += pair.size();
  CHECK(static_cast<std::int64_t>(ids) == verdict.n_verified);
  return 0;
}
