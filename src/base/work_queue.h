// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace arborist {

// A bounded queue of work, and the threads that do it in the order in which it came. Any thread may
// call. Work tells whoever waits for it what came of it by itself; what it throws is dropped.
class WorkQueue {
 public:
  // `waiting`: how much work may wait beside what the threads are at.
  WorkQueue(std::size_t threads, std::size_t waiting);
  // Drops what waits, and returns when what is under way has ended.
  ~WorkQueue();
  WorkQueue(const WorkQueue&) = delete;
  WorkQueue& operator=(const WorkQueue&) = delete;

  bool Post(std::function<void()> work);  // false: full
  std::size_t Waiting() const;
  // Returns once nothing waits or is under way; false: that takes longer.
  bool WaitUntilIdle(std::chrono::milliseconds longest);

 private:
  void Work();
  void Close();
  bool Idle() const REQUIRES(mutex_) { return waiting_.empty() && idle_threads_ == threads_count_; }

  const std::size_t threads_count_;
  const std::size_t most_waiting_;
  mutable Mutex mutex_;
  CondVar changed_;   // there is work, or the end has come
  CondVar finished_;  // work was finished, and nothing is left
  std::deque<std::function<void()>> waiting_ GUARDED_BY(mutex_);
  std::size_t idle_threads_ GUARDED_BY(mutex_);
  bool closed_ GUARDED_BY(mutex_) = false;
  std::vector<std::jthread> threads_;  // last: they end before what they use
};

}  // namespace arborist
