// SPDX-License-Identifier: AGPL-3.0-only
#include "base/mutex.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace arborist {
namespace {

class Counter {
 public:
  void Add() {
    const MutexLock lock(mutex_);
    ++value_;
    changed_.NotifyAll();
  }
  void AddWithAGap() {
    MutexLock lock(mutex_);
    const int before = value_;
    lock.Unlock();
    std::this_thread::yield();
    lock.Lock();
    value_ += before >= 0 ? 1 : 0;
    changed_.NotifyAll();
  }
  void WaitFor(int value) {
    const MutexLock lock(mutex_);
    while (value_ < value) changed_.Wait(mutex_);
  }
  bool WaitUntil(int value, std::chrono::steady_clock::time_point deadline) {
    const MutexLock lock(mutex_);
    while (value_ < value) {
      if (!changed_.WaitUntil(mutex_, deadline)) return value_ >= value;
    }
    return true;
  }
  int value() {
    const MutexLock lock(mutex_);
    return value_;
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  int value_ GUARDED_BY(mutex_) = 0;
};

TEST(Mutex, LetsOneThreadInAtATime) {
  Counter counter;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i) {
      threads.emplace_back([&] {
        for (int j = 0; j < 500; ++j) j % 2 == 0 ? counter.Add() : counter.AddWithAGap();
      });
    }
  }
  EXPECT_EQ(counter.value(), 2000);
}

TEST(CondVar, WakesWhoWaitsForAChange) {
  Counter counter;
  const std::jthread adds([&] {
    for (int i = 0; i < 3; ++i) counter.Add();
  });
  counter.WaitFor(3);
  EXPECT_EQ(counter.value(), 3);
}

TEST(CondVar, GivesUpAtTheDeadline) {
  Counter counter;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(counter.WaitUntil(1, begin + std::chrono::milliseconds(20)));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(20));
  counter.Add();
  EXPECT_TRUE(counter.WaitUntil(1, begin));
}

}  // namespace
}  // namespace arborist
