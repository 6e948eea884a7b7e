// SPDX-License-Identifier: AGPL-3.0-only
// The hashes of the stages of a run and their root (FROZEN: docs/format/run-dag.md). Each stage
// hashes canonical JSON of its facts; the root is the Merkle root over the stages in order. That
// tree repeats odd elements, but a run cannot be confused with a longer one: Verify accepts only
// five sequences of stages, all of different length.
#include "run_dag/run_dag.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "crypto/sha256.h"
#include "merkle/tree.h"

namespace arborist::run_dag {

namespace {

using json::Value;

constexpr std::array<std::string_view, 12> kNames = {
    "question", "preflight",    "retrieval",
    "context",  "evidence_map", "prompt",
    "answer",   "raw_answer",   "parsed_claim_lattice",
    "verify",   "render",       "final_label"};

constexpr std::array kReject = {Stage::kQuestion, Stage::kPreflight, Stage::kFinalLabel};
constexpr std::array kQuotePreflight = {Stage::kQuestion, Stage::kPreflight, Stage::kRetrieval,
                                        Stage::kContext,  Stage::kPrompt,    Stage::kAnswer,
                                        Stage::kVerify,   Stage::kFinalLabel};
constexpr std::array kQuote = {Stage::kQuestion,  Stage::kRetrieval, Stage::kContext,
                               Stage::kPrompt,    Stage::kAnswer,    Stage::kVerify,
                               Stage::kFinalLabel};
constexpr std::array kLattice = {Stage::kQuestion, Stage::kRetrieval, Stage::kEvidenceMap,
                                 Stage::kPrompt,   Stage::kRawAnswer, Stage::kParsedClaimLattice,
                                 Stage::kVerify,   Stage::kRender,    Stage::kFinalLabel};
constexpr std::array kLatticePreflight = {
    Stage::kQuestion, Stage::kPreflight, Stage::kRetrieval,          Stage::kEvidenceMap,
    Stage::kPrompt,   Stage::kRawAnswer, Stage::kParsedClaimLattice, Stage::kVerify,
    Stage::kRender,   Stage::kFinalLabel};

Value OrNull(const std::optional<std::string>& text) { return text ? Value(*text) : Value(); }
Value OrNull(const std::optional<std::int64_t>& number) {
  return number ? Value(*number) : Value();
}

Result<Hash256> HashJson(const Value& value) {
  TRY_ASSIGN(const std::string canonical, json::Canonical(value));
  return crypto::Sha256(canonical);
}

Result<Hash256> RetrievalHash(const AnsweredRun& run) {
  json::Array summary;
  for (const SourceFacts& source : run.sources) {
    summary.emplace_back(json::Object{
        {"document_root", source.document_root ? Value(source.document_root->hex()) : Value()},
        {"source_role", OrNull(source.source_role)},
        {"score", source.score},
        {"chunk_idx", OrNull(source.chunk_idx)}});
  }
  TRY_ASSIGN(const Hash256 sources, HashJson(summary));
  if (!run.retrieval_plan_hash) return sources;
  return HashJson(json::Object{{"retrieval_plan_hash", run.retrieval_plan_hash->hex()},
                               {"sources_summary_hash", sources.hex()}});
}

Result<Hash256> VerifyHash(const AnsweredRun& run) {
  const auto failure =
      LocalizeFailure(run.audit_mode, static_cast<std::int64_t>(run.sources.size()), run.n_quotes);
  json::Object payload{{"audit_mode", run.audit_mode},
                       {"verifier_method", run.verifier_method},
                       {"n_quotes", run.n_quotes},
                       {"n_verified", run.n_verified},
                       {"claim_statuses", run.claim_statuses},
                       {"failure_stage", failure ? Value(Name(*failure)) : Value()}};
  if (run.violations) payload.emplace("violations", *run.violations);
  return HashJson(payload);
}

Result<Hash256> FinalLabelHash(const AnsweredRun& run) {
  json::Object payload{{"audit_mode", run.audit_mode},
                       {"verifier_method", run.verifier_method},
                       {"lookup_path", OrNull(run.lookup_path)}};
  if (run.answer_mode) payload.emplace("answer_mode", *run.answer_mode);
  return HashJson(payload);
}

Hash256 RootOf(std::span<const Node> nodes) {
  std::vector<Hash256> leaves;
  leaves.reserve(nodes.size());
  for (const Node& node : nodes) leaves.push_back(node.hash);
  return merkle::Root(leaves);
}

RunDag Assemble(Shape shape, const std::map<Stage, Hash256>& hashes,
                const std::optional<json::Object>& preflight_payload) {
  RunDag dag;
  for (const Stage stage : StagesOf(shape)) dag.nodes.push_back({stage, hashes.at(stage)});
  dag.root = RootOf(dag.nodes);
  dag.preflight_payload = preflight_payload;
  return dag;
}

bool HasLowerCase(const Value& value) {
  return value.is_string() &&
         std::ranges::any_of(value.as_string(), [](char c) { return c >= 'a' && c <= 'z'; });
}

Value ValueWithoutWording(const Value& value) {
  if (value.is_array()) return WithoutWording(value.as_array());
  if (!value.is_object()) return value;
  json::Object out;
  for (const auto& [key, member] : value.as_object()) {
    if (key == "rationale" || key == "reason" || key == "diagnosis") continue;
    Value kept = ValueWithoutWording(member);
    if (key == "reasons" && kept.is_array()) std::erase_if(kept.as_array(), HasLowerCase);
    out.emplace(key, std::move(kept));
  }
  return out;
}

}  // namespace

std::string_view Name(Stage stage) { return kNames[static_cast<std::size_t>(stage)]; }

std::optional<Stage> StageFromName(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Stage>(found - kNames.begin());
}

std::span<const Stage> StagesOf(Shape shape) {
  switch (shape) {
    case Shape::kReject:
      return kReject;
    case Shape::kQuote:
      return kQuote;
    case Shape::kQuotePreflight:
      return kQuotePreflight;
    case Shape::kLattice:
      return kLattice;
    case Shape::kLatticePreflight:
      break;
  }
  return kLatticePreflight;
}

std::optional<Shape> ShapeOf(std::span<const Node> nodes) {
  for (const Shape shape : {Shape::kReject, Shape::kQuote, Shape::kQuotePreflight, Shape::kLattice,
                            Shape::kLatticePreflight}) {
    if (std::ranges::equal(nodes, StagesOf(shape), {}, &Node::stage)) return shape;
  }
  return std::nullopt;
}

std::optional<Stage> LocalizeFailure(std::string_view audit_mode, std::int64_t n_sources,
                                     std::int64_t n_quotes) {
  if (audit_mode == "STRICT") return std::nullopt;
  if (n_sources == 0) return Stage::kRetrieval;
  return n_quotes == 0 ? Stage::kContext : Stage::kAnswer;
}

json::Array WithoutWording(const json::Array& list) {
  json::Array out;
  out.reserve(list.size());
  for (const Value& entry : list) out.push_back(ValueWithoutWording(entry));
  return out;
}

Result<RunDag> Build(const AnsweredRun& run) {
  std::map<Stage, Hash256> hashes{{Stage::kQuestion, run.question_hash},
                                  {Stage::kPrompt, run.conversation_hash}};
  TRY_ASSIGN(hashes[Stage::kRetrieval], RetrievalHash(run));
  TRY_ASSIGN(hashes[Stage::kVerify], VerifyHash(run));
  TRY_ASSIGN(hashes[Stage::kFinalLabel], FinalLabelHash(run));
  if (run.evidence_map_root) {
    hashes[Stage::kEvidenceMap] = *run.evidence_map_root;
    hashes[Stage::kRawAnswer] = crypto::Sha256(run.raw_answer_text.value_or(run.answer_text));
    TRY_ASSIGN(hashes[Stage::kParsedClaimLattice], HashJson(run.parsed_lattice));
    hashes[Stage::kRender] = crypto::Sha256(run.rendered_text.value_or(run.answer_text));
  } else {
    hashes[Stage::kContext] = run.context_root;
    hashes[Stage::kAnswer] = crypto::Sha256(run.answer_text);
  }
  Shape shape = run.evidence_map_root ? Shape::kLattice : Shape::kQuote;
  if (run.preflight_hash) {
    hashes[Stage::kPreflight] = *run.preflight_hash;
    shape = run.evidence_map_root ? Shape::kLatticePreflight : Shape::kQuotePreflight;
  }
  return Assemble(shape, hashes, run.preflight_payload);
}

Result<RunDag> BuildReject(const Rejection& rejection) {
  json::Object label{{"audit_mode", rejection.audit_mode},
                     {"verifier_method", rejection.verifier_method},
                     {"lookup_path", "preflight"},
                     {"rejection_reason", rejection.rejection_reason},
                     {"answer_text_hash", crypto::Sha256(rejection.answer_text).hex()}};
  if (rejection.violations) label.emplace("violations", *rejection.violations);
  TRY_ASSIGN(const Hash256 final_label, HashJson(label));
  return Assemble(Shape::kReject,
                  {{Stage::kQuestion, rejection.question_hash},
                   {Stage::kPreflight, rejection.preflight_hash},
                   {Stage::kFinalLabel, final_label}},
                  rejection.preflight_payload);
}

Status Verify(const RunDag& dag) {
  if (!ShapeOf(dag.nodes)) {
    return Refuse("unknown_shape", "these " + std::to_string(dag.nodes.size()) +
                                       " stages are none of the five sequences");
  }
  if (RootOf(dag.nodes) != dag.root) {
    return Refuse("root_mismatch", "the stages do not hash to the root");
  }
  if (!dag.preflight_payload) return {};
  const auto node = std::ranges::find(dag.nodes, Stage::kPreflight, &Node::stage);
  TRY_ASSIGN(const Hash256 payload, HashJson(*dag.preflight_payload));
  if (node == dag.nodes.end() || node->hash != payload) {
    return Refuse("preflight_mismatch", "the payload is not what the preflight stage hashes");
  }
  return {};
}

}  // namespace arborist::run_dag
