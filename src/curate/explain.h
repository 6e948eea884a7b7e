// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "curate/loaded_run.h"
#include "json/value.h"
#include "run_dag/run_dag.h"
#include "store/home/records.h"

namespace arborist::curate {

// A line on a stage: what it is and what it says. Texts are as they are, not yet safe to show.
struct Fact {
  std::string label;
  std::string text;
};

struct StageView {
  std::string_view name;
  Hash256 hash;                       // as the record has it
  std::optional<Hash256> recomputed;  // nothing: the passages are not there any more
  std::vector<Fact> facts;
  bool equal() const { return recomputed && *recomputed == hash; }
};

// The run of a record from question to label, each stage worked out again from what went in.
struct Explanation {
  store::Record record;
  std::string question;
  std::vector<StageView> stages;
  bool root_holds = false;    // the stages have the root that the record names
  bool record_holds = false;  // and the record the hash that its event has
  std::string missing;        // why nothing was worked out again
  EventHash event_hash;
  std::vector<Fact> facts;  // of the record and its event
  bool holds() const;       // everything that could be compared is equal
};

Result<Explanation> Explain(const LoadedRun& run, store::Records* records);
json::Object ToJson(const Explanation& explanation);

// What a person wants to know of one stage (explain_stages.cc). inputs may be absent.
std::vector<Fact> FactsOf(run_dag::Stage stage, const LoadedRun& loaded);

}  // namespace arborist::curate
