// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/record_json.h"

#include <algorithm>

namespace arborist::curate {

Result<run::RunRecord> RunOf(const store::Record& record) {
  const std::string noun = "record " + record.cache_key.hex();
  const auto body = json::Parse(record.body);
  if (!body) return Fail(ErrorCode::kCorrupt, noun + ": " + body.error().message);
  auto run = run::ReadRunRecord(*body);
  if (!run) return std::unexpected(std::move(run).error().In(noun));
  return run;
}

json::Object Summary(const store::Record& record, const run::RunRecord& run) {
  return {{"cache_key", record.cache_key.hex()},
          {"question", run.question},
          {"audit_mode", record.audit_mode},
          {"rung", record.rung},
          {"verifier_method", record.method},
          {"state", Name(record.state)},
          {"drifted", record.drifted},
          {"model", run.model.model_id},
          {"chain", record.chain},
          {"created_at", record.created_at},
          {"hits", record.hit_count},
          {"revision", record.revision},
          {"declined", run.declined}};
}

json::Object Whole(const store::Record& record, const run::RunRecord& run,
                   const std::vector<store::Falsification>& falsifications) {
  json::Object object = Summary(record, run);
  object.emplace("record_hash", record.record_hash.hex());
  object.emplace("run_dag_root", record.run_dag_root.hex());
  object.emplace("answer_hash", record.answer_hash.hex());
  object.emplace("question_hash", record.question_hash.hex());
  object.emplace("event_seq", static_cast<std::int64_t>(record.event_seq));
  json::Array list;
  for (const store::Falsification& one : falsifications) {
    list.emplace_back(json::Object{{"from", Name(one.from)},
                                   {"to", Name(one.to)},
                                   {"reason", one.reason},
                                   {"actor", one.actor},
                                   {"time", one.time},
                                   {"event_seq", static_cast<std::int64_t>(one.event_seq)}});
  }
  object.emplace("falsifications", std::move(list));
  object.emplace("run", ToJson(run));
  return object;
}

Result<json::Value> Falsify(store::Records* records, const store::Corpus& corpus,
                            const store::Record& record, store::RecordState to,
                            std::string_view reason) {
  TRY(records->SetState(record.record_id, to, reason));
  TRY_ASSIGN(const auto falsifications, records->FalsificationsOf(record.record_id));
  if (falsifications.empty()) return Fail(ErrorCode::kNotFound, "the record was burned just now");
  TRY_ASSIGN(const EventHash event, records->EventHashOf(falsifications.back().event_seq));
  TRY(records->CatchUp(corpus));
  TRY_ASSIGN(const std::vector<store::Record> same_key, records->WithKey(record.cache_key));
  const auto now = std::ranges::find(same_key, record.record_id, &store::Record::record_id);
  return json::Value(json::Object{{"cache_key", record.cache_key.hex()},
                                  {"from", Name(record.state)},
                                  {"to", Name(to)},
                                  {"state", Name(now != same_key.end() ? now->state : to)},
                                  {"reason", reason},
                                  {"audit_event_hash", event.hex()}});
}

}  // namespace arborist::curate
