// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "evidence/evidence_map.h"
#include "evidence/pointer_claims.h"
#include "evidence/sentence_list.h"
#include "json/value.h"
#include "judge/verdict.h"

// Verdicts on answers that cite passages by pointer. FROZEN reference-v9.8:
// docs/format/verifier.md; the wording of reasons is free. The unit is a pair of claim and pointer.
namespace arborist::judge {

// The JSON schema of an answer, for endpoints that can enforce one.
extern const std::string_view kClaimLatticeJsonSchema;

// Thresholds and switches. The defaults are the reference's.
struct LatticePolicy {
  Verifier verifier = Verifier::kReferenceV98;
  evidence::Tags tags = evidence::Tags::kPassages;  // kSentences: with lexical-v3 only
  std::set<std::string, std::less<>> allowed_source_roles = {
      "primary_answer_source", "secondary_context_source", "background_source", "unclassified"};
  std::int64_t max_pointers_per_claim = 2;  // in JSON answers: max_evidence_per_claim
  double min_citation_coverage = 0.30;
  std::int64_t max_claims_per_answer = 12;
  std::int64_t subject_tokens_absent_threshold = 3;  // 0 or less: not checked
  bool warrant_check_enabled = true;
  bool deflection_check_enabled = true;
  evidence::Rendering rendering = evidence::Rendering::kReferenceV98;  // of rendered_text

  // Pointer lines only.
  std::int64_t min_claim_content_tokens = 2;
  double lazy_anchor_demote_threshold = 0.5;
  std::int64_t lazy_anchor_demote_min_pairs = 3;
  bool format_collapse_check_enabled = true;

  // Selections only: the number of pointers that are judged.
  std::int64_t max_selected = 6;
};

// What is known about the question of an answer.
struct LatticeQuestion {
  std::string question;  // empty: unknown
  // Documents that a derivation binds to a primary source, which counts as a warrant.
  std::set<std::string, std::less<>> warrant_chain_roots;
};

// A claim and its result. JSON answers do not number their claims, and their ids may be of any
// type.
struct ClaimStatus {
  std::optional<std::int64_t> claim_idx;
  std::string text;
  std::optional<json::Array> pointer_ids;  // as the model wrote them
  json::Array evidence_ids;                // of the pointers that hold
  // EVIDENCE_LINKED: all pointers hold; EVIDENCE_LINKED_PARTIAL: some do. Else the claim failed:
  // CITATION_MISMATCH, UNKNOWN_EVIDENCE_ID, SOURCE_ROLE_BLOCKED, NO_EVIDENCE_POINTER,
  // SCHEMA_INVALID, MANUAL_QUOTE_VIOLATION; of a selection also TURNED_BY_SURROUNDINGS.
  std::string_view status;
  std::vector<std::string_view> reasons;
};

bool HasReason(const ClaimStatus& claim, std::string_view reason);  // or is its status

using ClaimIndexes = std::vector<std::optional<std::int64_t>>;

// Fields that only a verdict on pointer lines has.
struct PointerLineFacts {
  std::vector<std::string> partially_verified_quotes;
  std::map<std::string, std::int64_t> pointer_id_distribution;
  double lazy_anchor_ratio = 0.0;
  bool lazy_anchor_demoted = false;
  bool format_collapsed = false;
};

// Field names are those of the reference.
struct LatticeVerdict {
  std::int64_t n_quotes = 0;    // pairs of claim and pointer
  std::int64_t n_verified = 0;  // pairs that hold
  AuditMode audit_mode = AuditMode::kUngrounded;
  std::vector<std::string> unverified_quotes;
  std::vector<ClaimStatus> claim_statuses;
  std::vector<json::Object> violations;  // one object each, with its kind
  std::string rendered_text;
  std::vector<std::vector<std::string>> evidence_id_pairs;
  ClaimIndexes warrant_missing_claim_idxs;
  ClaimIndexes warrant_proven_claim_idxs;
  ClaimIndexes title_mismatch_claim_idxs;
  bool deflection_detected = false;
  bool warrant_applied = false;  // some linked claim had an active warrant class

  std::optional<PointerLineFacts> pointer_lines;
  // JSON answers only: what the lenient parser repaired.
  std::optional<std::vector<std::string_view>> json_fixups;

  std::size_t work = 0;  // steps of the searches; tests assert that they grow linearly
};

inline constexpr std::string_view kLatticeMethod = "claim_lattice";

// Judges pointer lines: "Text. [E1]". `sentences` belongs to `evidence` and is used where tags may
// name sentences. A claim that cites a sentence must be stated by it or by what introduces it; the
// surroundings of the sentence are read in the whole passage.
LatticeVerdict JudgeClaimLattice(std::string_view answer, const evidence::EvidenceMap& evidence,
                                 const LatticeQuestion& question, const LatticePolicy& policy,
                                 const evidence::SentenceList& sentences = {});

// Judges {"claims":[{"text":...,"evidence_ids":["E1",...]}]}, after lenient parsing.
LatticeVerdict JudgeClaimLatticeJson(std::string_view answer, const evidence::EvidenceMap& evidence,
                                     const LatticeQuestion& question, const LatticePolicy& policy,
                                     const evidence::SentenceList& sentences = {});

}  // namespace arborist::judge
