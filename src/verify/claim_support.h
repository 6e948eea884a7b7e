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
#include "verify/lexical_v2_source.h"

namespace arborist::verify {

// One claim against the passages it cites. Each passage is looked through once, however often it is
// cited.
class ClaimSupport {
 public:
  ClaimSupport(std::string_view claim_text, const evidence::EvidenceMap& evidence,
               const LatticePolicy& policy, lexical::Budget* budget);

  // The claim's content tokens.
  const std::vector<std::string>& tokens() const { return tokens_; }

  // The passages that the claim cites, for lexical-v2: made ready once for all claims that cite
  // the same. Without any, no passage supports the claim.
  void SetCited(const lexical::Source* cited) { cited_ = cited; }

  // Whether the passage supports the claim's text: what a verifier is asked for each pair. The
  // reference asks for shared words; lexical-v2 also that the cited passages, one alone or two
  // together, say what the claim says.
  bool IsSupportedBy(const evidence::EvidenceObject& object);

  // Those of its tokens that are among the asked ones and stand in none of the passages.
  std::set<std::string> Absent(const std::set<std::string>& asked,
                               std::span<const evidence::EvidenceObject* const> passages);

  std::size_t work() const { return work_; }

 private:
  bool IsCovered(const evidence::EvidenceObject& object);
  bool IsProven();

  const evidence::EvidenceMap& evidence_;
  const LatticePolicy& policy_;
  std::string claim_text_;
  std::vector<std::string> tokens_;
  lexical::Budget* budget_;  // of lexical-v2, for the whole verification
  const lexical::Source* cited_ = nullptr;
  std::optional<bool> proven_;
  std::optional<text::ManyFind> find_;
  std::map<const evidence::EvidenceObject*, bool> supported_;
  std::size_t work_ = 0;
};

}  // namespace arborist::verify
