// SPDX-License-Identifier: AGPL-3.0-only
// Records, proofs of them, and the logs.
#include <algorithm>

#include "app/prove_target.h"
#include "app/service_impl.h"
#include "audit/event.h"
#include "bundle/bundle.h"
#include "curate/emergent.h"
#include "curate/explain.h"
#include "curate/inspect.h"
#include "curate/loaded_run.h"
#include "curate/record_json.h"
#include "prove/prove_record.h"
#include "run_dag/run_dag_json.h"

namespace arborist::app {

namespace {

std::int64_t Signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

json::Object EventJson(const store::StoredEvent& event) {
  json::Object hashes;
  for (const auto& [name, hash] : event.body.hashes) hashes.emplace(name, hash.hex());
  return {{"seq", Signed(event.body.seq)}, {"type", event.body.type},
          {"time", event.body.time},       {"subject", event.body.subject},
          {"actor", event.body.actor},     {"hashes", std::move(hashes)},
          {"event_hash", event.hash.hex()}};
}

Error WholeOnly() {
  return {ErrorCode::kForbidden, "this token sees only some shards, and this speaks of all"};
}

}  // namespace

Result<bool> IsVisible(Reader* reader, const store::Record& record) {
  if (!reader->restricted()) return true;
  store::Records records = reader->records();
  TRY_ASSIGN(const std::vector<DocumentRoot> sources, records.SourcesOf(record.record_id));
  for (const DocumentRoot& root : sources) {
    TRY_ASSIGN(const auto document, reader->corpus.Find(root));
    if (!document) return false;
  }
  return !sources.empty();
}

Result<store::Record> VisibleRecord(Reader* reader, std::string_view key) {
  store::Records records = reader->records();
  TRY(records.CatchUp(reader->whole()));
  TRY_ASSIGN(store::Record record, records.Resolve(key));
  TRY_ASSIGN(const bool visible, IsVisible(reader, record));
  if (!visible) {
    return Fail(ErrorCode::kNotFound, "no record has the key " + std::string(key) +
                                          "; arborist providence list shows them");
  }
  return record;
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
    TRY_ASSIGN(const store::CorpusDocument document, reader->corpus.Resolve(page.source));
    filter.source = document.view.root;
  }
  filter.before = page.before;
  store::Records records = reader->records();
  TRY(records.CatchUp(reader->whole()));
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
  store::Records records = reader->records();
  TRY_ASSIGN(const auto falsifications, records.FalsificationsOf(record.record_id));
  TRY_ASSIGN(const std::vector<DocumentRoot> roots, records.SourcesOf(record.record_id));
  TRY_ASSIGN(const EventHash event, records.EventHashOf(record.event_seq));
  TRY_ASSIGN(const curate::LoadedRun loaded, curate::LoadRun(reader->corpus, std::move(record)));
  json::Object object = curate::Whole(loaded.record, loaded.run, falsifications);
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
  TRY_ASSIGN(const curate::LoadedRun run, curate::LoadRun(reader->corpus, std::move(record)));
  store::Records records = reader->records();
  TRY_ASSIGN(const curate::Explanation explanation, curate::Explain(run, &records));
  return json::Value(ToJson(explanation));
}

Result<json::Value> Service::Inspect(const View& view, std::string_view key) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  TRY_ASSIGN(store::Record record, VisibleRecord(&*reader, key));
  TRY_ASSIGN(const curate::LoadedRun run, curate::LoadRun(reader->corpus, std::move(record)));
  curate::CorpusLookup lookup(&reader->corpus);
  TRY_ASSIGN(const curate::Inspection inspection, curate::Inspect(run, &lookup));
  return json::Value(curate::Whole(inspection, run));
}

