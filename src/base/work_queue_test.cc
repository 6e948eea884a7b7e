// SPDX-License-Identifier: AGPL-3.0-only
#include "base/work_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

namespace arborist {
namespace {

using std::chrono::milliseconds;

// Work that goes on until a test lets it end.
class Gate {
 public:
  void Pass() {
    const MutexLock lock(mutex_);
    ++waiting_;
    changed_.NotifyAll();
    while (!open_) changed_.Wait(mutex_);
  }
  void AwaitWaiters(int count) {
    const MutexLock lock(mutex_);
    while (waiting_ < count) changed_.Wait(mutex_);
  }
  void Open() {
    const MutexLock lock(mutex_);
    open_ = true;
    changed_.NotifyAll();
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  bool open_ GUARDED_BY(mutex_) = false;
  int waiting_ GUARDED_BY(mutex_) = 0;
};

TEST(WorkQueue, TakesWhatItsThreadsAndItsQueueHoldAndNoMore) {
  Gate gate;
  WorkQueue queue(2, 3);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.Post([&] { gate.Pass(); })) << i;
  EXPECT_FALSE(queue.Post([] {}));
  gate.AwaitWaiters(2);
  EXPECT_EQ(queue.Waiting(), 3U);
  EXPECT_FALSE(queue.Post([] {}));
  gate.Open();
  EXPECT_TRUE(queue.WaitUntilIdle(milliseconds(10'000)));
  EXPECT_TRUE(queue.Post([] {}));
}

TEST(WorkQueue, SaysWhenWorkTakesTooLong) {
  Gate gate;
  WorkQueue queue(1, 1);
  EXPECT_TRUE(queue.WaitUntilIdle(milliseconds(0)));
  ASSERT_TRUE(queue.Post([&] { gate.Pass(); }));
  EXPECT_FALSE(queue.WaitUntilIdle(milliseconds(20)));
  gate.Open();
}

TEST(WorkQueue, GoesOnAfterWorkThatThrows) {
  WorkQueue queue(1, 2);
  ASSERT_TRUE(queue.Post([] { throw std::runtime_error("no"); }));
  bool done = false;
  ASSERT_TRUE(queue.Post([&] { done = true; }));
  EXPECT_TRUE(queue.WaitUntilIdle(milliseconds(10'000)));
  EXPECT_TRUE(done);
}

TEST(WorkQueue, DropsWhatWaitsWhenItEnds) {
  Gate gate;
  bool ran = false;
  const auto held = std::make_shared<int>();
  auto queue = std::make_unique<WorkQueue>(1, 1);
  ASSERT_TRUE(queue->Post([&] { gate.Pass(); }));
  gate.AwaitWaiters(1);
  ASSERT_TRUE(queue->Post([&ran, held] { ran = true; }));
  const std::jthread opens([&] {
    while (held.use_count() > 1) std::this_thread::yield();  // until it was dropped
    gate.Open();
  });
  queue.reset();
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace arborist
