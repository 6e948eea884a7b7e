// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "markup/base.h"
#include "run/assess.h"
#include "run/record.h"
#include "run/trace.h"
#include "run_dag/run_dag.h"

namespace arborist::run {

struct RecordedSource {
  Source source;
  RankedSource ranked;
  std::string document_uri;
  std::string title;
  // How the span that a model saw is made from the raw slice of a chunk (decision 17), by name.
  std::string base = std::string(markup::Name(markup::Base::kIdentity));
  // Of a claim from a claim pack: the bundle of its core, down to the primary source
  // (arborist-core-v1). null: none.
  json::Value warrant = {};
};

struct RecordedPassage {
  EvidenceRef ref;
  std::string document_uri;
  std::optional<std::string> title;
  std::string source_role;
};

// All of a run but the text of its passages, which the corpus holds: what a record keeps, and what
// a bundle states. docs/format/record.md.
struct RunRecord {
  RecordVersion version = kNewestRecord;
  std::string question;  // as it was asked
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
  Added added;  // of the sources and passages, the last ones
  std::string raw_answer;
  std::string answer_text;
  std::vector<std::string> repairs;
  bool declined = false;
  json::Value verdict;
  std::string rung;
  run_dag::RunDag dag;
  std::string citation_rule;        // with citations and parts of record-v2 alone
  std::vector<Citation> citations;  // the sentences that its units rest on
  json::Object parts;               // named parts, each under the record's hash
  // How likely the answer is right, 0 to 1, as whoever answered says. Under no hash: it is an
  // estimate, and nothing is proved by it.
  std::optional<double> confidence;
  // For people and programs, under no hash: units with diagnosis, what the endpoint said.
  json::Array units;
  json::Object reply;

  std::string audit_mode() const;
  std::string verifier() const;
  const json::Value* Verdict(std::string_view field) const { return verdict.Find(field); }
};

// The member `added` of a run, which is there only where something was added.
void AddTo(json::Object* run, const Added& added);
Result<Added> ReadAdded(const json::Value& run);

// The member `confidence`, which may be absent.
Result<std::optional<double>> ReadConfidence(const json::Value& value);

json::Object ToJson(const RunRecord& record);
// Errors name the field.
Result<RunRecord> ReadRunRecord(const json::Value& value);

// The run again, with the text of its passages, one span each.
Result<Inputs> InputsOf(const RunRecord& record, std::span<const std::string> spans);

// What was asked and came out, put together.
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
Result<Finished> Finish(FinishInput input);

// The retrieval plan's hash: of its canonical JSON.
Hash256 HashPlanJson(const json::Object& plan);

// What trust in the record rests on, by its own word.
RecordStatement StatementOf(const RunRecord& record);

// Units with diagnosis and nearest passage, as data.
json::Array UnitsToJson(const verify::CheckReport& report);

}  // namespace arborist::run
