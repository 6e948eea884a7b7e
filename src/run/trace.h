// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "json/value.h"
#include "run/assess.h"
#include "run/dimensions.h"
#include "run_dag/run_dag.h"

namespace arborist::run {

// The run DAG of a run, from what went in and what came out.

// What retrieval says about a source. The score is rounded already.
struct RankedSource {
  DocumentRoot document_root;
  std::string source_role;
  double score = 0;
  std::int64_t chunk_idx = 0;
};
json::Object ToJson(const RankedSource& source);
Result<RankedSource> ReadRankedSource(const json::Value& value);

struct TraceInput {
  const Inputs* inputs = nullptr;
  const Assessment* assessment = nullptr;
  std::vector<RankedSource> ranked;
  Hash256 retrieval_plan_hash;
  json::Object corpus_profile;
  const question::KeyDimensions* dimensions = nullptr;  // of the inputs; null: computed here
};

// Always has the preflight stage. lookup_path is "miss": serving a kept run makes no new trace.
Result<run_dag::RunDag> TraceOf(const TraceInput& input);

Result<run_dag::RunDag> TraceOfRejection(const Inputs& inputs, const json::Object& corpus_profile,
                                         std::string_view kind, std::string_view reason,
                                         std::string_view answer_text);

}  // namespace arborist::run
