// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash256.h"
#include "curate/loaded_run.h"
#include "run_dag/run_dag.h"
#include "store/home/records.h"

namespace arborist::curate {

// A line about a stage: a label and a text. Texts are raw, so the caller escapes them before it
// shows them.
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

// The run of a record from question to label, each stage computed again from its inputs.
struct Explanation {
  store::Record record;
  std::string question;
  std::vector<StageView> stages;
  bool root_holds = false;    // the stored stages fold to the root that the record names
  bool record_holds = false;  // the record has its hash, and its event names that hash and its key
  std::string missing;        // why no stage was computed again; empty when all were
  EventHash event_hash;
  std::vector<Fact> facts;  // of the record and its event
  bool holds() const;       // every comparison that could be made is equal
};

Result<Explanation> Explain(const LoadedRun& run, store::Records* records);

// The facts to show for one stage (explain_stages.cc). loaded.inputs may be absent; facts that need
// them are left out then.
std::vector<Fact> FactsOf(run_dag::Stage stage, const LoadedRun& loaded);

}  // namespace arborist::curate
