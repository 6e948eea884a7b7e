// SPDX-License-Identifier: AGPL-3.0-only
#include "base/work_queue.h"

#include <utility>

// A thread counts as idle from its start on. Post counts the idle threads as room in the queue, so
// that work which a free thread is about to take does not fill it: exactly threads + waiting pieces
// of work are accepted however the threads are scheduled. Work is destroyed outside the lock, for
// what it holds may have a destructor that posts.

namespace arborist {

WorkQueue::WorkQueue(std::size_t threads, std::size_t waiting)
    : threads_count_(threads), most_waiting_(waiting), idle_threads_(threads) {
  try {
    for (std::size_t i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
  } catch (...) {
    Close();  // or those that run would be waited for without end
    throw;
  }
}

WorkQueue::~WorkQueue() { Close(); }

void WorkQueue::Close() {
  std::deque<std::function<void()>> dropped;  // goes behind the lock
  const MutexLock lock(mutex_);
  closed_ = true;
  dropped.swap(waiting_);
  changed_.NotifyAll();
}

bool WorkQueue::Post(std::function<void()> work) {
  const MutexLock lock(mutex_);
  if (closed_ || waiting_.size() >= most_waiting_ + idle_threads_) return false;
  waiting_.push_back(std::move(work));
  changed_.NotifyOne();
  return true;
}

std::size_t WorkQueue::Waiting() const {
  const MutexLock lock(mutex_);
  return waiting_.size();
}

bool WorkQueue::WaitUntilIdle(std::chrono::milliseconds longest) {
  const auto until = std::chrono::steady_clock::now() + longest;
  const MutexLock lock(mutex_);
  while (!Idle()) {
    if (!finished_.WaitUntil(mutex_, until)) return Idle();
  }
  return true;
}

void WorkQueue::Work() {
  MutexLock lock(mutex_);
  while (true) {
    while (!closed_ && waiting_.empty()) changed_.Wait(mutex_);
    if (closed_) return;
    std::function<void()> work = std::move(waiting_.front());
    waiting_.pop_front();
    --idle_threads_;
    lock.Unlock();
    try {
      work();
    } catch (...) {
      // There may not even be memory to say so.
    }
    work = nullptr;
    lock.Lock();
    ++idle_threads_;
    if (Idle()) finished_.NotifyAll();
  }
}

}  // namespace arborist
