// SPDX-License-Identifier: AGPL-3.0-only
// Records, and proofs of them.
#include "app/proof_service.h"
#include "app/service_impl.h"
#include "bundle/bundle.h"
#include "curate/emergent.h"
#include "curate/explain.h"
#include "curate/inspect.h"
#include "curate/loaded_run.h"
#include "curate/record_json.h"
#include "prove/prove_record.h"
#include "run_dag/run_dag_json.h"

namespace arborist::app {

Result<bool> IsVisible(Home* reader, const store::Record& record) {
  if (!reader->restricted()) return true;
  store::Records records(reader->store());
  TRY_ASSIGN(const std::vector<DocumentRoot> sources, records.SourcesOf(record.record_id));
  for (const DocumentRoot& root : sources) {
    TRY_ASSIGN(const auto document, reader->corpus().Find(root));
    if (!document) return false;
  }
  return !sources.empty();
}

Result<store::Record> VisibleRecord(Home* reader, std::string_view key) {
  TRY_ASSIGN(store::Records records, reader->Records());
  auto record = records.Resolve(key);
  const auto absent = [&] {
    return Fail(ErrorCode::kNotFound, "no record has the key " + std::string(key) +
                                          "; arborist providence list shows them");
  };
  // Which of several begin so would tell of those that are hidden.
  if (!record && record.error().code == ErrorCode::kAmbiguous && reader->restricted()) {
    return absent();
  }
  TRY(record);
  TRY_ASSIGN(const bool visible, IsVisible(reader, *record));
  if (!visible) return absent();
  return record;
}

Result<prove::Named> VisibleName(Home* reader, std::string_view name) {
  if (!reader->restricted()) return prove::WhatIs(reader->store(), reader->corpus(), name);
  return prove::WhatIs(VisibleRecord(reader, name), reader->corpus(), name);
}

Result<json::Value> Service::Records(const View& view, const RecordsPage& page) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  store::Records::Filter filter;
  if (!page.state.empty()) {
    filter.state = store::RecordStateFromName(page.state);
    if (!filter.state) {
      return Fail(ErrorCode::kInvalidArgument,
                  "parameter state must be live, failed, stale or quarantined");
    }
  }
  filter.label = page.label;
  if (!page.label.empty() && page.label != "STRICT" && page.label != "HYBRID" &&
      page.label != "UNGROUNDED") {
    return Fail(ErrorCode::kInvalidArgument,
                "parameter label must be STRICT, HYBRID or UNGROUNDED");
  }
  if (!page.source.empty()) {
    TRY_ASSIGN(const store::CorpusDocument document, reader->corpus().Resolve(page.source));
    filter.source = document.view.root;
  }
  filter.before = page.before;
  TRY_ASSIGN(store::Records records, reader->Records());
  json::Array items;
  json::Value next = nullptr;
  std::int64_t last = 0;
  TRY(records.ForEach(
      [&](const store::Record& record) -> Result<bool> {
        TRY_ASSIGN(const bool visible, IsVisible(&*reader, record));
        if (!visible) return true;
        if (items.size() == page.limit) {
          next = last;
          return false;
        }
        last = record.record_id;
        TRY_ASSIGN(const run::RunRecord run, curate::RunOf(record));
        items.emplace_back(curate::Summary(record, run));
        return true;
      },
      filter));
  return json::Value(json::Object{{"items", std::move(items)}, {"next", std::move(next)}});
}

