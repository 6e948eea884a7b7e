// SPDX-License-Identifier: AGPL-3.0-only
// JSON of what the operations of HomeWriter report. One function per shape; every caller prints
// what it returns.
#include "app/json/write_json.h"

#include "app/fields.h"

namespace arborist::app {

json::Object ToJson(const ingest::IngestReport& report) {
  json::Array skipped;
  for (const auto& item : report.skipped) {
    skipped.emplace_back(json::Object{{"path", item.path}, {"reason", item.reason}});
  }
  json::Array shards;
  for (const auto& shard : report.shards) {
    shards.emplace_back(json::Object{{"name", shard.name},
                                     {"documents", Signed(shard.documents)},
                                     {"store_bytes", shard.store_bytes}});
  }
  json::Object passed_over;
  for (const auto& [reason, count] : report.passed_over) passed_over.emplace(reason, Signed(count));
  json::Object object{{"added", Signed(report.added)},
                      {"unchanged", Signed(report.unchanged)},
                      {"evicted", Signed(report.evicted)},
                      {"superseded", Signed(report.superseded)},
                      {"revised", Signed(report.revised)},
                      {"aliases", Signed(report.aliases)},
                      {"vanished", Signed(report.vanished)},
                      {"gone", Signed(report.gone)},
                      {"resumed", Signed(report.resumed)},
                      {"skipped", std::move(skipped)},
                      {"skipped_count", Signed(report.skipped_count)},
                      {"passed_over", std::move(passed_over)},
                      {"documents", Signed(report.documents)},
                      {"chunks", Signed(report.chunks)},
                      {"text_bytes", Signed(report.text_bytes)},
                      {"store_bytes", report.store_bytes},
                      {"seconds", report.seconds},
                      {"shards", std::move(shards)},
                      {"interrupted", report.interrupted}};
  if (report.titles_folded > 0) object.emplace("titles_folded", Signed(report.titles_folded));
  if (!report.repositories.empty()) {
    json::Array repositories;
    for (const auto& one : report.repositories)
      repositories.emplace_back(json::Object{{"path", one.path}, {"commit", one.commit}});
    object.emplace("repositories", std::move(repositories));
  }
  if (const auto& dry = report.dry_run) {
    object.emplace("estimated_seconds", dry->estimated_seconds);
    object.emplace("estimated_bytes", dry->estimated_bytes);
    object.emplace("is_estimate", dry->is_estimate);
    object.emplace("input_files", Signed(dry->input_files));
    object.emplace("input_bytes", Signed(dry->input_bytes));
    object.emplace("read_files", Signed(dry->read_files));
    object.emplace("read_bytes", Signed(dry->read_bytes));
  }
  return object;
}

json::Object ToJson(const sync::SyncReport& report) {
  json::Array changes;
  for (const sync::PlannedChange& one : report.plan.changes) {
    changes.emplace_back(json::Object{{"change", Name(one.change)},
                                      {"uri", one.uri},
                                      {"old_uri", one.old_uri},
                                      {"reason", one.reason}});
  }
  const auto count = [&](sync::Change change) { return Signed(report.plan.Count(change)); };
  return {{"folder", report.folder},
          {"added", count(sync::Change::kAdded)},
          {"changed", count(sync::Change::kChanged)},
          {"renamed", count(sync::Change::kRenamed)},
          {"gone", count(sync::Change::kGone)},
          {"unreadable", count(sync::Change::kUnreadable)},
          {"unchanged", Signed(report.plan.unchanged)},
          {"changes", std::move(changes)},
          {"moved", Signed(report.moved)},
          {"retired", Signed(report.retired)},
          {"withheld", report.withheld},
          {"ingest", ToJson(report.ingest)},
          {"interrupted", report.interrupted}};
}

json::Object ToJson(const std::vector<store::FollowedRoot>& roots) {
  json::Array items;
  for (const store::FollowedRoot& root : roots) {
    items.emplace_back(json::Object{{"uri", root.uri},
                                    {"shard", root.shard},
                                    {"last_run", root.last_run},
                                    {"outcome", root.outcome}});
  }
  return {{"items", std::move(items)}};
}

namespace {

// What became of fetched pages.
json::Object StoredJson(const ingest::IngestReport& stored) {
  json::Array shards;
  for (const auto& shard : stored.shards) {
    shards.emplace_back(json::Object{{"name", shard.name},
                                     {"documents", Signed(shard.documents)},
                                     {"store_bytes", shard.store_bytes}});
  }
  return {{"added", Signed(stored.added)},
          {"unchanged", Signed(stored.unchanged)},
          {"superseded", Signed(stored.superseded)},
          {"revised", Signed(stored.revised)},
          {"aliases", Signed(stored.aliases)},
          {"documents", Signed(stored.documents)},
          {"chunks", Signed(stored.chunks)},
          {"text_bytes", Signed(stored.text_bytes)},
          {"shards", std::move(shards)}};
}

}  // namespace

json::Object ToJson(const crawl::CrawlReport& report) {
  json::Array left_out, paused;
  for (const crawl::LeftOutUrl& one : report.left_out)
    left_out.emplace_back(json::Object{{"url", one.url}, {"reason", one.reason}});
  for (const store::CrawlStore::Pause& one : report.paused) {
    paused.emplace_back(
        json::Object{{"host", one.host}, {"until", one.not_before}, {"reason", one.reason}});
  }
  return {{"asked", Signed(report.asked)},
          {"unmodified", Signed(report.unmodified)},
          {"lists", Signed(report.lists)},
          {"forbidden", Signed(report.forbidden)},
          {"elsewhere", Signed(report.elsewhere)},
          {"trapped", Signed(report.trapped)},
          {"left", Signed(report.left)},
          {"left_out", std::move(left_out)},
          {"left_out_count", Signed(report.left_out_count)},
          {"notes", json::Array(report.notes.begin(), report.notes.end())},
          {"paused", std::move(paused)},
          {"stored", StoredJson(report.stored)},
          {"resumed", report.resumed},
          {"limit_reached", report.limit_reached},
          {"interrupted", report.interrupted},
          {"seconds", report.seconds}};
}

json::Object ToJson(const crawl::RecheckReport& report) {
  json::Array pages;
  for (const crawl::RecheckedPage& page : report.pages) {
    pages.emplace_back(json::Object{
        {"url", page.url}, {"state", crawl::Name(page.state)}, {"reason", page.reason}});
  }
  return {{"checked", Signed(report.checked)},
          {"fresh", Signed(report.fresh)},
          {"stale", Signed(report.stale)},
          {"gone", Signed(report.gone)},
          {"unreachable", Signed(report.unreachable)},
          {"left", Signed(report.left)},
          {"pages", std::move(pages)},
          {"stored", StoredJson(report.stored)},
          {"interrupted", report.interrupted},
          {"seconds", report.seconds}};
}

json::Object ToJson(const UploadReport& upload) {
  json::Object object = ToJson(upload.report);
  if (upload.root) object.emplace("document_root", upload.root->hex());
  return object;
}

json::Object ToJson(const curate::BurnReport& report) {
  json::Array documents;
  for (const DocumentRoot& root : report.roots) documents.emplace_back(root.hex());
  return {{"burned", report.subject},
          {"kind", report.document   ? "document"
                   : report.question ? "question"
                                     : "record"},
          {"again", report.again},
          {"records", Signed(report.records)},
          {"documents", std::move(documents)},
          {"aliases", Signed(report.aliases)},
          {"links_left", Signed(report.links_left)},
          {"dictionaries_removed",
           json::Array(report.dictionaries.begin(), report.dictionaries.end())}};
}

json::Object ToJson(const distill::DistillOptions& options, const distill::DistillReport& report) {
  json::Array levels;
  for (const distill::LevelReport& level : report.levels) {
    levels.emplace_back(json::Object{{"depth", level.depth},
                                     {"sources", Signed(level.sources)},
                                     {"added", Signed(level.added)},
                                     {"superseded", Signed(level.superseded)},
                                     {"unchanged", Signed(level.unchanged)},
                                     {"same_as_source", Signed(level.same)},
                                     {"taken", Signed(level.taken)},
                                     {"evicted", Signed(level.evicted)}});
  }
  return {{"method", options.method},
          {"scope_root", report.scope_root ? json::Value(report.scope_root->hex()) : json::Value()},
          {"levels", std::move(levels)},
          {"seconds", report.seconds}};
}

json::Object ToJson(const room::EvictReport& report) {
  json::Array documents;
  for (const room::Evicted& one : report.documents) {
    documents.emplace_back(json::Object{{"document_root", one.root.hex()},
                                        {"document_uri", one.uri},
                                        {"from", Name(one.from)},
                                        {"to", Name(one.to)},
                                        {"bytes", Signed(one.bytes)},
                                        {"last_use", one.last_use},
                                        {"hit_count", one.hits}});
  }
  return {{"evicted", Signed(report.documents.size())},
          {"documents", std::move(documents)},
          {"bytes_before", Signed(report.bytes_before)},
          {"bytes_after", Signed(report.bytes_after)},
          {"reached", report.reached},
          {"dry_run", report.dry_run},
          {"notes", json::Array(report.notes.begin(), report.notes.end())}};
}

json::Object ToJson(const room::RehydrateReport& report) {
  json::Array documents, refused;
  for (const room::RehydrateReport::Filled& one : report.documents) {
    documents.emplace_back(
        json::Object{{"document_root", one.root.hex()}, {"document_uri", one.uri}});
  }
  for (const room::Refused& one : report.refused) {
    refused.emplace_back(
        json::Object{{"source", one.what}, {"reason", one.reason}, {"mismatch", one.mismatch}});
  }
  return {{"rehydrated", Signed(report.documents.size())},
          {"documents", std::move(documents)},
          {"refused", std::move(refused)},
          {"still_evicted", Signed(report.still_evicted)}};
}

}  // namespace arborist::app
