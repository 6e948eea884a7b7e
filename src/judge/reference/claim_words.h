// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/budget.h"
#include "evidence/evidence_map.h"
#include "text/many_find.h"

namespace arborist::judge {

// The content tokens of all claims of an answer, and which passages contain them. Read all claims,
// then Link, then ask; each passage is searched once, when first asked about. Borrows evidence and
// budget.
class ClaimWords {
 public:
  // What would be found only after the budget is spent counts as absent.
  ClaimWords(const evidence::EvidenceMap& evidence, Budget* budget);

  struct Claim {
    std::vector<std::string> tokens;
    std::vector<std::uint32_t> numbers;  // numbers of the tokens, in their order
    std::vector<std::uint32_t> sorted;   // the same, ascending
  };
  Claim Read(std::string_view claim_text);
  // Call after the last Read and before the first question.
  void Link();

  // How many tokens of the claim occur in the passage, compared in lower case.
  std::size_t CountIn(const evidence::EvidenceObject& object, const Claim& claim);
  // The numbers of all tokens that occur in the passage, ascending.
  const std::vector<std::uint32_t>& In(const evidence::EvidenceObject& object);

  // Bytes read, in addition to what the budget gave.
  std::size_t work() const { return work_; }

 private:
  const evidence::EvidenceMap& evidence_;
  Budget* budget_;
  text::ManyFind tokens_;
  // By token: the passage, from 1, in which it was last seen.
  std::vector<std::uint32_t> last_seen_;
  std::vector<std::optional<std::vector<std::uint32_t>>> present_;  // by passage
  std::size_t work_ = 0;
};

}  // namespace arborist::judge
