// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/retry.h"

#include <gtest/gtest.h>

namespace arborist::llm {
namespace {

using namespace std::chrono_literals;

TEST(Retry, OnlyOnWhatPasses) {
  for (const int status : {429, 502, 503, 504}) EXPECT_TRUE(IsTransient(status)) << status;
  for (const int status : {200, 307, 400, 401, 403, 404, 408, 500, 501, 505})
    EXPECT_FALSE(IsTransient(status)) << status;
}

TEST(Retry, PausesDouble) {
  EXPECT_EQ(Backoff(500ms, 1), 500ms);
  EXPECT_EQ(Backoff(500ms, 2), 1s);
  EXPECT_EQ(Backoff(500ms, 3), 2s);
  EXPECT_GT(Backoff(500ms, 1000), 1h);  // and no overflow
}

}  // namespace
}  // namespace arborist::llm
