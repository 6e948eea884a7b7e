// SPDX-License-Identifier: AGPL-3.0-only
#include "index/bm25.h"

#include <gtest/gtest.h>

#include <cmath>

namespace arborist::index {
namespace {

TEST(InverseFrequency, FallsWithTheChunksThatHoldTheTerm) {
  EXPECT_DOUBLE_EQ(InverseFrequency(100, 0), std::log(202));
  EXPECT_GT(InverseFrequency(100, 1), InverseFrequency(100, 2));
  EXPECT_GT(InverseFrequency(100, 100), 0);
}

// A prefix is counted once for each of its forms.
TEST(InverseFrequency, IsNothingWhereMoreHoldTheTermThanThereAre) {
  EXPECT_EQ(InverseFrequency(100, 150), 0);
}

TEST(Bm25Part, IsTheIdfForOneOccurrenceAtAverageLength) {
  EXPECT_DOUBLE_EQ(Bm25Part(1.7, 1, 40, 40), 1.7);
  EXPECT_EQ(Bm25Part(1.7, 0, 40, 40), 0);
}

TEST(Bm25Part, GrowsWithTheFrequencyToABoundAndFallsWithTheLength) {
  EXPECT_GT(Bm25Part(1, 2, 40, 40), Bm25Part(1, 1, 40, 40));
  EXPECT_LT(Bm25Part(1, 1000, 40, 40), 2.2);
  EXPECT_LT(Bm25Part(1, 2, 80, 40), Bm25Part(1, 2, 40, 40));
}

}  // namespace
}  // namespace arborist::index
