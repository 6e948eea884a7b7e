// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "compress/chunk_codec.h"
#include "ingest/limits.h"
#include "ingest/pipeline.h"
#include "ingest/resume_mark.h"
#include "store/shard/shard_writer.h"

namespace arborist::ingest {

struct Delivery {
  std::vector<WriteItem> items;
  std::optional<ResumeMark> mark;
  std::optional<std::string> dictionary;  // the shard's compression dictionary from now on
  std::shared_ptr<void> ticket;  // gives its share of the pipeline's memory back when it goes
};

// What became of items since the last commit.
struct SinkCounts {
  std::uint64_t added = 0;
  std::uint64_t unchanged = 0;
  std::uint64_t evicted = 0;  // of these, without their text in the store
  std::uint64_t superseded = 0;
  std::uint64_t revised = 0;
  std::uint64_t aliases = 0;
  std::uint64_t chunks = 0;
  std::uint64_t text_bytes = 0;
  std::vector<std::pair<std::string, std::string>> refused;  // uri, reason

  std::uint64_t documents() const { return added + unchanged + superseded + revised + aliases; }
};

// The writer thread of one shard: takes deliveries in order, commits in large transactions, and
// reports only what is committed.
class ShardSink {
 public:
  struct Options {
    Limits limits;
    bool reextract = false;
    std::uint64_t commit_text_bytes = 0;
    std::function<void(const SinkCounts&)> on_commit;  // on the writer's thread
    std::function<void()> on_failure;                  // the sink takes nothing more
  };
  ShardSink(std::unique_ptr<store::ShardWriter> writer, Options options);
  ~ShardSink();

  void Deliver(Delivery delivery);

  // Waits until everything is committed, then gives the writer back.
  Result<std::unique_ptr<store::ShardWriter>> Finish();

 private:
  void Run();
  Status Write(Delivery delivery);
  Status WriteItemNow(WriteItem item);
  Status CommitNow();
  Result<store::PreparedDocument> PrepareLate(WriteItem::Content content);

  Options options_;
  // The thread's, and once it has ended the caller's.
  std::unique_ptr<store::ShardWriter> writer_;
  compress::ChunkCodec late_codec_;  // without dictionary: for the rare item prepared here
  SinkCounts pending_;
  std::int64_t begun_ms_ = 0;
  Status result_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<Delivery> queue_ GUARDED_BY(mutex_);
  bool closed_ GUARDED_BY(mutex_) = false;
  std::jthread thread_;  // last: it uses the rest
};

}  // namespace arborist::ingest
