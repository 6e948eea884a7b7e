// SPDX-License-Identifier: AGPL-3.0-only
#include "base/contained.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "base/ordered_pool.h"

namespace arborist {
namespace {

TEST(Contained, ReturnsWhatTheWorkReturns) {
  EXPECT_TRUE(Contained([]() -> Status { return {}; }));
  EXPECT_EQ(*Contained([]() -> Result<int> { return 7; }), 7);
  const auto failed =
      Contained([]() -> Result<int> { return Fail(ErrorCode::kNotFound, "not there"); });
  EXPECT_EQ(failed.error().code, ErrorCode::kNotFound);
}

TEST(Contained, MakesAnErrorOfWhatIsThrown) {
  const Status memory = Contained([]() -> Status { throw std::bad_alloc(); });
  EXPECT_EQ(memory.error().code, ErrorCode::kEnvironment);
  EXPECT_EQ(memory.error().message, "out of memory");
  const Status other = Contained([]() -> Status { throw std::runtime_error("unforeseen"); });
  EXPECT_EQ(other.error().message, "unexpected failure: unforeseen");
}

TEST(OrderedPool, ThrowsInTurnWhatTheWorkThrew) {
  OrderedPool<int, int> pool(2, 100, [](unsigned, int item) {
    if (item == 2) throw std::bad_alloc();
    return item;
  });
  for (int i = 0; i < 4; ++i) pool.Push(i, 1);
  pool.Close();
  EXPECT_EQ(pool.Take()->out, 0);
  EXPECT_EQ(pool.Take()->out, 1);
  EXPECT_THROW(pool.Take(), std::bad_alloc);
}

}  // namespace
}  // namespace arborist
