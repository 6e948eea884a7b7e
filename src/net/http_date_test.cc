// SPDX-License-Identifier: AGPL-3.0-only
#include "net/http_date.h"

#include <gtest/gtest.h>

namespace arborist::net {
namespace {

using namespace std::chrono_literals;

TEST(HttpDate, ReadsTheThreeSpellings) {
  EXPECT_EQ(ParseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT"), 784111777);
  EXPECT_EQ(ParseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT"), 784111777);
  EXPECT_EQ(ParseHttpDate("Sun Nov  6 08:49:37 1994"), 784111777);
  EXPECT_EQ(ParseHttpDate("soon"), std::nullopt);
  EXPECT_EQ(ParseHttpDate(""), std::nullopt);
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
}  // namespace arborist::net
