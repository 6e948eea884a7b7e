// SPDX-License-Identifier: AGPL-3.0-only
#include "run/preflight.h"

#include "question/keys.h"

namespace arborist::run {

namespace {

// The decisions alone; what refers to hashes is left null.
json::Object Decisions(const Inputs& inputs) {
  return question::ContractClauses({.answer_mode = std::string(Name(inputs.policy.answer_mode)),
                                    .model_profile_id = inputs.model.model_id,
                                    .governance_policy_hash = {},
                                    .model_profile_hash = {},
                                    .max_evidence_ids_exposed = {}},
                                   question::ClassifyQuantifier(inputs.question),
                                   inputs.policy.preflight);
}

}  // namespace

question::QuestionState StateOf(std::string_view question, const Policy& policy,
                                std::string_view model_id, const json::Object& corpus_profile) {
  return question::PreflightQuestion({.question = std::string(question),
                                      .dedup = policy.question_dedup,
                                      .model_profile_id = std::string(model_id),
                                      .corpus_profile = corpus_profile,
                                      .reference_frames = {},  // never in the DAG
                                      .policy = policy.preflight});
}

run_dag::Preflight PreflightOf(const Inputs& inputs, const json::Object& corpus_profile) {
  const question::Quantifier quantifier = question::ClassifyQuantifier(inputs.question);
  const json::Object clauses = question::ContractClauses(
      {.answer_mode = std::string(Name(inputs.policy.answer_mode)),
       .model_profile_id = inputs.model.model_id,
       .governance_policy_hash = HashesOf(ToJson(inputs.policy)).governance.hex(),
       .model_profile_hash =
           question::ModelProfileHash(inputs.model.model_id, inputs.model.revision,
                                      inputs.model.quantization)
               .hex(),
       .max_evidence_ids_exposed = static_cast<std::int64_t>(inputs.passages.size())},
      quantifier, inputs.policy.preflight);
  const auto clause = [&](std::string_view name) { return clauses.find(name)->second.as_object(); };
  return {.classifier = ToJson(quantifier),
          .answer_contract = clause("answer_contract"),
          .prompt_contract = clause("prompt_contract"),
          .evidence_contract = clause("evidence_contract"),
          .policy_refs = clause("policy_refs"),
          .question_state = ToJson(
              StateOf(inputs.question, inputs.policy, inputs.model.model_id, corpus_profile))};
}

bool ReminderInjected(const Inputs& inputs) {
  const json::Object clauses = Decisions(inputs);
  return clauses.at("prompt_contract").Find("reminder_injected")->as_bool();
}

std::optional<std::int64_t> ClaimCapApplied(const Inputs& inputs) {
  const json::Object clauses = Decisions(inputs);
  const json::Value& cap = *clauses.at("answer_contract").Find("claim_cap_applied");
  return cap.is_int() ? std::optional(cap.as_int()) : std::nullopt;
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
