// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/run_report.h"

#include <utility>

namespace arborist::ingest {

namespace {

constexpr std::size_t kMaxListedSkips = 10000;

void AddTo(std::vector<SkippedInput>* list, std::string place, std::string reason) {
  if (list->size() < kMaxListedSkips) list->push_back({std::move(place), std::move(reason)});
}

}  // namespace

std::uint64_t DocumentsOf(const IngestReport& report) {
  return report.added + report.unchanged + report.superseded + report.revised + report.aliases;
}

void RunReport::Skip(std::string place, std::string reason) {
  const MutexLock lock(mutex_);
  ++report_.skipped_count;
  AddTo(&report_.skipped, std::move(place), std::move(reason));
}

void RunReport::List(std::string place, std::string reason) {
  const MutexLock lock(mutex_);
  AddTo(&report_.skipped, std::move(place), std::move(reason));
}

void RunReport::PassOver(std::string_view reason, std::uint64_t count) {
  if (count == 0) return;
  const MutexLock lock(mutex_);
  report_.passed_over[std::string(reason)] += count;
}

void RunReport::CountResumed(std::uint64_t items) {
  const MutexLock lock(mutex_);
  report_.resumed += items;
}

void RunReport::CountFoldedTitle() {
  const MutexLock lock(mutex_);
  ++report_.titles_folded;
}

void RunReport::AddShard(std::string name) {
  const MutexLock lock(mutex_);
  report_.shards.push_back({.name = std::move(name)});
}

void RunReport::Commit(std::size_t shard, const SinkCounts& counts) {
  const MutexLock lock(mutex_);
  report_.added += counts.added;
  report_.unchanged += counts.unchanged;
  report_.evicted += counts.evicted;
  report_.superseded += counts.superseded;
  report_.revised += counts.revised;
  report_.aliases += counts.aliases;
  report_.chunks += counts.chunks;
  report_.text_bytes += counts.text_bytes;
  report_.shards[shard].documents += counts.documents();
  for (const auto& [uri, reason] : counts.refused) {
    ++report_.skipped_count;
    AddTo(&report_.skipped, uri, reason);
  }
}

DocumentSink::Done RunReport::done() const {
  const MutexLock lock(mutex_);
  return {.documents = DocumentsOf(report_), .text_bytes = report_.text_bytes};
}

IngestReport RunReport::Take() {
  const MutexLock lock(mutex_);
  report_.documents = DocumentsOf(report_);
  return std::move(report_);
}

}  // namespace arborist::ingest
