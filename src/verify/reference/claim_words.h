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

namespace arborist::verify {

// The content tokens of all claims of an answer, and which passages hold them. The claims are read
// first; then each passage is looked through once, however many of them cite it.
class ClaimWords {
 public:
  // What is not found before the budget is spent counts as absent.
  ClaimWords(const evidence::EvidenceMap& evidence, Budget* budget);

  struct Claim {
    std::vector<std::string> tokens;
    std::vector<std::uint32_t> numbers;  // of the tokens, in their order
    std::vector<std::uint32_t> sorted;   // the numbers
  };
  Claim Read(std::string_view claim_text);
  // After the last claim and before the first question.
  void Link();

  // How many of the claim's tokens stand in the passage in lower case.
  std::size_t CountIn(const evidence::EvidenceObject& object, const Claim& claim);
  // Numbers of the tokens that stand there, ascending.
  const std::vector<std::uint32_t>& In(const evidence::EvidenceObject& object);

  // Bytes read, beside what the budget gave.
  std::size_t work() const { return work_; }

 private:
  const evidence::EvidenceMap& evidence_;
  Budget* budget_;
  text::ManyFind tokens_;
  std::vector<std::uint32_t> last_seen_;  // of each token: in which passage, from 1
  std::vector<std::optional<std::vector<std::uint32_t>>> present_;  // by passage
  std::size_t work_ = 0;
};

}  // namespace arborist::verify
