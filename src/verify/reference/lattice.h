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
#include "verify/verdict.h"

// The verdict on an answer that cites passages by pointer. FROZEN reference-v9.8:
// docs/format/verifier.md; wording is free.
namespace arborist::verify {

// What a JSON answer must look like, for endpoints that can be held to a schema.
extern const std::string_view kClaimLatticeJsonSchema;

// Thresholds and switches; the defaults are the reference's.
struct LatticePolicy {
  Verifier verifier = Verifier::kReferenceV98;
  evidence::Tags tags = evidence::Tags::kPassages;  // kSentences: lexical-v3 alone
  std::set<std::string, std::less<>> allowed_source_roles = {
      "primary_answer_source", "secondary_context_source", "background_source", "unclassified"};
  std::int64_t max_pointers_per_claim = 2;  // max_evidence_per_claim of JSON answers
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

  // Selections only: more pointers than these are not followed.
  std::int64_t max_selected = 6;
};

// What an answer is held against.
struct LatticeQuestion {
  std::string question;  // empty: unknown
  // Documents that a warrant derivation binds to a primary source.
  std::set<std::string, std::less<>> warrant_chain_roots;
};

// A claim and what became of it. JSON answers number no claims, and hold ids of any kind.
struct ClaimStatus {
  std::optional<std::int64_t> claim_idx;
  std::string text;
  std::optional<json::Array> pointer_ids;  // as the model wrote them
  json::Array evidence_ids;                // of those that hold
  std::string_view status;
  std::vector<std::string_view> reasons;
};

bool HasReason(const ClaimStatus& claim, std::string_view reason);  // or as its status

using ClaimIndexes = std::vector<std::optional<std::int64_t>>;

// What only a verdict on pointer lines has.
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
  std::int64_t n_verified = 0;  // that hold
  AuditMode audit_mode = AuditMode::kUngrounded;
  std::vector<std::string> unverified_quotes;
  std::vector<ClaimStatus> claim_statuses;
  std::vector<json::Object> violations;  // each with its kind
  std::string rendered_text;
  std::vector<std::vector<std::string>> evidence_id_pairs;
  ClaimIndexes warrant_missing_claim_idxs;
  ClaimIndexes warrant_proven_claim_idxs;
  ClaimIndexes title_mismatch_claim_idxs;
  bool deflection_detected = false;
  bool warrant_applied = false;  // some claim that holds had an active warrant class

  std::optional<PointerLineFacts> pointer_lines;
  // Of JSON answers: what the lenient parser had to mend.
  std::optional<std::vector<std::string_view>> json_fixups;

  std::size_t work = 0;  // steps of the searches: what the tests of linear time count
};

inline constexpr std::string_view kLatticeMethod = "claim_lattice";

// Lines with tags: "Text. [E1]". sentences: of the evidence, where tags may name them. A claim that
// names a sentence must be stated by it, or by what introduces it; what stands around the sentence
// is read in its passage.
LatticeVerdict VerifyClaimLattice(std::string_view answer, const evidence::EvidenceMap& evidence,
                                  const LatticeQuestion& question, const LatticePolicy& policy,
                                  const evidence::SentenceList& sentences = {});

// {"claims":[{"text":...,"evidence_ids":["E1",...]}]}, leniently read.
LatticeVerdict VerifyClaimLatticeJson(std::string_view answer,
                                      const evidence::EvidenceMap& evidence,
                                      const LatticeQuestion& question, const LatticePolicy& policy,
                                      const evidence::SentenceList& sentences = {});

}  // namespace arborist::verify