Result<json::Value> Service::Record(const View& view, std::string_view key) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(store::Record record, VisibleRecord(&*reader, key));
  store::Records records(reader->store());
  TRY_ASSIGN(const auto falsifications, records.ReasonsOf(record));
  TRY_ASSIGN(const std::vector<DocumentRoot> roots, records.SourcesOf(record.record_id));
  TRY_ASSIGN(const EventHash event, records.EventHashOf(record.event_seq));
  TRY_ASSIGN(const curate::LoadedRun loaded, curate::LoadRun(reader->corpus(), std::move(record)));
  json::Object object = curate::Whole(loaded.record, loaded.run, falsifications);
  if (std::string problem = curate::ProblemOf(loaded); !problem.empty()) {
    object.emplace("problem", std::move(problem));
  }
  object.emplace("audit_event_hash", event.hex());
  json::Array sources;
  for (const DocumentRoot& root : roots) sources.emplace_back(root.hex());
  object.emplace("sources", std::move(sources));
  object.emplace("passage_texts", nullptr);
  object.emplace("evidence_missing", nullptr);
  if (loaded.inputs) {
    json::Array texts;
    for (const auto& passage : loaded.inputs->passages) texts.emplace_back(passage.span);
    object["passage_texts"] = std::move(texts);
  } else {
    object["evidence_missing"] = loaded.missing;
  }
  return json::Value(std::move(object));
}

Result<json::Value> Service::Dag(const View& view, std::string_view key) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::Record record, VisibleRecord(&*reader, key));
  TRY_ASSIGN(const run::RunRecord run, curate::RunOf(record));
  return json::Value(json::Object{{"run_dag", run_dag::ToJson(run.dag)}});
}

Result<json::Value> Service::Preflight(const View& view, std::string_view key) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(const store::Record record, VisibleRecord(&*reader, key));
  TRY_ASSIGN(const run::RunRecord run, curate::RunOf(record));
  return json::Value(
      json::Object{{"preflight", run.dag.preflight_payload ? json::Value(*run.dag.preflight_payload)
                                                           : json::Value()}});
}

Result<json::Value> Service::Explain(const View& view, std::string_view key) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(store::Record record, VisibleRecord(&*reader, key));
  TRY_ASSIGN(const curate::LoadedRun run, curate::LoadRun(reader->corpus(), std::move(record)));
  store::Records records(reader->store());
  TRY_ASSIGN(const curate::Explanation explanation, curate::Explain(run, &records));
  return json::Value(ToJson(explanation));
}

Result<json::Value> Service::Inspect(const View& view, std::string_view key) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(store::Record record, VisibleRecord(&*reader, key));
  TRY_ASSIGN(const curate::LoadedRun run, curate::LoadRun(reader->corpus(), std::move(record)));
  curate::CorpusLookup lookup(&reader->corpus());
  TRY_ASSIGN(const curate::Inspection inspection, curate::Inspect(run, &lookup));
  return json::Value(curate::Whole(inspection, run));
}

Result<json::Value> Service::Emergent(const View& view, bool aggregate, std::size_t limit) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->TakeWhole(view));
  store::Records records(reader->store());
  json::Array items;
  if (aggregate) {
    TRY_ASSIGN(const auto all, curate::AggregateEmergent(&records));
    curate::CorpusLookup lookup(&reader->corpus());
    TRY_ASSIGN(const auto spans, curate::LackingIn(&lookup, all, limit));
    for (const curate::EmergentSpan& span : spans) items.emplace_back(ToJson(span));
  } else {
    TRY_ASSIGN(const auto list, curate::EmergentRecords(&records, limit));
    for (const curate::EmergentRecord& record : list) items.emplace_back(ToJson(record));
  }
  return json::Value(json::Object{{"items", std::move(items)}});
}

Result<json::Value> Service::Prove(const View& view, std::string_view name,
                                   std::optional<std::uint64_t> chunk, bool redact) {
  TRY_ASSIGN(const ProveTarget target, ParseProveTarget(std::string(name), chunk));
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  store::HomeStore* const home = reader->store();
  prove::Named named = prove::Named::kDocument;
  if (target.MayBeKey()) {
    TRY_ASSIGN(named, VisibleName(&*reader, target.name));
  }
  if (named == prove::Named::kRecord && reader->restricted()) {
    TRY_ASSIGN(const store::Record record, VisibleRecord(&*reader, target.name));
    return prove::ProveRecord(home, reader->whole(), record.cache_key.hex(), redact);
  }
  TRY_ASSIGN(json::Value made, app::Prove(home, reader->corpus(), target, named, redact));
  if (bundle::ToFileText(made).size() > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the bundle would be larger than 64 MiB; prove the chunks one by one");
  }
  return made;
}

}  // namespace arborist::app
