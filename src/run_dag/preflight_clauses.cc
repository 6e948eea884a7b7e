// SPDX-License-Identifier: AGPL-3.0-only
#include "run_dag/preflight_clauses.h"

#include "crypto/sha256.h"

namespace arborist::run_dag {

namespace {

template <typename T>
json::Value OrNull(const std::optional<T>& value) {
  return value ? json::Value(*value) : json::Value();
}

}  // namespace

json::Object ToJson(const Classifier& clause) {
  return {{"intensity", clause.intensity},
          {"matched_token", OrNull(clause.matched_token)},
          {"explicit_count", OrNull(clause.explicit_count)},
          {"scope_bound_hint", clause.scope_bound_hint},
          {"is_broad", clause.is_broad},
          {"operational_shape", clause.operational_shape},
          {"classifier_version", clause.classifier_version}};
}

json::Object ToJson(const AnswerContract& clause) {
  return {{"guard_enabled", clause.guard_enabled},
          {"mode_gated", clause.mode_gated},
          {"apply_caps_active", clause.apply_caps_active},
          {"claim_cap_resolved", OrNull(clause.claim_cap_resolved)},
          {"claim_cap_applied", OrNull(clause.claim_cap_applied)},
          {"manual_quotes_allowed", clause.manual_quotes_allowed},
          {"evidence_pointer_required", clause.evidence_pointer_required},
          {"allow_unbounded_enumeration", clause.allow_unbounded_enumeration},
          {"reject_broad_active", clause.reject_broad_active},
          {"metacognition_enabled", clause.metacognition_enabled},
          {"block_on_contradiction", clause.block_on_contradiction}};
}

json::Object ToJson(const PromptContract& clause) {
  return {{"reminder_enabled", clause.reminder_enabled},
          {"reminder_injected", clause.reminder_injected},
          {"reminder_template_id", OrNull(clause.reminder_template_id)}};
}

json::Object ToJson(const EvidenceContract& clause) {
  return {{"max_evidence_ids_exposed", OrNull(clause.max_evidence_ids_exposed)},
          {"one_claim_per_line", clause.one_claim_per_line}};
}

json::Object ToJson(const PolicyRefs& clause) {
  return {{"governance_policy_hash", clause.governance_policy_hash.hex()},
          {"model_profile_hash", clause.model_profile_hash.hex()},
          {"answer_mode", clause.answer_mode}};
}

json::Object PreflightPayload(const Preflight& preflight) {
  return {{"stage", "preflight"},
          {"node_version", kPreflightNodeVersion},
          {"classifier", preflight.classifier},
          {"answer_contract", preflight.answer_contract},
          {"prompt_contract", preflight.prompt_contract},
          {"evidence_contract", preflight.evidence_contract},
          {"policy_refs", preflight.policy_refs},
          {"question_state", preflight.question_state}};
}

Result<Hash256> PreflightNodeHash(const Preflight& preflight) {
  TRY_ASSIGN(const std::string canonical, json::Canonical(PreflightPayload(preflight)));
  return crypto::Sha256(canonical);
}

}  // namespace arborist::run_dag
