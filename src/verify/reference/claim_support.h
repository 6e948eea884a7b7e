// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "evidence/claim_lattice.h"
#include "evidence/evidence_map.h"
#include "stated/answer.h"
#include "stated/source.h"
#include "verify/lexical_v2/source.h"
#include "verify/reference/claim_words.h"
#include "verify/reference/lattice.h"

namespace arborist::verify {

// One claim against the passages it cites.
class ClaimSupport {
 public:
  // budget: of lexical-v2, for the whole verification.
  ClaimSupport(std::string_view claim_text, const ClaimWords::Claim& claim, ClaimWords* words,
               const LatticePolicy& policy, lexical::Budget* budget);

  // The claim's content tokens.
  const std::vector<std::string>& tokens() const { return claim_.tokens; }

  // The passages that the claim cites, for lexical-v2: made ready once for all claims that cite
  // the same. Without any, no passage supports the claim.
  void SetCited(const lexical::Source* cited) { cited_ = cited; }
  // For lexical-v3: the passages, and all of them as JoinSpans joins them.
  using Objects = std::vector<const evidence::EvidenceObject*>;
  // Only a sentence of the scope may state the claim.
  void SetCited(const Objects* passages, const stated::Source* joined,
                std::vector<stated::Extent> scope) {
    passages_ = passages;
    stated_ = joined;
    scope_ = std::move(scope);
  }
  // For lexical-v3: where the passage states the claim, or the first of its sentences that stands
  // there. Nothing for a claim that is not proven.
  std::optional<evidence::SpanPlace> PlaceIn(const evidence::EvidenceObject& object) const;

  // Whether the passage supports the claim's text: what a verifier is asked for each pair. The
  // reference asks for shared words; lexical-v2 also that the cited passages, one alone or two
  // together, say what the claim says.
  bool IsSupportedBy(const evidence::EvidenceObject& object);

  // Those of its tokens that are among the asked ones and stand in none of the passages.
  std::set<std::string> Absent(const std::set<std::string>& asked,
                               std::span<const evidence::EvidenceObject* const> passages,
                               Budget* budget);

  // Steps of lexical-v2.
  std::size_t work() const { return work_; }

 private:
  bool IsCovered(const evidence::EvidenceObject& object);
  bool IsProven();

  std::string claim_text_;
  const ClaimWords::Claim& claim_;
  ClaimWords* words_;
  const LatticePolicy& policy_;
  lexical::Budget* budget_;
  const lexical::Source* cited_ = nullptr;
  const Objects* passages_ = nullptr;
  const stated::Source* stated_ = nullptr;
  std::vector<stated::Extent> scope_;
  std::optional<bool> proven_;
  std::vector<stated::Extent> places_;  // bytes of the joined passages
  std::map<const evidence::EvidenceObject*, bool> supported_;
  std::size_t work_ = 0;
};

}  // namespace arborist::verify
