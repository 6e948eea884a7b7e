// SPDX-License-Identifier: AGPL-3.0-only
// Claim packs and the proofs of derivations: any line is read or refused, any proof that is read is
// written back as it was.
#include "core/claim.h"
#include "core/derivation.h"
#include "distill/claim_pack.h"
#include "fuzz/fuzz.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace arborist;
  const std::string_view input = fuzz::View(data, size);
  if (const auto line = distill::ParseClaimLine(input)) {
    CHECK(!line->claim.empty() && !line->source.empty() && !line->passage.empty());
    CHECK(text::FindInvalidUtf8(line->claim, true) == std::string_view::npos);
    // A claim rests on itself, or is nothing that can be checked.
    (void)core::ClaimProblem(line->claim, line->passage, line->claim + " " + line->passage);
  }
  if (const auto proof = core::ParseSourceProof(input)) {
    const std::string text = core::ToText(*proof);
    const auto again = core::ParseSourceProof(text);
    CHECK(again.has_value() && core::ToText(*again) == text);
    (void)core::Verify(*proof, DocumentRoot());
  }
  return 0;
}
