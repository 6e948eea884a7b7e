// SPDX-License-Identifier: AGPL-3.0-only
// A record bundle: record-v1, the event that binds it, and the event's place in its log.
#include <algorithm>
#include <array>

#include "bundle/record_checker.h"

namespace arborist::bundle {

namespace {

constexpr std::array<std::string_view, 3> kRecordEvents = {
    "providence_insert", "providence_insert_refuted", "providence_reclassify"};

// Which member of record-v1 differs, by name; empty when none does.
std::string DifferentMember(const json::Object& computed, const json::Object& claimed) {
  for (const auto& [name, value] : computed) {
    const auto it = claimed.find(name);
    if (it == claimed.end() || it->second != value) return name;
  }
  return {};
}

}  // namespace

void RecordChecker::CheckRecord() {
  const std::string hash = run::HashRecord(bundle_.record).hex();
  std::string problem;
  if (!bundle_.redacted) {
    const std::string member =
        DifferentMember(ToJson(run::StatementOf(run_)), ToJson(bundle_.record));
    if (!member.empty()) problem = "record_mismatch: " + member + " is not that of the run";
  } else if (bundle_.record.model != run_.model || bundle_.record.run_dag_root != run_.dag.root) {
    problem = "record_mismatch: model or run_dag_root is not that of the run";
  }
  if (problem.empty() && bundle_.record.cache_key != bundle_.cache_key) {
    problem = "record_mismatch: cache_key is another";
  }
  if (problem.empty() && hash != bundle_.record_hash.hex()) {
    problem = "record_hash_mismatch: record-v1 hashes to " + hash + ", the bundle says " +
              bundle_.record_hash.hex();
  }
  Judge("record", problem, "record-v1 states this run; its hash is " + hash);
}

void RecordChecker::CheckEvent() {
  const LogPlace& log = bundle_.log;
  const auto binds = [&](const char* name, const Hash256& hash) {
    const auto it = log.event.hashes.find(name);
    return it != log.event.hashes.end() && it->second == hash;
  };
  std::string problem = EventHashProblem(log);
  if (!problem.empty()) {
    // the event says nothing then
  } else if (std::ranges::find(kRecordEvents, log.event.type) == kRecordEvents.end()) {
    problem = "event_type: " + log.event.type + " does not record an answer";
  } else if (log.event.subject != bundle_.cache_key.hex()) {
    problem = "event_subject: the event is of another key";
  } else if (!binds("record", bundle_.record_hash)) {
    problem = "event_record: the event binds another record";
  } else if (!binds("run_dag", run_.dag.root)) {
    problem = "event_run_dag: the event binds another run";
  }
  Judge("event", problem,
        "event " + std::to_string(log.event.seq) + " of log " + log.event.log.hex() +
            " binds this record; its hash is " + log.hash.hex());
}

void RecordChecker::CheckLogPlace() {
  Judge("log_place", LogPlaceProblem(bundle_.log), LogPlaceText(bundle_.log));
}

}  // namespace arborist::bundle
