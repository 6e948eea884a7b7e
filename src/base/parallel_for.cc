// SPDX-License-Identifier: AGPL-3.0-only
#include "base/parallel_for.h"

#include <algorithm>
#include <utility>

#include "base/contained.h"

// A call puts its batch on the pool's list, works on it itself, takes it off the list and waits for
// the workers that are still inside a body of it. A worker joins the oldest batch on the list.
// Nobody ever waits for an index that no thread has begun, so calls within calls cannot block each
// other. Indices are handed out in order under the lock: when index f fails, all below f have been
// begun and will be finished, so the lowest failing index is found with any number of threads.

namespace arborist {

unsigned ThreadsFor(unsigned asked) {
  return asked != 0 ? asked : std::max(1U, std::thread::hardware_concurrency());
}

// One call of ParallelFor, on its caller's stack. The pool's mutex guards what changes.
struct WorkerPool::Batch {
  const std::size_t count;
  const ParallelBody& body;
  const std::atomic<bool>* const stop;
  std::size_t next = 0;
  unsigned helpers = 0;  // workers inside, not counting the caller
  CondVar helper_left{};
  std::size_t failed_index = 0;
  Status failed{};

  bool Stopped() const { return stop != nullptr && stop->load(); }
  bool MayBegin() const { return next < count && failed && !Stopped(); }
};

WorkerPool::WorkerPool(unsigned threads) {
  try {
    for (unsigned slot = 1; slot < threads; ++slot) {
      workers_.emplace_back([this, slot] { Help(slot); });
    }
  } catch (...) {
    Close();  // or those that run would be waited for without end
    throw;
  }
}

WorkerPool::~WorkerPool() { Close(); }

void WorkerPool::Close() {
  const MutexLock lock(mutex_);
  closed_ = true;
  changed_.NotifyAll();
}

void WorkerPool::Help(unsigned slot) {
  const MutexLock lock(mutex_);
  while (true) {
    while (!closed_ && batches_.empty()) changed_.Wait(mutex_);
    if (batches_.empty()) return;
    Batch* const batch = batches_.front();
    if (!batch->MayBegin()) {
      batches_.pop_front();
      continue;
    }
    ++batch->helpers;
    WorkOn(batch, slot);
    --batch->helpers;
    batch->helper_left.NotifyOne();  // under the lock: the batch ends with its caller's wait
  }
}

// noexcept, for whoever called it has the batch on its stack.
void WorkerPool::WorkOn(Batch* batch, unsigned slot) noexcept {
  while (batch->MayBegin()) {
    const std::size_t index = batch->next++;
    mutex_.Unlock();
    Status done = Contained([&] { return batch->body(index, slot); });
    mutex_.Lock();
    if (done || (!batch->failed && batch->failed_index < index)) continue;
    batch->failed_index = index;
    batch->failed = std::move(done);
  }
}

Status ParallelFor(WorkerPool* pool, std::size_t count, const ParallelBody& body,
                   const std::atomic<bool>* stop) {
  if (pool == nullptr) {
    WorkerPool alone(1);
    return ParallelFor(&alone, count, body, stop);
  }
  WorkerPool::Batch batch{.count = count, .body = body, .stop = stop};
  const MutexLock lock(pool->mutex_);
  const bool shared = count > 1 && pool->slots() > 1;
  if (shared) {
    pool->batches_.push_back(&batch);
    pool->changed_.NotifyAll();
  }
  pool->WorkOn(&batch, 0);
  if (shared) std::erase(pool->batches_, &batch);
  while (batch.helpers > 0) batch.helper_left.Wait(pool->mutex_);
  if (!batch.failed) return std::move(batch.failed);
  if (batch.next < count) return Fail(ErrorCode::kCancelled, "stopped");
  return {};
}

}  // namespace arborist
