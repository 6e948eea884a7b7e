// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/lanes.h"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "base/check.h"

namespace arborist::serve::http {

class Lanes::Pool {
 public:
  explicit Pool(Size size) : queue_limit_(size.queue), idle_(size.threads) {
    try {
      for (std::size_t i = 0; i < size.threads; ++i) threads_.emplace_back([this] { Work(); });
    } catch (...) {
      Close();  // those that run would be waited for without end
      throw;
    }
  }
  ~Pool() { Close(); }

  bool Post(std::function<void()> work) {
    {
      const std::scoped_lock lock(mutex_);
      // What a free thread takes at once does not wait.
      if (closed_ || work_.size() >= queue_limit_ + idle_) return false;
      work_.push_back(std::move(work));
    }
    changed_.notify_one();
    return true;
  }
  std::size_t Waiting() const {
    const std::scoped_lock lock(mutex_);
    return work_.size();
  }

 private:
  void Close() {
    {
      const std::scoped_lock lock(mutex_);
      closed_ = true;
      work_.clear();
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return closed_ || !work_.empty(); });
      if (closed_) return;
      std::function<void()> work = std::move(work_.front());
      work_.pop_front();
      --idle_;
      lock.unlock();
      try {
        work();
      } catch (...) {
        // An exchange contains what its handlers throw; for other work nobody is to be told.
      }
      work = nullptr;  // whatever it holds goes outside the lock
      lock.lock();
      ++idle_;
    }
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> work_;
  std::size_t queue_limit_;
  std::size_t idle_;
  bool closed_ = false;
  std::vector<std::thread> threads_;
};

Lanes::Lanes(Size read, Size ask, Size write)
    : read_(std::make_unique<Pool>(read)),
      ask_(std::make_unique<Pool>(ask)),
      write_(std::make_unique<Pool>(write)) {}
Lanes::~Lanes() = default;

Lanes::Pool* Lanes::PoolOf(Lane lane) const {
  CHECK(lane != Lane::kInline);
  return lane == Lane::kRead ? read_.get() : lane == Lane::kAsk ? ask_.get() : write_.get();
}

bool Lanes::Post(Lane lane, std::function<void()> work) {
  return PoolOf(lane)->Post(std::move(work));
}
std::size_t Lanes::Waiting(Lane lane) const { return PoolOf(lane)->Waiting(); }

}  // namespace arborist::serve::http
