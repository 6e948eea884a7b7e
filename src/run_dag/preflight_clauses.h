// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash256.h"
#include "base/result.h"
#include "json/value.h"

namespace arborist::run_dag {

// FROZEN: docs/format/run-dag.md.
inline constexpr std::string_view kPreflightNodeVersion = "preflight-node-v1";

// The clauses of the preflight stage, as a run fills them. Absent values are null.

struct Classifier {  // how broad the question is
  std::string intensity;
  std::optional<std::string> matched_token;
  std::optional<std::int64_t> explicit_count;
  std::string scope_bound_hint;
  bool is_broad = false;
  std::string operational_shape;
  std::string classifier_version;
};

struct AnswerContract {  // what the answer was held to
  bool guard_enabled = false;
  bool mode_gated = false;
  bool apply_caps_active = false;
  std::optional<std::int64_t> claim_cap_resolved;
  std::optional<std::int64_t> claim_cap_applied;
  bool manual_quotes_allowed = false;
  bool evidence_pointer_required = false;
  bool allow_unbounded_enumeration = false;
  bool reject_broad_active = false;
  bool metacognition_enabled = false;
  bool block_on_contradiction = false;
};

struct PromptContract {
  bool reminder_enabled = false;
  bool reminder_injected = false;
  std::optional<std::string> reminder_template_id;
};

struct EvidenceContract {
  std::optional<std::int64_t> max_evidence_ids_exposed;
  bool one_claim_per_line = false;
};

struct PolicyRefs {  // by hash, for the policies are hashed already
  Hash256 governance_policy_hash;
  Hash256 model_profile_hash;
  std::string answer_mode;
};

json::Object ToJson(const Classifier& clause);
json::Object ToJson(const AnswerContract& clause);
json::Object ToJson(const PromptContract& clause);
json::Object ToJson(const EvidenceContract& clause);
json::Object ToJson(const PolicyRefs& clause);

// The stage's clauses in the form that is hashed; an empty clause is {}.
struct Preflight {
  json::Object classifier;
  json::Object answer_contract;
  json::Object prompt_contract;
  json::Object evidence_contract;
  json::Object policy_refs;
  json::Object question_state;
};

json::Object PreflightPayload(const Preflight& preflight);

// sha256 of the payload's canonical JSON. Fails only on numbers that JSON cannot hold.
Result<Hash256> PreflightNodeHash(const Preflight& preflight);

}  // namespace arborist::run_dag
