// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/hash256.h"
#include "json/value.h"
#include "question/metacognition.h"
#include "question/quantifier.h"
#include "question/question.h"

namespace arborist::question {

// The template that reminds a model of the limits of the passages, for broad questions.
inline constexpr std::string_view kReminderTemplate = "quantifier-reminder-v1";

// The fields of a policy that decide the preflight, resolved to their defaults.
struct PreflightPolicy {
  bool quantifier_guard_enabled = true;
  bool quantifier_guard_apply_caps = false;
  std::vector<std::string> quantifier_apply_caps_modes = {"claim_lattice"};
  bool quantifier_reminder_enabled = true;
  bool reject_broad = false;
  bool block_on_contradiction = false;
  bool metacognition_enabled = true;  // false switches all six detectors off
  bool metacognition_quantifier = true;
  bool metacognition_temporal = true;
  bool metacognition_contradiction = true;
  bool metacognition_false_premise = true;
  bool metacognition_out_of_corpus = true;
  bool metacognition_reference_frame = true;
};

// Reads these fields of a policy and ignores the others. Errors name the field.
Result<PreflightPolicy> ReadPreflightPolicy(const json::Value& policy);
json::Object ToJson(const PreflightPolicy& policy);

// sha256 of canonical JSON of the resolved fields and both classifier versions.
Hash256 PreflightPolicyHash(const PreflightPolicy& policy);

struct PreflightInput {
  std::string question;
  Dedup dedup = Dedup::kEquivalenceClass;
  std::string model_profile_id;  // selects the claim caps; may be empty
  json::Object corpus_profile;   // such as corpus_latest_timestamp: "2003-05-16"
  json::Array reference_frames;  // as the caller detected them; two are ambiguous
  PreflightPolicy policy;
};

enum class PreflightResult : std::uint8_t { kOk, kPartial, kBlocked };

// Everything known about a question before anything is retrieved or generated.
struct QuestionState {
  std::string raw_question;
  QuestionHash question_hash;
  std::vector<std::string_view> logical_statuses;  // well_formed, or all that apply
  std::string_view question_shape;
  std::optional<Quantifier> quantifier;  // nullopt if its detector is off
  int claim_cap = 0;
  json::Array reference_frames;
  std::vector<std::string> temporal_matched_tokens;
  std::vector<std::pair<std::string, std::string>> contradiction_pairs;
  std::vector<FalsePremise> false_premise_hints;
  std::string_view corpus_requirement;  // any_source, needs_current_source, needs_private_document
  std::vector<std::string> known_boundaries;
  bool allow_unbounded_enumeration = true;
  PreflightResult preflight_result = PreflightResult::kOk;
  Hash256 preflight_policy_hash;
};

QuestionState PreflightQuestion(const PreflightInput& input);
json::Object ToJson(const QuestionState& state);

// Whether a policy reminds models of the limits of the passages in this answer mode, for broad
// questions, and whether it caps the claims of an answer.
bool RemindsOfLimits(const PreflightPolicy& policy, std::string_view answer_mode);
bool CapsClaims(const PreflightPolicy& policy, std::string_view answer_mode);

// The facts of a run that the preflight node binds in addition.
struct RunContract {
  std::string answer_mode;  // quote, claim_lattice_pointer, claim_lattice, select
  std::string model_profile_id;
  std::optional<std::string> governance_policy_hash;
  std::optional<std::string> model_profile_hash;
  std::optional<std::int64_t> max_evidence_ids_exposed;
};

// The clauses answer_contract, prompt_contract, evidence_contract and policy_refs, by name.
json::Object ContractClauses(const RunContract& run, const Quantifier& quantifier,
                             const PreflightPolicy& policy);

}  // namespace arborist::question
