// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "text/many_find.h"
#include "verify/lattice.h"

namespace arborist::verify {

// One claim against the passages it cites. Each passage is looked through once, however often it is
// cited.
class ClaimSupport {
 public:
  ClaimSupport(std::string_view claim_text, const evidence::EvidenceMap& evidence,
               const LatticePolicy& policy);

  // The claim's content tokens.
  const std::vector<std::string>& tokens() const { return tokens_; }

  // Whether the passage supports the claim's text: what a verifier is asked for each pair.
  bool IsSupportedBy(const evidence::EvidenceObject& object);

  // Those of its tokens that are among the asked ones and stand in none of the passages.
  std::set<std::string> Absent(const std::set<std::string>& asked,
                               std::span<const evidence::EvidenceObject* const> passages);

  std::size_t work() const { return work_; }

 private:
  bool IsCovered(const evidence::EvidenceObject& object);

  const evidence::EvidenceMap& evidence_;
  const LatticePolicy& policy_;
  std::vector<std::string> tokens_;
  std::optional<text::ManyFind> find_;
  std::map<const evidence::EvidenceObject*, bool> supported_;
  std::size_t work_ = 0;
};

}  // namespace arborist::verify
