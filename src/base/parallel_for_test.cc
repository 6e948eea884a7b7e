// SPDX-License-Identifier: AGPL-3.0-only
#include "base/parallel_for.h"

#include <gtest/gtest.h>

#include <new>
#include <numeric>
#include <string>

namespace arborist {
namespace {

TEST(ParallelFor, CallsEveryIndexOnce) {
  WorkerPool pool(4);
  std::vector<int> calls(1000);
  const Status done = ParallelFor(&pool, calls.size(), [&](std::size_t i, unsigned) -> Status {
    ++calls[i];
    return {};
  });
  EXPECT_TRUE(done);
  EXPECT_EQ(calls, std::vector<int>(1000, 1));
}

TEST(ParallelFor, DoesNothingForNoIndex) {
  WorkerPool pool(2);
  EXPECT_TRUE(ParallelFor(&pool, 0, [](std::size_t, unsigned) -> Status {
    return Fail(ErrorCode::kCorrupt, "called");
  }));
}

TEST(ParallelFor, WorksWithoutAPoolOnTheCallingThread) {
  const std::thread::id caller = std::this_thread::get_id();
  std::size_t expected = 0;
  EXPECT_TRUE(ParallelFor(nullptr, 5, [&](std::size_t i, unsigned slot) -> Status {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_EQ(i, expected++);
    EXPECT_EQ(slot, 0U);
    return {};
  }));
  EXPECT_EQ(expected, 5U);
}

TEST(ParallelFor, HasCallsOfOneSlotOneAfterTheOther) {
  WorkerPool pool(3);
  ASSERT_EQ(pool.slots(), 3U);
  std::vector<std::atomic<int>> inside(pool.slots());
  std::vector<int> calls(pool.slots());  // no lock: the sanitizer sees what is shared
  EXPECT_TRUE(ParallelFor(&pool, 500, [&](std::size_t, unsigned slot) -> Status {
    EXPECT_EQ(inside[slot]++, 0);
    ++calls[slot];
    --inside[slot];
    return {};
  }));
  EXPECT_EQ(std::accumulate(calls.begin(), calls.end(), 0), 500);
}

TEST(ParallelFor, UsesSeveralThreadsAtOnce) {
  WorkerPool pool(2);
  Mutex mutex;
  CondVar changed;
  int inside = 0;
  EXPECT_TRUE(ParallelFor(&pool, 2, [&](std::size_t, unsigned) -> Status {
    const MutexLock lock(mutex);
    ++inside;
    changed.NotifyAll();
    while (inside < 2) changed.Wait(mutex);
    return {};
  }));
}

TEST(ParallelFor, ReturnsTheErrorOfTheLowestIndexThatFails) {
  for (const unsigned threads : {1U, 2U, 5U}) {
    WorkerPool pool(threads);
    for (int round = 0; round < 50; ++round) {
      const Status done = ParallelFor(&pool, 100, [](std::size_t i, unsigned) -> Status {
        if (i < 13) return {};
        return Fail(ErrorCode::kInvalidData, std::to_string(i));
      });
      ASSERT_FALSE(done);
      EXPECT_EQ(done.error().message, "13") << threads << " threads";
    }
  }
}

TEST(ParallelFor, BeginsNothingAfterAFailure) {
  std::size_t calls = 0;
  EXPECT_FALSE(ParallelFor(nullptr, 100, [&](std::size_t i, unsigned) -> Status {
    ++calls;
    if (i == 3) return Fail(ErrorCode::kInvalidData, "");
    return {};
  }));
  EXPECT_EQ(calls, 4U);
}

TEST(ParallelFor, MakesAnErrorOfWhatIsThrown) {
  WorkerPool pool(2);
  const Status done = ParallelFor(&pool, 10, [](std::size_t i, unsigned) -> Status {
    if (i == 2) throw std::bad_alloc();
    return {};
  });
  EXPECT_EQ(done.error().message, "out of memory");
}

TEST(ParallelFor, EndsWhenItIsStopped) {
  WorkerPool pool(2);
  std::atomic<bool> stop = false;
  std::atomic<int> calls = 0;
  const ParallelBody body = [&](std::size_t, unsigned) -> Status {
    ++calls;
    stop = true;
    return {};
  };
  EXPECT_EQ(ParallelFor(&pool, 1000, body, &stop).error().code, ErrorCode::kCancelled);
  EXPECT_LE(calls, 2);
  EXPECT_EQ(ParallelFor(&pool, 1000, body, &stop).error().code, ErrorCode::kCancelled);
  EXPECT_LE(calls, 2);
}

TEST(ParallelFor, IsNoFailureWhenStoppedBehindTheLastIndex) {
  std::atomic<bool> stop = false;
  EXPECT_TRUE(ParallelFor(
      nullptr, 1,
      [&](std::size_t, unsigned) -> Status {
        stop = true;
        return {};
      },
      &stop));
}

TEST(ParallelFor, MayBeCalledByItsOwnBody) {
  WorkerPool pool(3);
  std::atomic<int> calls = 0;
  EXPECT_TRUE(ParallelFor(&pool, 8, [&](std::size_t, unsigned) {
    return ParallelFor(&pool, 8, [&](std::size_t, unsigned) {
      return ParallelFor(&pool, 3, [&](std::size_t, unsigned) -> Status {
        ++calls;
        return {};
      });
    });
  }));
  EXPECT_EQ(calls, 192);
}

TEST(ParallelFor, ServesSeveralCallersOfOnePool) {
  WorkerPool pool(3);
  std::vector<std::size_t> sums(4);
  {
    std::vector<std::jthread> callers;
    for (std::size_t& sum : sums) {
      callers.emplace_back([&pool, &sum] {
        std::atomic<std::size_t> own = 0;
        EXPECT_TRUE(ParallelFor(&pool, 300, [&](std::size_t i, unsigned) -> Status {
          own += i;
          return {};
        }));
        sum = own;
      });
    }
  }
  EXPECT_EQ(sums, std::vector<std::size_t>(4, 300 * 299 / 2));
}

TEST(ThreadsFor, TakesACorePerThreadWhenNoneAreAskedFor) {
  EXPECT_EQ(ThreadsFor(3), 3U);
  EXPECT_GE(ThreadsFor(0), 1U);
}

}  // namespace
}  // namespace arborist
