// SPDX-License-Identifier: AGPL-3.0-only
#include "base/work_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>

#include "base/door_test.h"

namespace arborist {
namespace {

using std::chrono::milliseconds;

TEST(WorkQueue, TakesWhatItsThreadsAndItsQueueHoldAndNoMore) {
  Door door;
  WorkQueue queue(2, 3);
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(queue.Post([&] { door.Wait(); })) << i;
  EXPECT_FALSE(queue.Post([] {}));
  door.AwaitWaiters(2);
  EXPECT_EQ(queue.Waiting(), 3U);
  EXPECT_FALSE(queue.Post([] {}));
  door.Open();
  EXPECT_TRUE(queue.WaitUntilIdle(milliseconds(10'000)));
  EXPECT_TRUE(queue.Post([] {}));
}

TEST(WorkQueue, SaysWhenWorkTakesTooLong) {
  Door door;
  WorkQueue queue(1, 1);
  EXPECT_TRUE(queue.WaitUntilIdle(milliseconds(0)));
  ASSERT_TRUE(queue.Post([&] { door.Wait(); }));
  EXPECT_FALSE(queue.WaitUntilIdle(milliseconds(20)));
  door.Open();
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
  Door door;
  bool ran = false;
  const auto held = std::make_shared<int>();
  auto queue = std::make_unique<WorkQueue>(1, 1);
  ASSERT_TRUE(queue->Post([&] { door.Wait(); }));
  door.AwaitWaiters(1);
  ASSERT_TRUE(queue->Post([&ran, held] { ran = true; }));
  const std::jthread opens([&] {
    while (held.use_count() > 1) std::this_thread::yield();  // until it was dropped
    door.Open();
  });
  queue.reset();
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace arborist
