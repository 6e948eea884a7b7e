// SPDX-License-Identifier: AGPL-3.0-only
#include "text/roman.h"

#include <gtest/gtest.h>

namespace arborist::text {
namespace {

TEST(Roman, WritesSmallDigits) {
  EXPECT_EQ(Roman(0), "");
  EXPECT_EQ(Roman(4), "iv");
  EXPECT_EQ(Roman(14), "xiv");
  EXPECT_EQ(Roman(1949), "mcmxlix");
  EXPECT_EQ(Roman(3888), "mmmdccclxxxviii");
}

}  // namespace
}  // namespace arborist::text
