// SPDX-License-Identifier: AGPL-3.0-only
// All reading of run DAGs from JSON: strictly for our records (FromJson), and as the reference does
// for rpc (VerifyBlob, params). In the reference's parameters absent and null mean the same.
// VerifyBlob checks only that the root is that of the nodes, whatever their stages are called;
// Verify is the stronger check.
#include "run_dag/run_dag_json.h"

#include <utility>

#include "json/fields.h"
#include "merkle/tree.h"

namespace arborist::run_dag {

namespace {

using json::Value;

// Absent and null mean the same in every optional field.
const Value* Given(const Value& object, std::string_view key) {
  const Value* member = object.Find(key);
  return member == nullptr || member->is_null() ? nullptr : member;
}

Result<std::optional<Hash256>> OptionalHash(const Value& object, std::string_view key) {
  if (Given(object, key) == nullptr) return std::nullopt;
  return json::HashField(object, key);
}

Result<std::optional<std::string>> OptionalString(const Value& object, std::string_view key) {
  if (Given(object, key) == nullptr) return std::nullopt;
  return object.String(key);
}

Result<std::optional<json::Array>> OptionalList(const Value& object, std::string_view key) {
  if (Given(object, key) == nullptr) return std::nullopt;
  TRY_ASSIGN(const json::Array* list, object.List(key));
  return *list;
}

Result<json::Array> ListOrEmpty(const Value& object, std::string_view key) {
  TRY_ASSIGN(std::optional<json::Array> list, OptionalList(object, key));
  return std::move(list).value_or(json::Array());
}

Result<std::optional<json::Object>> OptionalMap(const Value& object, std::string_view key) {
  if (Given(object, key) == nullptr) return std::nullopt;
  TRY_ASSIGN(const json::Object* map, object.Map(key));
  return *map;
}

Result<json::Object> MapOrEmpty(const Value& object, std::string_view key) {
  TRY_ASSIGN(std::optional<json::Object> map, OptionalMap(object, key));
  return std::move(map).value_or(json::Object());
}

Result<SourceFacts> SourceFromJson(const Value& value) {
  if (!value.is_object()) return Fail(ErrorCode::kInvalidArgument, "must be an object");
  SourceFacts source;
  TRY_ASSIGN(source.document_root, OptionalHash(value, "document_root"));
  TRY_ASSIGN(source.source_role, OptionalString(value, "source_role"));
  if (const Value* score = Given(value, "score")) {
    if (!score->is_number())
      return Fail(ErrorCode::kInvalidArgument, "field score must be a number");
    source.score = *score;
  }
  if (Given(value, "chunk_idx") != nullptr) {
    TRY_ASSIGN(source.chunk_idx, value.Int("chunk_idx"));
  }
  return source;
}

std::string NodePlace(std::size_t index) { return "field nodes, entry " + std::to_string(index); }

Result<Hash256> NodeHash(const Value& node, std::size_t index) {
  auto hash = json::HashField(node, "hash");
  if (!hash) return std::unexpected(std::move(hash).error().In(NodePlace(index)));
  return *hash;
}

}  // namespace

Value ToJson(const RunDag& dag) {
  json::Array nodes;
  for (const Node& node : dag.nodes) {
    nodes.emplace_back(json::Object{{"stage", Name(node.stage)}, {"hash", node.hash.hex()}});
  }
  json::Object out{{"root", dag.root.hex()}, {"nodes", std::move(nodes)}};
  if (dag.preflight_payload) out.emplace("preflight_payload", *dag.preflight_payload);
  return out;
}

Result<RunDag> FromJson(const Value& blob) {
  RunDag dag;
  TRY_ASSIGN(dag.root, json::HashField(blob, "root"));
  TRY_ASSIGN(const json::Array* nodes, blob.List("nodes"));
  for (const Value& entry : *nodes) {
    Node node;
    TRY_ASSIGN(node.hash, NodeHash(entry, dag.nodes.size()));
    TRY_ASSIGN(const std::string name, entry.StringOr("stage", ""));
    const auto stage = StageFromName(name);
    if (!stage) {
      return Fail(ErrorCode::kInvalidData,
                  NodePlace(dag.nodes.size()) + ": field stage must name a stage of a run");
    }
    node.stage = *stage;
    dag.nodes.push_back(node);
  }
  TRY_ASSIGN(dag.preflight_payload, OptionalMap(blob, "preflight_payload"));
  return dag;
}

Result<bool> VerifyBlob(const Value& blob) {
  if (blob.is_string()) {
    TRY_ASSIGN(const Value parsed, json::Parse(blob.as_string()));
    if (parsed.is_string()) return Fail(ErrorCode::kInvalidData, "a blob must be an object");
    return VerifyBlob(parsed);
  }
  if (!blob.is_object()) return Fail(ErrorCode::kInvalidData, "a blob must be an object");
  if (Given(blob, "nodes") == nullptr) return false;
  TRY_ASSIGN(const json::Array* nodes, blob.List("nodes"));
  if (nodes->empty()) return false;
  std::vector<Hash256> leaves;
  leaves.reserve(nodes->size());
  for (const Value& node : *nodes) {
    TRY_ASSIGN(const Hash256 leaf, NodeHash(node, leaves.size()));
    leaves.push_back(leaf);
  }
  const Value* root = blob.Find("root");
  return root != nullptr && *root == Value(merkle::Root(leaves).hex());
}

Result<AnsweredRun> AnsweredRunFromJson(const Value& params) {
  AnsweredRun run;
  TRY_ASSIGN(const Hash256 question_hash, json::HashField(params, "question_hash"));
  run.question_hash = QuestionHash(question_hash);
  TRY_ASSIGN(const json::Array* sources, params.List("sources"));
  for (const Value& entry : *sources) {
    auto source = SourceFromJson(entry);
    if (!source) {
      return std::unexpected(std::move(source).error().In("field sources, entry " +
                                                          std::to_string(run.sources.size())));
    }
    run.sources.push_back(std::move(*source));
  }
  TRY_ASSIGN(run.context_root, json::HashField(params, "context_root"));
  TRY_ASSIGN(run.conversation_hash, json::HashField(params, "conversation_hash"));
  TRY_ASSIGN(run.answer_text, params.String("answer_text"));
  TRY_ASSIGN(run.audit_mode, params.String("audit_mode"));
  TRY_ASSIGN(run.verifier_method, params.String("verifier_method"));
  TRY_ASSIGN(run.n_quotes, params.Int("n_quotes"));
  TRY_ASSIGN(run.n_verified, params.Int("n_verified"));
  TRY_ASSIGN(run.claim_statuses, ListOrEmpty(params, "claim_statuses"));
  TRY_ASSIGN(run.lookup_path, OptionalString(params, "lookup_path"));
  TRY_ASSIGN(run.evidence_map_root, OptionalHash(params, "evidence_map_root"));
  TRY_ASSIGN(run.answer_mode, OptionalString(params, "answer_mode"));
  TRY_ASSIGN(run.violations, OptionalList(params, "violations"));
  TRY_ASSIGN(run.raw_answer_text, OptionalString(params, "raw_answer_text"));
  TRY_ASSIGN(run.parsed_lattice, ListOrEmpty(params, "parsed_lattice"));
  TRY_ASSIGN(run.rendered_text, OptionalString(params, "rendered_text"));
  TRY_ASSIGN(run.retrieval_plan_hash, OptionalHash(params, "retrieval_plan_hash"));
  TRY_ASSIGN(run.preflight_hash, OptionalHash(params, "preflight_hash"));
  TRY_ASSIGN(run.preflight_payload, OptionalMap(params, "preflight_payload"));
  return run;
}

Result<Rejection> RejectionFromJson(const Value& params) {
  Rejection rejection;
  TRY_ASSIGN(const Hash256 question_hash, json::HashField(params, "question_hash"));
  rejection.question_hash = QuestionHash(question_hash);
  TRY_ASSIGN(rejection.preflight_hash, json::HashField(params, "preflight_hash"));
  TRY_ASSIGN(rejection.rejection_reason, params.String("rejection_reason"));
  const Value* answer = params.Find("answer_text");
  if (answer == nullptr || !answer->is_null()) {
    TRY_ASSIGN(rejection.answer_text, params.String("answer_text"));
  }
  TRY_ASSIGN(rejection.audit_mode, params.StringOr("audit_mode", rejection.audit_mode));
  TRY_ASSIGN(rejection.verifier_method,
             params.StringOr("verifier_method", rejection.verifier_method));
  TRY_ASSIGN(rejection.violations, OptionalList(params, "violations"));
  TRY_ASSIGN(rejection.preflight_payload, OptionalMap(params, "preflight_payload"));
  return rejection;
}

Result<Preflight> PreflightFromJson(const Value& params) {
  Preflight preflight;
  TRY_ASSIGN(preflight.classifier, MapOrEmpty(params, "quantifier"));
  TRY_ASSIGN(preflight.answer_contract, MapOrEmpty(params, "answer_contract"));
  TRY_ASSIGN(preflight.prompt_contract, MapOrEmpty(params, "prompt_contract"));
  TRY_ASSIGN(preflight.evidence_contract, MapOrEmpty(params, "evidence_contract"));
  TRY_ASSIGN(preflight.policy_refs, MapOrEmpty(params, "policy_refs"));
  TRY_ASSIGN(preflight.question_state, MapOrEmpty(params, "question_state"));
  return preflight;
}

}  // namespace arborist::run_dag
