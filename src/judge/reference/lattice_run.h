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
#include "judge/reference/claim_support.h"
#include "judge/reference/context.h"
#include "judge/reference/lattice.h"
#include "judge/reference/warrant.h"

namespace arborist::judge {

// What both lattice verifiers do: judge pairs of claim and pointer, compare claims with question
// and titles, and set the label. Call ReadClaims with all claims, then for each claim Support,
// SetCited, Refusal per pointer, and AddLinked or AddStatus; then Conclude and CheckLinkedClaims.
// Borrows all that it is given; one thread.
//
// Linear in the bytes of answer and evidence (docs/format/verifier.md, "Time"): passages are
// searched once for all claims, and budgets limit everything that may cost more.
class LatticeRun {
 public:
  LatticeRun(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
             const LatticeQuestion& question, const LatticePolicy& policy,
             std::size_t answer_bytes);

  LatticeVerdict& verdict() { return verdict_; }
  // Text and pointers of a claim that will be judged; empty for any other.
  struct Claim {
    std::string_view text;
    std::vector<std::string_view> pointer_ids;
  };
  // Call with all claims before the first is judged.
  void ReadClaims(std::span<const Claim> claims);
  // The support of the claim with this number.
  ClaimSupport Support(std::size_t claim, std::string_view text) {
    return ClaimSupport(text, claims_[claim], &words_, policy_, &proof_budget_);
  }
  // Gives a lexical verifier the passages that the claim cites; the reference looks at each one
  // alone.
  void SetCited(std::size_t claim, ClaimSupport* support);
  void AddViolation(json::Object violation) { verdict_.violations.push_back(std::move(violation)); }

  // Why a pointer does not hold for a claim; nullopt if it holds. *pointed: what it resolves to.
  std::optional<std::string_view> Refusal(std::string_view pointer_id, ClaimSupport* support,
                                          evidence::Pointed* pointed) const;

  // A text of the evidence as a violation repeats it: whole, or cut once the budget is spent.
  std::string_view Repeated(std::string_view text);

  // Adds a claim that has a pointer that holds, and what is shown of it.
  void AddLinked(ClaimStatus status, ClaimSupport* support,
                 std::vector<std::string> verified_pointers);
  // Adds any other claim.
  void AddStatus(ClaimStatus status) { verdict_.claim_statuses.push_back(std::move(status)); }

  // Checks warrants, renders the answer and sets the label: no violation, some, or nothing
  // verified.
  void Conclude();
  // Lowers STRICT to HYBRID.
  void Demote();
  // Makes the checks over all linked claims, in the reference's order.
  void CheckLinkedClaims();

  // True for lexical verifiers: they compared every linked claim with the words it cites. Signs of
  // a wrong citation (one passage for all claims, a title about something else) or of a missed
  // question then do not move the label, which only says what the text supports.
  bool spans_say_it() const { return IsLexical(policy_.verifier); }

 private:
  // Facts of a passage, computed on first use.
  struct PassageFacts {
    std::optional<Context> context;
    std::optional<std::vector<std::string>> title_stems;  // sorted; empty: the title has no words
    std::optional<bool> is_chained;                       // in warrant_chain_roots
  };

  PassageFacts& FactsOf(const evidence::EvidenceObject& object);
  const Context& ContextOf(const evidence::EvidenceObject& object);
  const std::vector<std::string>& TitleStems(const evidence::EvidenceObject& object);

  using Objects = std::vector<const evidence::EvidenceObject*>;
  // The passages that some claims cite together, and those claims.
  struct CitedTogether {
    std::vector<std::string_view> claims;
    // Made when the first of the claims is judged.
    std::optional<lexical::SourceIndex> source;
    std::unique_ptr<stated::SourceIndex> stated;
  };
  std::vector<evidence::Pointed> PointedBy(std::span<const std::string_view> pointer_ids) const;
  // Where the cited sentences, and what introduces them, are in the joined passages.
  std::vector<stated::Extent> ScopeOf(const std::vector<evidence::Pointed>& pointed,
                                      const Objects& cited) const;
  void PrepareSource(const Objects& cited, CitedTogether* together);

  // Objects in address order, which is that of the map.
  std::map<Objects, CitedTogether> cited_together_;
  std::vector<std::map<Objects, CitedTogether>::iterator> cited_by_;  // parallel to the claims
  std::vector<std::vector<evidence::Pointed>> pointed_by_;            // parallel to the claims
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
  // What is kept of a claim with a pointer that holds, parallel to shown_.
  struct Linked {
    std::optional<std::int64_t> claim_idx;
    Objects cited;  // without repeats
  };
  std::vector<evidence::CitedClaim> shown_;
  std::vector<Linked> linked_;
  // Appended behind the violations of all claims.
  std::vector<json::Object> warrant_violations_;
  std::vector<json::Object> title_violations_;
  std::vector<json::Object> subject_violations_;
  LatticeVerdict verdict_;
};

}  // namespace arborist::judge
