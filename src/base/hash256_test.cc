// SPDX-License-Identifier: AGPL-3.0-only
#include "base/hash256.h"

#include <gtest/gtest.h>

namespace arborist {
namespace {

TEST(Hash256, HexRoundTrips) {
  const std::string hex(64, 'a');
  EXPECT_EQ(Hash256::FromHexString(hex)->hex(), hex);
}

TEST(Hash256, RefusesUpperCaseHex) { EXPECT_FALSE(Hash256::FromHexString(std::string(64, 'A'))); }

TEST(Hash256, RefusesOtherLengths) {
  EXPECT_FALSE(Hash256::FromHexString(std::string(63, 'a')));
  EXPECT_FALSE(Hash256::FromHexString(std::string(66, 'a')));
  EXPECT_FALSE(Hash256::FromHexString(""));
}

TEST(Hash256, RefusesWhatIsNotAHexDigit) {
  EXPECT_FALSE(Hash256::FromHexString(std::string(62, '0') + "0g"));
  EXPECT_FALSE(Hash256::FromHexString(" " + std::string(63, '0')));
}

TEST(Hash256, OrderOfBytesIsOrderOfHex) {
  const Hash256 low = *Hash256::FromHexString("0" + std::string(63, 'f'));
  const Hash256 high = *Hash256::FromHexString("1" + std::string(63, '0'));
  EXPECT_LT(low, high);
  EXPECT_LT(low.hex(), high.hex());
}

TEST(Error, ContextIsPutInFront) {
  EXPECT_EQ((Error{ErrorCode::kNotFound, "open: missing"}).In("shard wiki").message,
            "shard wiki: open: missing");
}

}  // namespace
}  // namespace arborist
