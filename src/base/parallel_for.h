// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"

namespace arborist {

// How many threads to use when a caller asks for `asked`: that many, or for 0 one per core.
unsigned ThreadsFor(unsigned asked);

// What is to be done for one index. Two calls that run at the same time have different slots, so
// `slot` (below WorkerPool::slots) may choose a connection or a buffer that one thread at a time
// may use. What it throws becomes an error, as in Contained.
using ParallelBody = std::function<Status(std::size_t index, unsigned slot)>;

// Threads that wait for work of ParallelFor. The owner keeps it longer than any call that uses it;
// any number of threads may call at once and share the workers.
class WorkerPool {
 public:
  // `threads` in all for one caller: its own and threads-1 workers, which start now. 0 counts as 1.
  explicit WorkerPool(unsigned threads);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // One more than there are workers; slot 0 is the caller's.
  unsigned slots() const { return static_cast<unsigned>(workers_.size()) + 1; }

 private:
  friend Status ParallelFor(WorkerPool* pool, std::size_t count, const ParallelBody& body,
                            const std::atomic<bool>* stop);
  struct Batch;

  void Help(unsigned slot) EXCLUDES(mutex_);
  void WorkOn(Batch* batch, unsigned slot) noexcept REQUIRES(mutex_);
  void Close() EXCLUDES(mutex_);

  Mutex mutex_;
  CondVar changed_;
  std::deque<Batch*> batches_ GUARDED_BY(mutex_);  // that may have indices left, oldest first
  bool closed_ GUARDED_BY(mutex_) = false;
  std::vector<std::jthread> workers_;  // last: they end before what they use
};

// Calls body(index, slot) for every index below `count`, on the calling thread and on workers of
// `pool` that are idle, and returns when all calls have returned. A null pool, and a pool whose
// workers are busy, leave all of it to the calling thread; so a body may call ParallelFor on the
// same pool. Indices are begun in order. After a failure no further one is begun, and the error is
// that of the lowest index that fails, whatever the number of threads. Once *stop is set no further
// index is begun, and if one is left the result is kCancelled. One index should be worth some ten
// microseconds: each costs a lock.
Status ParallelFor(WorkerPool* pool, std::size_t count, const ParallelBody& body,
                   const std::atomic<bool>* stop = nullptr);

}  // namespace arborist
