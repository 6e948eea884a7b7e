// SPDX-License-Identifier: AGPL-3.0-only
// Classifiers and preflight of a question as methods of rpc.
#include <algorithm>
#include <array>
#include <string>

#include "app/methods.h"
#include "question/preflight.h"

namespace arborist::app {

namespace {

constexpr std::array<std::string_view, 3> kAnswerModes = {"quote", "claim_lattice_pointer",
                                                          "claim_lattice"};

bool IsGiven(const json::Value& params, std::string_view name) {
  const json::Value* value = params.Find(name);
  return value != nullptr && !value->is_null();
}

Result<json::Value> ClassifyQuestionQuantifier(const json::Value& params) {
  TRY_ASSIGN(const std::string question, params.String("question"));
  return ToJson(question::ClassifyQuantifier(question));
}

Result<question::PreflightInput> ReadInput(const json::Value& params) {
  question::PreflightInput input;
  TRY_ASSIGN(input.question, params.String("question"));
  TRY_ASSIGN(const std::string mode, params.StringOr("mode", "equivalence_class"));
  const auto dedup = question::DedupFromName(mode);
  if (!dedup) {
    return Fail(ErrorCode::kInvalidArgument,
                "field mode must be equivalence_class, equivalence_class_v2 or strict");
  }
  input.dedup = *dedup;
  TRY_ASSIGN(input.model_profile_id, params.StringOr("model_profile_id", ""));
  if (IsGiven(params, "corpus_profile")) {
    TRY_ASSIGN(const json::Object* profile, params.Map("corpus_profile"));
    input.corpus_profile = *profile;
  }
  if (IsGiven(params, "reference_frames")) {
    TRY_ASSIGN(const json::Array* frames, params.List("reference_frames"));
    input.reference_frames = *frames;
  }
  if (IsGiven(params, "policy")) {
    TRY(params.Map("policy"));
    auto policy = question::ReadPreflightPolicy(*params.Find("policy"));
    TRY_IN("field policy", policy);
    input.policy = *std::move(policy);
  }
  return input;
}

Result<question::RunContract> ReadRun(const json::Value& params) {
  question::RunContract run;
  TRY_ASSIGN(run.answer_mode, params.String("answer_mode"));
  if (std::ranges::find(kAnswerModes, run.answer_mode) == kAnswerModes.end()) {
    return Fail(ErrorCode::kInvalidArgument,
                "field answer_mode must be quote, claim_lattice_pointer or claim_lattice");
  }
  TRY_ASSIGN(run.model_profile_id, params.StringOr("model_profile_id", ""));
  if (IsGiven(params, "governance_policy_hash")) {
    TRY_ASSIGN(run.governance_policy_hash, params.String("governance_policy_hash"));
  }
  if (IsGiven(params, "model_profile_hash")) {
    TRY_ASSIGN(run.model_profile_hash, params.String("model_profile_hash"));
  }
  if (IsGiven(params, "max_evidence_ids_exposed")) {
    TRY_ASSIGN(run.max_evidence_ids_exposed, params.Int("max_evidence_ids_exposed"));
  }
  return run;
}

// The QuestionState with the quantifier beside it; with answer_mode also the clauses that the
// preflight node of such a run holds.
Result<json::Value> PreflightQuestion(const json::Value& params) {
  TRY_ASSIGN(const question::PreflightInput input, ReadInput(params));
  const question::Quantifier quantifier = question::ClassifyQuantifier(input.question);
  json::Object result = ToJson(question::PreflightQuestion(input));
  if (IsGiven(params, "answer_mode")) {
    TRY_ASSIGN(const question::RunContract run, ReadRun(params));
    result.merge(question::ContractClauses(run, quantifier, input.policy));
  }
  result.emplace("quantifier", ToJson(quantifier));
  return result;
}

constexpr std::array kQuestionMethods = {
    RpcMethod{"classify_question_quantifier", ClassifyQuestionQuantifier},
    RpcMethod{"preflight_question", PreflightQuestion},
};

}  // namespace

std::span<const RpcMethod> QuestionMethods() { return kQuestionMethods; }

}  // namespace arborist::app
