// SPDX-License-Identifier: AGPL-3.0-only
#include "base/utc_time.h"

#include <gtest/gtest.h>

namespace arborist {
namespace {

TEST(UtcTime, IsShownAndReadBack) {
  EXPECT_EQ(FormatUtc(0), "1970-01-01 00:00:00");
  EXPECT_EQ(FormatUtc(1709210096), "2024-02-29 12:34:56");
  EXPECT_EQ(FormatUtc(-1), "1969-12-31 23:59:59");
  for (const std::int64_t seconds : {0L, 1709210096L, -1L, 951782400L}) {
    EXPECT_EQ(ParseUtc(FormatUtc(seconds)).value(), seconds);
  }
  EXPECT_EQ(FormatUtc(INT64_MAX), std::to_string(INT64_MAX));
}
TEST(UtcTime, IsReadInEverySpellingThatWeSay) {
  for (const char* text :
       {"2024-02-29T12:34:56Z", "2024-02-29T12:34:56", "2024-02-29 12:34:56", "1709210096"}) {
    EXPECT_EQ(ParseUtc(text).value_or(-1), 1709210096) << text;
  }
  EXPECT_EQ(ParseUtc("2024-02-29").value(), 1709164800);
}
TEST(UtcTime, NothingElseIsRead) {
  for (const char* text :
       {"", "x", "2023-02-29", "2024-13-01", "2024-2-29", "2024-02-29T", "2024-02-29T24:00:00",
        "2024-02-29T12:34", "2024-02-29T12:34:56+01:00", "2024/02/29", "yesterday"}) {
    EXPECT_FALSE(ParseUtc(text)) << text;
  }
}

}  // namespace
}  // namespace arborist
