// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/facts.h"
#include "json/value.h"
#include "markup/base.h"
#include "run/assess.h"
#include "run/record.h"
#include "run/trace.h"
#include "run_dag/run_dag.h"

namespace arborist::run {

struct RecordedSource {
  document::Facts document;
  RankedSource ranked;
  std::string document_uri;
  std::string title;
  // How the span that a model saw is made from the raw slice of a chunk (decision 17); a name.
  std::string base = std::string(markup::Name(markup::Base::kIdentity));
  // For a claim of a claim pack: the bundle of its core, down to the primary source
  // (arborist-core-v1). Null for other sources.
  json::Value warrant = {};
};

struct RecordedPassage {
  EvidenceRef ref;
  std::string document_uri;
  std::optional<std::string> title;
  std::string source_role;
};

// A whole run except the text of its passages, which the corpus has. Records keep it and bundles
// state it: docs/format/record.md.
struct RunRecord {
  RecordVersion version = kNewestRecord;
  std::string question;  // verbatim
  json::Object policy;   // resolved
  Model model;
  question::KeyDimensions dimensions;
  bool nine_dimensions = false;
  std::vector<prompt::Message> conversation;
  std::optional<std::string> frame_title;
  json::Object corpus_profile;
  json::Object retrieval_plan;
  std::vector<RecordedSource> sources;
  std::vector<RecordedPassage> passages;
  Added added;  // counts the last sources and passages
  std::string raw_answer;
  std::string answer_text;
  std::vector<std::string> repairs;
  bool declined = false;
  json::Value verdict;
  std::string rung;
  run_dag::RunDag dag;
  std::string citation_rule;        // record-v2 only, as are citations and parts
  std::vector<Citation> citations;  // the sentences on which its units rest
  json::Object parts;               // named parts, each under the hash of the record
  // The chance that the answer is right, 0 to 1, as the answerer says. Under no hash: it is an
  // estimate and proves nothing.
  std::optional<double> confidence;
  // For people and programs, under no hash: units with diagnosis, facts of the reply.
  json::Array units;
  json::Object reply;

  std::string audit_mode() const;
  std::string verifier() const;
  const json::Value* Verdict(std::string_view field) const { return verdict.Find(field); }
};

// The member `added` of a run; absent if nothing was added.
void AddTo(json::Object* run, const Added& added);
Result<Added> ReadAdded(const json::Value& run);

// The member `confidence`, which may be absent.
Result<std::optional<double>> ReadConfidence(const json::Value& value);

json::Object ToJson(const RunRecord& record);
// Errors name the field.
Result<RunRecord> ReadRunRecord(const json::Value& value);

// The inputs of the run, from the record and the text of its passages, one span each. Errors if the
// numbers differ or the list of sentences does not fit.
Result<Inputs> InputsOf(const RunRecord& record, std::span<const std::string> spans);

// A finished run: its record, the statement of it, and the record hash.
struct Finished {
  RunRecord record;
  RecordStatement statement;
  Hash256 record_hash;
};
struct FinishInput {
  const Inputs* inputs = nullptr;
  const Assessment* assessment = nullptr;
  std::vector<RecordedSource> sources = {};
  json::Object retrieval_plan = {};
  json::Object corpus_profile = {};
  json::Object reply = {};
  json::Object parts = {};
  std::optional<double> confidence = {};
};
// Puts a run together: dimensions, run DAG, citations, record. Pure; fails if a passage belongs to
// no source.
Result<Finished> Finish(FinishInput input);

// sha256 of the canonical JSON of the retrieval plan.
Hash256 HashPlanJson(const json::Object& plan);

// The statement that the record itself makes, from its own fields.
RecordStatement StatementOf(const RunRecord& record);

// Units with diagnosis and place, as JSON.
json::Array UnitsToJson(const judge::CheckReport& report);

}  // namespace arborist::run
