// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "base/result.h"
#include "json/value.h"

namespace arborist::run_dag {

// FROZEN run-DAG: docs/format/run-dag.md. A hash for each stage of a run; the identity of the run
// is the Merkle root over them in order.
enum class Stage : std::uint8_t {
  kQuestion,
  kPreflight,
  kRetrieval,
  kContext,
  kEvidenceMap,
  kPrompt,
  kAnswer,
  kRawAnswer,
  kParsedClaimLattice,
  kVerify,
  kRender,
  kFinalLabel,
};
std::string_view Name(Stage stage);
std::optional<Stage> StageFromName(std::string_view name);

// The five sequences of stages that exist, all of different length.
enum class Shape : std::uint8_t {
  kReject,            // 3 stages: preflight rejected the question
  kQuote,             // 7
  kQuotePreflight,    // 8
  kLattice,           // 9: pointer and JSON claim lattices
  kLatticePreflight,  // 10
};
std::span<const Stage> StagesOf(Shape shape);

struct Node {
  Stage stage = Stage::kQuestion;
  Hash256 hash;
  bool operator==(const Node&) const = default;
};

struct RunDag {
  Hash256 root;
  std::vector<Node> nodes;
  // The payload that the preflight node hashes, kept for reading. Not under the root by itself.
  std::optional<json::Object> preflight_payload;
  bool operator==(const RunDag&) const = default;
};

// The shape of these stages, if they are one of the five.
std::optional<Shape> ShapeOf(std::span<const Node> nodes);

// The hashed facts of a source. Absent and null mean the same.
struct SourceFacts {
  std::optional<Hash256> document_root;
  std::optional<std::string> source_role;
  json::Value score;  // a number as given (1 and 1.0 differ; the caller rounds), or null
  std::optional<std::int64_t> chunk_idx;
};

// A run that reached an answer. evidence_map_root decides between quote and lattice, preflight_hash
// whether there is a preflight stage. Lists of the verdict are hashed as given: the caller removes
// wording first (WithoutWording).
struct AnsweredRun {
  QuestionHash question_hash;
  std::vector<SourceFacts> sources;
  Hash256 context_root;
  Hash256 conversation_hash;
  std::string answer_text;
  std::string audit_mode;
  std::string verifier_method;
  std::int64_t n_quotes = 0;
  std::int64_t n_verified = 0;
  json::Array claim_statuses;
  std::optional<std::string> lookup_path;
  std::optional<Hash256> evidence_map_root;
  std::optional<std::string> answer_mode;
  std::optional<json::Array> violations;
  std::optional<std::string> raw_answer_text;  // absent: same as answer_text
  json::Array parsed_lattice;
  std::optional<std::string> rendered_text;  // absent: same as answer_text
  std::optional<Hash256> retrieval_plan_hash;
  std::optional<Hash256> preflight_hash;
  std::optional<json::Object> preflight_payload;
};

// A question that preflight rejected before anything was retrieved.
struct Rejection {
  QuestionHash question_hash;
  Hash256 preflight_hash;
  std::string rejection_reason;  // the fixed string of the violation, not the text shown
  std::string answer_text;
  std::string audit_mode = "UNGROUNDED";
  std::string verifier_method = "claim_lattice_pointer";
  std::optional<json::Array> violations;
  std::optional<json::Object> preflight_payload;
};

// Fail only for numbers that JSON cannot express.
Result<RunDag> Build(const AnsweredRun& run);
Result<RunDag> BuildReject(const Rejection& rejection);

// Refusals by name, the first that applies: unknown_shape, root_mismatch, preflight_mismatch (the
// payload is not what its node hashes).
Status Verify(const RunDag& dag);

// The stage at which a run failed: no sources, no quotes, or quotes that did not all verify.
// nullopt for a STRICT run.
std::optional<Stage> LocalizeFailure(std::string_view audit_mode, std::int64_t n_sources,
                                     std::int64_t n_quotes);

// A list of a verdict without wording, so that better words break no proof: without the members
// rationale, reason and diagnosis, and without entries of `reasons` that have a lower-case letter.
json::Array WithoutWording(const json::Array& list);

}  // namespace arborist::run_dag
