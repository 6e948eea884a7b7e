// SPDX-License-Identifier: AGPL-3.0-only
// Explains a record stage by stage. The stages are not hashed from what the record says of them:
// the run is assessed again from its inputs and run::TraceOf makes the whole run-DAG anew, so that
// a stage is equal only when today's code comes to the same hash. Three further checks need no
// passages: the stored stages fold to the root that the record names, the record has the hash it is
// stored under, and the event in the log names that hash and key. The facts of each stage:
// explain_stages.cc.
#include "curate/explain.h"

#include <algorithm>

#include "run/assess.h"
#include "run/trace.h"

namespace arborist::curate {

namespace {

// The run-DAG made anew by the code of a run; no stored hash goes into it.
Result<run_dag::RunDag> Again(const LoadedRun& run) {
  const run::Assessment assessment = run::Assess(*run.inputs, run.run.raw_answer);
  run::TraceInput input{.inputs = &*run.inputs,
                        .assessment = &assessment,
                        .ranked = {},
                        .retrieval_plan_hash = run::HashPlanJson(run.run.retrieval_plan),
                        .corpus_profile = run.run.corpus_profile};
  for (const run::RecordedSource& source : run.run.sources) input.ranked.push_back(source.ranked);
  return run::TraceOf(input);
}

std::vector<Fact> RecordFacts(const store::Record& record) {
  return {{"key", record.cache_key.hex()},
          {"state", std::string(Name(record.state)) +
                        (record.drifted ? ", because a source is not current" : "")},
          {"revision", std::to_string(record.revision)},
          {"record hash", record.record_hash.hex()},
          {"run-DAG root", record.run_dag_root.hex()}};
}

}  // namespace

bool Explanation::holds() const {
  return root_holds && record_holds && std::ranges::all_of(stages, [](const StageView& stage) {
           return !stage.recomputed || stage.equal();
         });
}

Result<Explanation> Explain(const LoadedRun& run, store::Records* records) {
  Explanation explanation;
  explanation.record = run.record;
  explanation.question = run.run.question;
  explanation.missing = run.missing;
  std::optional<run_dag::RunDag> again;
  if (run.inputs) {
    TRY_ASSIGN(again, Again(run));
  }
  for (const run_dag::Node& node : run.run.dag.nodes) {
    StageView stage{.name = Name(node.stage),
                    .hash = node.hash,
                    .recomputed = std::nullopt,
                    .facts = FactsOf(node.stage, run)};
    if (again) {
      const auto same = std::ranges::find(again->nodes, node.stage, &run_dag::Node::stage);
      if (same != again->nodes.end()) stage.recomputed = same->hash;
    }
    explanation.stages.push_back(std::move(stage));
  }
  explanation.root_holds =
      run_dag::Verify(run.run.dag).has_value() && run.run.dag.root == run.record.run_dag_root;
  TRY_ASSIGN(const store::StoredEvent event, records->EventOf(run.record.event_seq));
  explanation.event_hash = event.hash;
  const Hash256 hash = run::HashRecord(run::StatementOf(run.run));
  const auto logged = event.body.hashes.find("record");
  explanation.record_holds = hash == run.record.record_hash &&
                             event.body.subject == run.record.cache_key.hex() &&
                             logged != event.body.hashes.end() && logged->second == hash;
  explanation.facts = RecordFacts(run.record);
  explanation.facts.push_back(
      {"event", "number " + std::to_string(run.record.event_seq) + " of the home store's log"});
  explanation.facts.push_back({"event hash", explanation.event_hash.hex()});
  return explanation;
}

}  // namespace arborist::curate
