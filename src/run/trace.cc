// SPDX-License-Identifier: AGPL-3.0-only
// Builds the run DAG of a run from inputs and assessment: collects the facts of each stage and
// hands them to run_dag::Build. Wording is stripped first (decision 18), so that better messages do
// not change a root. The parsed lattice names evidence by ids that are derived from hashes, not by
// pointers such as E1.
#include "run/trace.h"

#include "json/fields.h"
#include "run/preflight_stage.h"
#include "run/selected.h"
#include "text/utf8.h"

namespace arborist::run {

namespace {

// {claim_text, evidence_ids} of each claim, by ids that are the same in every run.
json::Array ParsedLattice(const Assessment& assessment) {
  json::Array lattice;
  for (const json::Value& status : assessment.List("claim_statuses")) {
    const json::Value* text = status.Find("text");
    const json::Value* ids = status.Find("evidence_ids");
    lattice.emplace_back(json::Object{{"claim_text", text != nullptr ? *text : json::Value()},
                                      {"evidence_ids", ids != nullptr ? *ids : json::Array()}});
  }
  return lattice;
}

// The root of the evidence map of the passages, computed without building the map.
Hash256 MapRoot(const std::vector<evidence::SourceChunk>& passages) {
  std::vector<std::string> ids;
  ids.reserve(passages.size());
  for (const evidence::SourceChunk& passage : passages) {
    ids.push_back(evidence::EvidenceId(passage.chunk_root, passage.offset_start,
                                       passage.offset_start + text::CountCodePoints(passage.span)));
  }
  return evidence::EvidenceRoot(ids);
}

}  // namespace

json::Object ToJson(const RankedSource& source) {
  return {{"document_root", source.document_root.hex()},
          {"source_role", source.source_role},
          {"score", source.score},
          {"chunk_idx", source.chunk_idx}};
}

Result<RankedSource> ReadRankedSource(const json::Value& value) {
  RankedSource source;
  TRY_ASSIGN(const Hash256 hash, json::HashField(value, "document_root"));
  source.document_root = DocumentRoot(hash);
  TRY_ASSIGN(source.source_role, value.String("source_role"));
  const json::Value* score = value.Find("score");
  if (score == nullptr || !score->is_float()) {
    return Fail(ErrorCode::kInvalidData, "field score must be a float");
  }
  source.score = score->as_double();
  TRY_ASSIGN(source.chunk_idx, value.Int("chunk_idx"));
  return source;
}

Result<run_dag::RunDag> TraceOf(const TraceInput& input) {
  const Inputs& inputs = *input.inputs;
  const Assessment& assessment = *input.assessment;
  const question::KeyDimensions dimensions =
      input.dimensions != nullptr ? *input.dimensions : DimensionsOf(inputs);
  const run_dag::Preflight preflight =
      PreflightOf(inputs, input.corpus_profile,
                  {dimensions.governance_policy_hash, dimensions.model_profile_hash});
  run_dag::AnsweredRun run;
  TRY_ASSIGN(const Hash256 question_hash, Hash256::FromHexString(dimensions.question_hash));
  run.question_hash = QuestionHash(question_hash);
  for (const RankedSource& source : input.ranked) {
    run.sources.push_back({.document_root = source.document_root,
                           .source_role = source.source_role,
                           .score = source.score,
                           .chunk_idx = source.chunk_idx});
  }
  TRY_ASSIGN(run.context_root, Hash256::FromHexString(dimensions.source_root));
  TRY_ASSIGN(run.conversation_hash, Hash256::FromHexString(dimensions.conversation_hash));
  run.answer_text = assessment.answer_text;
  run.audit_mode = Name(assessment.report.audit_mode);
  run.verifier_method = assessment.verifier_method();
  run.n_quotes = assessment.report.n_units;
  run.n_verified = assessment.report.n_verified;
  run.claim_statuses = run_dag::WithoutWording(assessment.List("claim_statuses"));
  run.lookup_path = "miss";
  run.answer_mode = Name(inputs.policy.answer_mode);
  run.violations = run_dag::WithoutWording(assessment.List("violations"));
  run.raw_answer_text = assessment.raw_answer;
  if (inputs.policy.answer_mode != judge::AnswerMode::kQuote) {
    run.evidence_map_root = MapRoot(inputs.passages);
    if (ListsSentences(inputs.policy)) {
      run.evidence_map_root =
          EvidenceStageHash(*run.evidence_map_root, HashSentences(inputs.sentences));
    }
    run.parsed_lattice = ParsedLattice(assessment);
    run.rendered_text = assessment.answer_text;
  }
  run.retrieval_plan_hash = input.retrieval_plan_hash;
  TRY_ASSIGN(run.preflight_hash, run_dag::PreflightNodeHash(preflight));
  run.preflight_payload = run_dag::PreflightPayload(preflight);
  return run_dag::Build(run);
}

Result<run_dag::RunDag> TraceOfRejection(const Inputs& inputs, const json::Object& corpus_profile,
                                         std::string_view kind, std::string_view reason,
                                         std::string_view answer_text) {
  const run_dag::Preflight preflight = PreflightOf(inputs, corpus_profile, RefsOf(inputs));
  run_dag::Rejection rejection;
  rejection.question_hash = question::HashQuestion(inputs.question, inputs.policy.question_dedup);
  TRY_ASSIGN(rejection.preflight_hash, run_dag::PreflightNodeHash(preflight));
  rejection.rejection_reason = reason;
  rejection.answer_text = answer_text;
  rejection.verifier_method = Name(inputs.policy.answer_mode);
  rejection.violations = json::Array{json::Object{{"kind", kind}}};
  rejection.preflight_payload = run_dag::PreflightPayload(preflight);
  return run_dag::BuildReject(rejection);
}

}  // namespace arborist::run
