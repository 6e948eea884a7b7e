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
#include "judge/lexical_v2/source.h"
#include "judge/reference/claim_words.h"
#include "judge/reference/lattice.h"
#include "stated/answer.h"
#include "stated/source.h"

namespace arborist::judge {

// One claim against the passages it cites. Borrows everything it is given; for one claim, then
// discarded.
class ClaimSupport {
 public:
  // budget: of the lexical verifiers, shared by all claims of the verification.
  ClaimSupport(std::string_view claim_text, const ClaimWords::Claim& claim, ClaimWords* words,
               const LatticePolicy& policy, lexical::Budget* budget);

  // The content tokens of the claim.
  const std::vector<std::string>& tokens() const { return claim_.tokens; }

  // For lexical-v2: the cited passages as one source, prepared once for all claims that cite the
  // same ones. Null: no passage supports the claim.
  void SetCited(const lexical::SourceIndex* cited) { cited_ = cited; }
  // For lexical-v3: the cited passages, and all of them joined by JoinSpans.
  using Objects = std::vector<const evidence::EvidenceObject*>;
  // scope: the sentences that may state the claim, in bytes of the joined text; empty: all.
  void SetCited(const Objects* passages, const stated::SourceIndex* joined,
                std::vector<stated::Extent> scope) {
    passages_ = passages;
    stated_ = joined;
    scope_ = std::move(scope);
  }
  // For lexical-v3: where the passage states the claim, or the first of its sentences found there.
  // nullopt if the claim is not proven.
  std::optional<evidence::SpanPlace> PlaceIn(const evidence::EvidenceObject& object) const;

  // Whether the passage supports the text of the claim. This is the one question that each verifier
  // answers in its own way: the reference by shared words, the lexical verifiers also by whether
  // the cited passages, alone or together, say what the claim says.
  bool IsSupportedBy(const evidence::EvidenceObject& object);

  // The tokens of the claim that are in `asked` and in none of the passages.
  std::set<std::string> Absent(const std::set<std::string>& asked,
                               std::span<const evidence::EvidenceObject* const> passages,
                               Budget* budget);

  // Steps of lexical-v2 and lexical-v3.
  std::size_t work() const { return work_; }

 private:
  bool IsCovered(const evidence::EvidenceObject& object);
  bool IsProven();

  std::string claim_text_;
  const ClaimWords::Claim& claim_;
  ClaimWords* words_;
  const LatticePolicy& policy_;
  lexical::Budget* budget_;
  const lexical::SourceIndex* cited_ = nullptr;
  const Objects* passages_ = nullptr;
  const stated::SourceIndex* stated_ = nullptr;
  std::vector<stated::Extent> scope_;
  std::optional<bool> proven_;
  std::vector<stated::Extent> places_;  // bytes of the joined passages that state the claim
  std::map<const evidence::EvidenceObject*, bool> supported_;
  std::size_t work_ = 0;
};

}  // namespace arborist::judge
