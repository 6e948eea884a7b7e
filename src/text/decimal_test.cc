// SPDX-License-Identifier: AGPL-3.0-only
#include "text/decimal.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {

TEST(Decimal, LosesZerosThatSayNothing) {
  for (const auto& [given, trimmed] : {std::pair{"007", "7"},
                                       {"0", "0"},
                                       {"000", "0"},
                                       {"2.50", "2.5"},
                                       {"2.00", "2"},
                                       {"100", "100"},
                                       {"0.50", "0.5"},
                                       {"00.5", "0.5"},
                                       {".5", ".5"},
                                       {".", "0"},
                                       {"", ""},
                                       {"1.2.30", "1.2.30"},
                                       {"0x0", "0x0"}}) {
    EXPECT_EQ(TrimDecimal(given), trimmed) << given;
  }
}

TEST(Decimal, IsShiftedExactly) {
  EXPECT_EQ(ShiftDecimal("2.5", 6), "2500000");
  EXPECT_EQ(ShiftDecimal("2.5000001", 6), "2500000.1");
  EXPECT_EQ(ShiftDecimal("1", 3), "1000");
  EXPECT_EQ(ShiftDecimal("0.001", 3), "1");
  EXPECT_EQ(ShiftDecimal(std::string(50, '9'), 1), std::string(50, '9') + "0");
  EXPECT_FALSE(IsDecimalNumber("1.2.3"));
  EXPECT_FALSE(IsDecimalNumber(""));
  EXPECT_FALSE(IsDecimalNumber("-1"));
}

}  // namespace
}  // namespace arborist::text
