// SPDX-License-Identifier: AGPL-3.0-only
// A record bundle: record-v1, and the event that binds it.
#include <algorithm>
#include <array>

#include "bundle/record_checker.h"

namespace arborist::bundle {

namespace {

constexpr std::array<std::string_view, 3> kRecordEvents = {"providence_insert", kRefutedEvent,
                                                           kJudgedAgainEvent};

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

std::string RecordChecker::EventProblem() const {
  const LogPart& log = bundle_.log;
  const auto binds = [&](const char* name, const Hash256& hash) {
    const auto it = log.event.hashes.find(name);
    return it != log.event.hashes.end() && it->second == hash;
  };
  if (std::string problem = EventHashProblem(log); !problem.empty()) return problem;
  if (std::ranges::find(kRecordEvents, log.event.type) == kRecordEvents.end()) {
    return "event_type: " + log.event.type + " does not record an answer";
  }
  if (log.event.subject != bundle_.cache_key.hex()) {
    return "event_subject: the event is of another key";
  }
  if (!binds("record", bundle_.record_hash)) {
    return "event_record: the event binds another record";
  }
  if (!binds("run_dag", run_.dag.root)) return "event_run_dag: the event binds another run";
  if (run_.added != run::Added() && log.event.type != kJudgedAgainEvent) {
    return "event_added: the event is of an answer as it came, the bundle says that passages were "
           "found when it was judged again";
  }
  return {};
}

void RecordChecker::CheckEvent() {
  const LogPart& log = bundle_.log;
  Judge("event", EventProblem(),
        "event " + std::to_string(log.event.seq) + " of log " + log.event.log.hex() +
            " binds this record; its hash is " + log.hash.hex());
}

}  // namespace arborist::bundle
