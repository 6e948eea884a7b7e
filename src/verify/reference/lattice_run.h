// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/claim_lattice.h"
#include "verify/reference/claim_support.h"
#include "verify/reference/context.h"
#include "verify/reference/lattice.h"
#include "verify/reference/warrant.h"

namespace arborist::verify {

// What both lattice verifiers do: judge pairs of claim and pointer, hold claims that have a pointer
// against question and titles, and draw the label. All claims are read, then they come one by one.
//
// Linear in the bytes of answer and evidence (docs/format/verifier.md): passages are looked through
// once for all claims, and what may still cost more has a budget.
class LatticeRun {
 public:
  LatticeRun(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
             const LatticeQuestion& question, const LatticePolicy& policy,
             std::size_t answer_bytes);

  LatticeVerdict& verdict() { return verdict_; }
  // What a claim that comes to be judged says and cites; nothing of any other.
  struct Claim {
    std::string_view text;
    std::vector<std::string_view> pointer_ids;
  };
  // All claims, before the first of them is judged.
  void ReadClaims(std::span<const Claim> claims);
  // For the claim of this number.
  ClaimSupport Support(std::size_t claim, std::string_view text) {
    return ClaimSupport(text, claims_[claim], &words_, policy_, &proof_budget_);
  }
  // Tells a lexical verifier which passages the claim of this number cites; the reference looks at
  // each alone.
  void SetCited(std::size_t claim, ClaimSupport* support);
  void AddViolation(json::Object violation) { verdict_.violations.push_back(std::move(violation)); }

  // Why a pointer does not hold for a claim, or nothing. *pointed: what it points to, if anything.
  std::optional<std::string_view> Refusal(std::string_view pointer_id, ClaimSupport* support,
                                          evidence::Pointed* pointed) const;

  // A text of the evidence as a violation repeats it: whole, and cut when the budget is spent.
  std::string_view Repeated(std::string_view text);

  // A claim that has a pointer that holds: its status, and what of it is shown.
  void AddLinked(ClaimStatus status, ClaimSupport* support,
                 std::vector<std::string> verified_pointers);
  // Any other.
  void AddStatus(ClaimStatus status) { verdict_.claim_statuses.push_back(std::move(status)); }

  // Renders, and draws the first label: no violation, some, or nothing verified.
  void Conclude();
  // Caps the label: STRICT becomes HYBRID.
  void Demote();
  // The checks over all linked claims, in the reference's order.
  void CheckLinkedClaims();

  // A lexical verifier has held every linked claim against the words it cites. Signs that it may
  // cite the wrong text (one passage for all, a title about something else) or pass the question by
  // then do not move the label, which says what the text supports.
  bool spans_say_it() const { return IsLexical(policy_.verifier); }

 private:
  // What is made once for a passage, when first asked for.
  struct PassageFacts {
    std::optional<Context> context;
    std::optional<std::vector<std::string>> title_stems;  // sorted; none: the title says nothing
    std::optional<bool> is_chained;                       // in warrant_chain_roots
  };

  PassageFacts& FactsOf(const evidence::EvidenceObject& object);
  const Context& ContextOf(const evidence::EvidenceObject& object);
  const std::vector<std::string>& TitleStems(const evidence::EvidenceObject& object);

  using Objects = std::vector<const evidence::EvidenceObject*>;
  // The passages that some claims cite together.
  struct CitedTogether {
    std::vector<std::string_view> claims;
    // Made for the first of them that is judged.
    std::optional<lexical::Source> source;
    std::unique_ptr<stated::Source> stated;
  };
  std::vector<evidence::Pointed> PointedBy(std::span<const std::string_view> pointer_ids) const;
  // Where those sentences, and what introduces them, stand in the joined passages.
  std::vector<stated::Extent> ScopeOf(const std::vector<evidence::Pointed>& pointed,
                                      const Objects& cited) const;
  void PrepareSource(const Objects& cited, CitedTogether* together);

  std::map<Objects, CitedTogether> cited_together_;  // objects in the order of the map
  std::vector<std::map<Objects, CitedTogether>::iterator> cited_by_;  // beside the claims
  std::vector<std::vector<evidence::Pointed>> pointed_by_;            // likewise
  lexical::Budget proof_budget_;  // of a lexical verifier, for all claims
  Budget budget_;                 // of everything else
  bool IsChained(const evidence::EvidenceObject& object);
  void CheckWarrants();
  bool HasTitle(const ClaimSupport& support, const Objects& cited);
  void AddTitleMismatch(const ClaimStatus& status, const Objects& cited);
  void CheckSubject(const ClaimStatus& status, ClaimSupport* support, const Objects& cited);
  void CheckDeflection();

  const evidence::EvidenceMap& evidence_;
  const evidence::SentenceList& sentences_;
  const LatticeQuestion& question_;
  const LatticePolicy& policy_;
  WarrantQuestion warrant_question_;
  std::set<std::string> question_tokens_;
  std::vector<PassageFacts> facts_;
  ClaimWords words_;
  std::vector<ClaimWords::Claim> claims_;
  // Claims that have a pointer that holds: what is shown of each, and beside it the rest.
  struct Linked {
    std::optional<std::int64_t> claim_idx;
    Objects cited;  // each once
  };
  std::vector<evidence::CitedClaim> shown_;
  std::vector<Linked> linked_;
  // Kept apart, for they follow those of all claims.
  std::vector<json::Object> warrant_violations_;
  std::vector<json::Object> title_violations_;
  std::vector<json::Object> subject_violations_;
  LatticeVerdict verdict_;
};

}  // namespace arborist::verify
