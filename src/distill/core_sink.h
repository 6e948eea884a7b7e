// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "store/shard/shard_writer.h"

namespace arborist::distill {

// The writer thread of one shard: puts cores in the order in which they are delivered, in large
// transactions. The shard is opened for writing when the first core is delivered. Deliver and Close
// are called by one thread.
class CoreSink {
 public:
  struct Written {
    std::uint64_t added = 0;
    std::uint64_t superseded = 0;
    std::uint64_t unchanged = 0;
    std::uint64_t refused = 0;
  };
  // on_failure is called once, on the thread of the sink, when a write failed; nothing is written
  // after it. It and `done` must stay callable until Close or the destructor returned.
  CoreSink(store::ShardAddress shard, store::ShardWriter::Options options,
           std::function<void()> on_failure);
  // Without Close: drops the queue and rolls back the open transaction.
  ~CoreSink();

  // Never blocks; the caller bounds the queue. done is called on the thread of the sink once these
  // cores are written or, after a failure, given up.
  void Deliver(std::vector<store::PreparedDocument> cores, std::function<void()> done);

  // Waits until everything is committed, and says what was; or the first error.
  Result<Written> Close();
  // To be called after Close, when no reader looks at the shard as it was before: folds the
  // write-ahead log back and closes the shard.
  Status Finish();

 private:
  struct Delivery {
    std::vector<store::PreparedDocument> cores;
    std::function<void()> done;
  };
  void Run();
  Status Write(const std::vector<store::PreparedDocument>& cores);

  const store::ShardAddress shard_;
  const store::ShardWriter::Options options_;
  const std::function<void()> on_failure_;
  // The thread's, and once it has ended the caller's.
  std::unique_ptr<store::ShardWriter> writer_;
  std::uint64_t uncommitted_ = 0;
  Written written_;
  Status result_;
  Mutex mutex_;
  CondVar changed_;
  std::deque<Delivery> queue_ GUARDED_BY(mutex_);
  bool closed_ GUARDED_BY(mutex_) = false;
  bool abandoned_ GUARDED_BY(mutex_) = false;
  std::jthread thread_;
};

}  // namespace arborist::distill
