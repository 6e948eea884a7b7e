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

TEST(RetryAfter, InSeconds) {
  EXPECT_EQ(ParseRetryAfter("0", 0), 0s);
  EXPECT_EQ(ParseRetryAfter("7", 0), 7s);
  EXPECT_GT(*ParseRetryAfter("99999999999999999999999", 0), 24h);
}

TEST(RetryAfter, AsADate) {
  constexpr std::int64_t kNow = 784111777;  // Sun, 06 Nov 1994 08:49:37 GMT
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 1994 08:49:47 GMT", kNow), 10s);
  EXPECT_EQ(ParseRetryAfter("Sun, 06 Nov 1994 08:00:00 GMT", kNow), 0s);
}

TEST(RetryAfter, NonsenseSaysNothing) {
  for (const auto* text : {"", "-5", "1.5", "soon", "7 s"})
    EXPECT_EQ(ParseRetryAfter(text, 0), std::nullopt) << text;
}

}  // namespace
}  // namespace arborist::llm
