// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/mutex.h"

namespace arborist {

// Works on items on several threads and hands the results on in the order of the items. What is in
// the pool is bounded by a cost, so that memory does not depend on the input: Push waits while too
// much is under way. One thread pushes, one takes. Cancel ends both ends at once. What the work on
// an item throws is thrown by Take in the item's turn.
template <typename In, typename Out>
class OrderedPool {
 public:
  // `work(worker, item)` runs on the pool's threads, worker counting from 0.
  OrderedPool(unsigned threads, std::uint64_t max_cost, std::function<Out(unsigned, In)> work)
      : max_cost_(max_cost), work_(std::move(work)) {
    try {
      for (unsigned i = 0; i < threads; ++i) {
        threads_.emplace_back([this, i] { Work(i); });
      }
    } catch (...) {
      Cancel();  // or those that run would be waited for without end
      throw;
    }
  }
  ~OrderedPool() {
    Cancel();
    threads_.clear();  // joins
  }
  OrderedPool(const OrderedPool&) = delete;
  OrderedPool& operator=(const OrderedPool&) = delete;

  // False: the pool was cancelled.
  bool Push(In item, std::uint64_t cost) {
    const MutexLock lock(mutex_);
    while (!cancelled_ && cost_ != 0 && cost_ + cost > max_cost_) room_.Wait(mutex_);
    if (cancelled_) return false;
    cost_ += cost;
    auto slot = std::make_unique<Slot>();
    slot->item = std::move(item);
    slot->cost = cost;
    waiting_.push_back(slot.get());
    slots_.push_back(std::move(slot));
    work_there_.NotifyOne();
    return true;
  }

  // No more items will come.
  void Close() {
    const MutexLock lock(mutex_);
    closed_ = true;
    work_there_.NotifyAll();
    done_.NotifyAll();
  }

  // The next result; nothing when all are taken or the pool was cancelled. The item's cost stays
  // with the pool until Release.
  struct Taken {
    Out out;
    std::uint64_t cost;
  };
  std::optional<Taken> Take() {
    const MutexLock lock(mutex_);
    while (!cancelled_ && !(closed_ && slots_.empty()) && !FrontIsDone()) done_.Wait(mutex_);
    if (cancelled_ || slots_.empty()) return std::nullopt;
    if (slots_.front()->thrown) std::rethrow_exception(slots_.front()->thrown);
    Taken taken{std::move(*slots_.front()->out), slots_.front()->cost};
    slots_.pop_front();
    return taken;
  }

  void Release(std::uint64_t cost) {
    const MutexLock lock(mutex_);
    cost_ -= cost;
    room_.NotifyAll();
  }

  void Cancel() {
    const MutexLock lock(mutex_);
    cancelled_ = true;
    work_there_.NotifyAll();
    done_.NotifyAll();
    room_.NotifyAll();
  }

 private:
  // The worker has `item`; the pool's mutex guards the rest.
  struct Slot {
    In item;
    std::uint64_t cost = 0;
    std::optional<Out> out;
    std::exception_ptr thrown;
  };

  bool FrontIsDone() const REQUIRES(mutex_) {
    return !slots_.empty() && (slots_.front()->out || slots_.front()->thrown);
  }

  void Work(unsigned worker) {
    MutexLock lock(mutex_);
    while (true) {
      while (!cancelled_ && !closed_ && waiting_.empty()) work_there_.Wait(mutex_);
      if (cancelled_ || (closed_ && waiting_.empty())) return;
      Slot* const slot = waiting_.front();
      waiting_.pop_front();
      In item = std::move(slot->item);
      lock.Unlock();
      std::optional<Out> out;
      std::exception_ptr thrown;
      try {
        out.emplace(work_(worker, std::move(item)));
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.Lock();
      slot->out = std::move(out);
      slot->thrown = std::move(thrown);
      if (!slots_.empty() && slots_.front().get() == slot) done_.NotifyAll();
    }
  }

  const std::uint64_t max_cost_;
  const std::function<Out(unsigned, In)> work_;
  Mutex mutex_;
  CondVar room_;
  CondVar work_there_;
  CondVar done_;
  std::deque<std::unique_ptr<Slot>> slots_ GUARDED_BY(mutex_);  // in order
  std::deque<Slot*> waiting_ GUARDED_BY(mutex_);                // not yet begun
  std::uint64_t cost_ GUARDED_BY(mutex_) = 0;
  bool closed_ GUARDED_BY(mutex_) = false;
  bool cancelled_ GUARDED_BY(mutex_) = false;
  std::vector<std::jthread> threads_;
};

}  // namespace arborist
