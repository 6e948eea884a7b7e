// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/mutex.h"
#include "ingest/ingest.h"
#include "ingest/pipeline.h"
#include "ingest/shard_sink.h"

namespace arborist::ingest {

// How many documents were read, whatever became of them.
std::uint64_t DocumentsOf(const IngestReport& report);

// The report of a run while the run goes on. Thread-safe: the reader, the router and the writers
// all put into it.
class RunReport {
 public:
  // Something was left out: counted, and listed among the first 10,000. List does not count.
  void Skip(std::string place, std::string reason) EXCLUDES(mutex_);
  void List(std::string place, std::string reason) EXCLUDES(mutex_);
  // Left out by design.
  void PassOver(std::string_view reason, std::uint64_t count) EXCLUDES(mutex_);
  void CountResumed(std::uint64_t items) EXCLUDES(mutex_);
  void CountFoldedTitle() EXCLUDES(mutex_);

  // Shards count from 0 in the order in which they were added.
  void AddShard(std::string name) EXCLUDES(mutex_);
  void Commit(std::size_t shard, const SinkCounts& counts) EXCLUDES(mutex_);
  DocumentSink::Done done() const EXCLUDES(mutex_);

  // What was counted. For the end, when nobody else uses this any more.
  IngestReport Take() EXCLUDES(mutex_);

 private:
  mutable Mutex mutex_;
  IngestReport report_ GUARDED_BY(mutex_);
};

}  // namespace arborist::ingest
