// SPDX-License-Identifier: AGPL-3.0-only
#include "app/json/ingest_json.h"

namespace arborist::app {

json::Object ToJson(const ingest::IngestReport& report) {
  const auto number = [](std::uint64_t value) {
    return json::Value(static_cast<std::int64_t>(value));
  };
  json::Array skipped;
  for (const auto& item : report.skipped) {
    skipped.emplace_back(json::Object{{"path", item.path}, {"reason", item.reason}});
  }
  json::Array shards;
  for (const auto& shard : report.shards) {
    shards.emplace_back(json::Object{{"name", shard.name},
                                     {"documents", number(shard.documents)},
                                     {"store_bytes", shard.store_bytes}});
  }
  json::Object passed_over;
  for (const auto& [reason, count] : report.passed_over) passed_over.emplace(reason, number(count));
  json::Object object{{"added", number(report.added)},
                      {"unchanged", number(report.unchanged)},
                      {"evicted", number(report.evicted)},
                      {"superseded", number(report.superseded)},
                      {"revised", number(report.revised)},
                      {"aliases", number(report.aliases)},
                      {"vanished", number(report.vanished)},
                      {"gone", number(report.gone)},
                      {"resumed", number(report.resumed)},
                      {"skipped", std::move(skipped)},
                      {"skipped_count", number(report.skipped_count)},
                      {"passed_over", std::move(passed_over)},
                      {"documents", number(report.documents)},
                      {"chunks", number(report.chunks)},
                      {"text_bytes", number(report.text_bytes)},
                      {"store_bytes", report.store_bytes},
                      {"seconds", report.seconds},
                      {"shards", std::move(shards)},
                      {"interrupted", report.interrupted}};
  if (report.titles_folded > 0) object.emplace("titles_folded", number(report.titles_folded));
  if (const auto& dry = report.dry_run) {
    object.emplace("estimated_seconds", dry->estimated_seconds);
    object.emplace("estimated_bytes", dry->estimated_bytes);
    object.emplace("is_estimate", dry->is_estimate);
    object.emplace("input_files", number(dry->input_files));
    object.emplace("input_bytes", number(dry->input_bytes));
    object.emplace("read_files", number(dry->read_files));
    object.emplace("read_bytes", number(dry->read_bytes));
  }
  return object;
}

}  // namespace arborist::app
