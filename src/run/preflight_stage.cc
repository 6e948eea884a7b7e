// SPDX-License-Identifier: AGPL-3.0-only
// The preflight stage as a function of the inputs, for the run and for the auditor alike. The
// classifiers are in question/; here they get the fields of the policy, and their results become
// the clauses that the run DAG hashes. The reasons of a rejection are fixed strings, because they
// are hashed (decision 18).
#include "run/preflight_stage.h"

#include "question/claim_caps.h"
#include "question/keys.h"

namespace arborist::run {

question::QuestionState StateOf(std::string_view question, const Policy& policy,
                                std::string_view model_id, const json::Object& corpus_profile) {
  return question::PreflightQuestion({.question = std::string(question),
                                      .dedup = policy.question_dedup,
                                      .model_profile_id = std::string(model_id),
                                      .corpus_profile = corpus_profile,
                                      .reference_frames = {},  // never in the DAG
                                      .policy = policy.preflight});
}

PolicyRefs RefsOf(const Inputs& inputs) {
  return {
      .governance_policy_hash = GovernanceHash(ToJson(inputs.policy)).hex(),
      .model_profile_hash = question::ModelProfileHash(inputs.model.model_id, inputs.model.revision,
                                                       inputs.model.quantization)
                                .hex()};
}

run_dag::Preflight PreflightOf(const Inputs& inputs, const json::Object& corpus_profile,
                               const PolicyRefs& refs) {
  const question::QuestionState state =
      StateOf(inputs.question, inputs.policy, inputs.model.model_id, corpus_profile);
  const question::Quantifier quantifier =
      state.quantifier ? *state.quantifier : question::ClassifyQuantifier(inputs.question);
  const json::Object clauses = question::ContractClauses(
      {.answer_mode = std::string(Name(inputs.policy.answer_mode)),
       .model_profile_id = inputs.model.model_id,
       .governance_policy_hash = refs.governance_policy_hash,
       .model_profile_hash = refs.model_profile_hash,
       .max_evidence_ids_exposed = static_cast<std::int64_t>(inputs.passages.size())},
      quantifier, inputs.policy.preflight);
  const auto clause = [&](std::string_view name) { return clauses.find(name)->second.as_object(); };
  return {.classifier = ToJson(quantifier),
          .answer_contract = clause("answer_contract"),
          .prompt_contract = clause("prompt_contract"),
          .evidence_contract = clause("evidence_contract"),
          .policy_refs = clause("policy_refs"),
          .question_state = ToJson(state)};
}

bool ReminderInjected(const Inputs& inputs) {
  return question::RemindsOfLimits(inputs.policy.preflight, Name(inputs.policy.answer_mode)) &&
         question::ClassifyQuantifier(inputs.question).is_broad();
}

std::optional<std::int64_t> ClaimCapApplied(const Inputs& inputs) {
  if (!question::CapsClaims(inputs.policy.preflight, Name(inputs.policy.answer_mode))) {
    return std::nullopt;
  }
  return question::ClaimCap(question::ClassifyQuantifier(inputs.question), inputs.model.model_id);
}

std::optional<Rejected> RejectionOf(const question::QuestionState& state, const Policy& policy) {
  if (state.preflight_result != question::PreflightResult::kBlocked) return std::nullopt;
  const auto has = [&](std::string_view status) {
    for (const std::string_view each : state.logical_statuses) {
      if (each == status) return true;
    }
    return false;
  };
  if (has("broad_quantifier_unbounded") && policy.preflight.reject_broad) {
    return Rejected{
        "BROAD_QUANTIFIER_REJECTED",
        "preflight rejection — broad-quantifier query with unbounded scope.",
        "This question asks for everything of a kind without a limit, and broad "
        "questions are refused here. Name a period, a place or a number, or ask without "
        "--reject-broad."};
  }
  if (has("out_of_corpus_risk")) {
    return Rejected{
        "OUT_OF_CORPUS_REJECTED",
        "preflight rejection — the question is about a document outside the corpus.",
        "This question is about a document that only you have. Take it in with arborist "
        "ingest PATH and ask about it by its title or content."};
  }
  return Rejected{
      "CONTRADICTION_REJECTED", "preflight rejection — the question contradicts itself.",
      "This question asks for two things that exclude each other. Ask for one of them."};
}

}  // namespace arborist::run