Result<json::Value> Service::Emergent(const View& view, bool aggregate, std::size_t limit) {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  if (reader->restricted()) return std::unexpected(WholeOnly());
  store::Records records = reader->records();
  json::Array items;
  if (aggregate) {
    TRY_ASSIGN(const auto all, curate::AggregateEmergent(&records));
    curate::CorpusLookup lookup(&reader->corpus);
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
  store::HomeStore* const home = target.MayBeKey() ? reader->home.get() : nullptr;
  if (home != nullptr && reader->restricted()) {
    TRY_ASSIGN(const prove::Named named, prove::WhatIs(home, reader->corpus, target.name));
    if (named == prove::Named::kRecord) {
      TRY(VisibleRecord(&*reader, target.name));
      return prove::ProveRecord(home, reader->whole(), target.name, redact);
    }
  }
  TRY_ASSIGN(json::Value made, app::Prove(home, reader->corpus, target, redact));
  if (bundle::ToFileText(made).size() > bundle::kMaxBundleBytes) {
    return Fail(ErrorCode::kLimitExceeded,
                "the bundle would be larger than 64 MiB; prove the chunks one by one");
  }
  return made;
}

Result<json::Value> Service::Events(const View& view, const EventsPage& page) {
  constexpr std::uint64_t kWindow = 1000, kMostLooked = 100'000;
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  sqlite::Database* database = nullptr;
  if (page.store == "home") {
    if (reader->restricted()) return std::unexpected(WholeOnly());
    database = reader->home->database();
  }
  for (const auto& shard : reader->corpus.shards()) {
    if (database == nullptr && shard->name() == page.store) database = shard->database();
  }
  if (database == nullptr) {
    return Fail(ErrorCode::kNotFound, "there is no such log; it is home or the name of a shard");
  }
  TRY_ASSIGN(const store::LogHead head, store::ReadHead(database));
  std::uint64_t end = std::min(page.before.value_or(head.size), head.size);
  std::uint64_t looked = 0;
  json::Array items;
  // Backwards, a window at a time; a filter that fits little ends with a next page to go on from.
  while (end > 0 && items.size() < page.limit && looked < kMostLooked) {
    const std::uint64_t begin = end > kWindow ? end - kWindow : 0;
    std::vector<store::StoredEvent> window;
    TRY(store::ReadEvents(database, begin, [&](const store::StoredEvent& event) {
      if (event.body.seq >= end) return false;
      window.push_back(event);
      return true;
    }));
    looked += end - begin;
    end = begin;
    for (auto event = window.rbegin(); event != window.rend(); ++event) {
      if (!page.type.empty() && event->body.type != page.type) continue;
      if (!event->body.subject.starts_with(page.subject)) continue;
      if (items.size() == page.limit) break;
      items.emplace_back(EventJson(*event));
      if (items.size() == page.limit) end = event->body.seq;
    }
  }
  return json::Value(json::Object{{"store", page.store},
                                  {"size", Signed(head.size)},
                                  {"items", std::move(items)},
                                  {"next", end > 0 ? json::Value(Signed(end)) : nullptr}});
}

namespace {

// Hashes the last events again, or all; "" when they hold.
Result<std::string> CheckChain(sqlite::Database* database, std::uint64_t from) {
  std::string wrong;
  EventHash previous;
  std::uint64_t expected = from;
  TRY(store::ReadEvents(database, from > 0 ? from - 1 : 0, [&](const store::StoredEvent& event) {
    if (event.body.seq + 1 == from) {
      previous = event.hash;
      return true;
    }
    if (event.body.seq != expected) wrong = "seq_gap at event " + std::to_string(expected);
    if (wrong.empty() && audit::HashEvent(previous, event.body) != event.hash) {
      wrong = "event_hash_mismatch at event " + std::to_string(event.body.seq);
    }
    previous = event.hash;
    ++expected;
    return wrong.empty();
  }));
  return wrong;
}

// Whether a shard's log still has the event that the home store saw last.
Result<std::string> CheckContinues(store::HomeStore* home, store::ShardReader* shard) {
  TRY_ASSIGN(sqlite::Statement select,
             home->database()->Prepare("SELECT size, head FROM shard_heads WHERE shard=?1"));
  const std::string name = shard->name();
  select.BindText(1, name);
  TRY_ASSIGN(const bool known, select.Step());
  if (!known) return std::string();
  TRY_ASSIGN(const Hash256 head, select.Hash(1));
  const auto size = static_cast<std::uint64_t>(select.Int(0));
  bool continues = false;
  TRY(store::ReadEvents(shard->database(), size - 1, [&](const store::StoredEvent& event) {
    continues = event.body.seq + 1 == size && event.hash == head;
    return false;
  }));
  return continues ? std::string()
                   : "rolled_back: the log does not continue the " + std::to_string(size) +
                         " events known of it";
}

}  // namespace

Result<json::Value> Service::LogHealth(const View& view, bool full) {
  constexpr std::uint64_t kLast = 1000;
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take(view));
  json::Array logs;
  bool ok = true;
  const auto check = [&](const std::string& name, sqlite::Database* database,
                         store::ShardReader* shard) -> Status {
    TRY_ASSIGN(const store::LogHead head, store::ReadHead(database));
    const std::uint64_t from = full || head.size <= kLast ? 0 : head.size - kLast;
    TRY_ASSIGN(std::string wrong, CheckChain(database, from));
    if (wrong.empty() && shard != nullptr) {
      TRY_ASSIGN(wrong, CheckContinues(reader->home.get(), shard));
    }
    ok = ok && wrong.empty();
    logs.emplace_back(json::Object{{"store", name},
                                   {"log", head.log.hex()},
                                   {"size", Signed(head.size)},
                                   {"head", head.head.hex()},
                                   {"ok", wrong.empty()},
                                   {"checked_from", Signed(from)},
                                   {"detail", wrong}});
    return {};
  };
  if (!reader->restricted()) TRY(check("home", reader->home->database(), nullptr));
  for (const auto& shard : reader->corpus.shards()) {
    TRY(check(shard->name(), shard->database(), shard.get()));
  }
  return json::Value(json::Object{{"ok", ok}, {"logs", std::move(logs)}});
}

Result<std::vector<std::pair<std::string, std::int64_t>>> Service::LogSizes() {
  TRY_ASSIGN(const ReaderPool::Lease reader, impl_->Take({}));
  std::vector<std::pair<std::string, std::int64_t>> sizes;
  TRY_ASSIGN(const store::LogHead home, store::ReadHead(reader->home->database()));
  sizes.emplace_back("home", Signed(home.size));
  for (const auto& shard : reader->corpus.shards()) {
    TRY_ASSIGN(const store::LogHead head, shard->Head());
    sizes.emplace_back(shard->name(), Signed(head.size));
  }
  return sizes;
}

}  // namespace arborist::app
