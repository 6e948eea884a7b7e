// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

// Locks that the compiler checks. clang reads these attributes under -Wthread-safety, which
// `make lint` makes an error: a member that is GUARDED_BY a mutex cannot be touched without it, and
// a function that REQUIRES it cannot be called without it. g++ ignores them. The analysis looks at
// one function at a time and takes a lambda for a function of its own, so a condition is waited for
// in a loop, not in a predicate:
//
//   MutexLock lock(mutex_);
//   while (queue_.empty()) changed_.Wait(mutex_);
#if defined(__clang__)
#define ARBORIST_THREAD_ATTRIBUTE(x) __attribute__((x))
#else
#define ARBORIST_THREAD_ATTRIBUTE(x)
#endif

// On a member: which mutex must be held to use it, or (PT_) what it points to.
#define GUARDED_BY(mutex) ARBORIST_THREAD_ATTRIBUTE(guarded_by(mutex))
#define PT_GUARDED_BY(mutex) ARBORIST_THREAD_ATTRIBUTE(pt_guarded_by(mutex))
// On a function: the caller holds these, or must not hold them.
#define REQUIRES(...) ARBORIST_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
#define EXCLUDES(...) ARBORIST_THREAD_ATTRIBUTE(locks_excluded(__VA_ARGS__))
// On a function: it takes or releases these.
#define ACQUIRE(...) ARBORIST_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define RELEASE(...) ARBORIST_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
// On a function: behind a call of it the mutex counts as held.
#define ASSUMES_HELD(mutex) ARBORIST_THREAD_ATTRIBUTE(assert_capability(mutex))

namespace arborist {

// std::mutex, known to the analysis. Not recursive.
class ARBORIST_THREAD_ATTRIBUTE(capability("mutex")) Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void Lock() ACQUIRE() { mutex_.lock(); }
  void Unlock() RELEASE() { mutex_.unlock(); }

  // For a lambda whose caller holds the mutex, which the analysis cannot see. Checks nothing.
  void AssumeHeld() const ASSUMES_HELD(this) {}

 private:
  friend class CondVar;
  std::mutex mutex_;
};

// Holds a mutex for a scope. Unlock and Lock open a gap in it, for work that needs no lock.
class ARBORIST_THREAD_ATTRIBUTE(scoped_lockable) MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex_.Lock(); }
  ~MutexLock() RELEASE() {
    if (held_) mutex_.Unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void Unlock() RELEASE() {
    held_ = false;
    mutex_.Unlock();
  }
  void Lock() ACQUIRE() {
    mutex_.Lock();
    held_ = true;
  }

 private:
  Mutex& mutex_;
  bool held_ = true;
};

// A condition of what a mutex guards. Wait releases the mutex while it waits, and may return though
// nobody notified; the caller looks at the condition again.
class CondVar {
 public:
  void Wait(Mutex& mutex) REQUIRES(mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    condition_.wait(lock);
    lock.release();  // the caller's again
  }
  // False: the time is over.
  template <typename Clock, typename Duration>
  bool WaitUntil(Mutex& mutex, const std::chrono::time_point<Clock, Duration>& deadline)
      REQUIRES(mutex) {
    std::unique_lock lock(mutex.mutex_, std::adopt_lock);
    const std::cv_status status = condition_.wait_until(lock, deadline);
    lock.release();
    return status == std::cv_status::no_timeout;
  }
  void NotifyOne() { condition_.notify_one(); }
  void NotifyAll() { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

}  // namespace arborist
