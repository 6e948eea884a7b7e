// SPDX-License-Identifier: AGPL-3.0-only
#include "compress/raw_inflate.h"

#include <gtest/gtest.h>

#include <string>

#include "compress/encoders_test.h"

namespace arborist::compress {
namespace {

// What stands between the header and the trailer of a gzip member.
std::string Deflated(const std::string& text) {
  const std::string gzip = Gzip(text);
  return gzip.substr(10, gzip.size() - 18);
}

TEST(InflateRaw, HandsOutAllBytesInPieces) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += std::to_string(i);
  std::string out;
  std::size_t largest = 0;
  const auto made = InflateRaw(Deflated(text) + "behind", text.size(), [&](std::string_view piece) {
    largest = std::max(largest, piece.size());
    out += piece;
    return Status();
  });
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(*made, text.size());
  EXPECT_EQ(out, text);
  EXPECT_LE(largest, std::size_t{64} << 10);
}

TEST(InflateRaw, StopsAtTheLimitBehindWhatIsAllowed) {
  std::string out;
  const auto made = InflateRaw(Deflated(std::string(1 << 20, 'a')), 1000, [&](std::string_view p) {
    out += p;
    return Status();
  });
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kLimitExceeded);
  EXPECT_EQ(out, std::string(1000, 'a'));
}

TEST(InflateRaw, RefusesDamageAndPassesOnTheSinksError) {
  const auto ignore = [](std::string_view) { return Status(); };
  const std::string good = Deflated("some text that is deflated");
  EXPECT_EQ(InflateRaw(good.substr(0, good.size() - 3), 1000, ignore).error().message,
            "the deflated data is cut");
  EXPECT_EQ(InflateRaw("\xFF\xFF\xFF", 1000, ignore).error().code, ErrorCode::kInvalidData);
  EXPECT_FALSE(InflateRaw("", 1000, ignore));
  const auto stopped = InflateRaw(
      good, 1000, [](std::string_view) -> Status { return Fail(ErrorCode::kCancelled, "enough"); });
  EXPECT_EQ(stopped.error().message, "enough");
}

TEST(Crc32, GoesOnFromWhatWasBefore) {
  EXPECT_EQ(Crc32(0, "123456789"), 0xCBF43926U);
  EXPECT_EQ(Crc32(Crc32(0, "1234"), "56789"), 0xCBF43926U);
  EXPECT_EQ(Crc32(0, ""), 0U);
}

}  // namespace
}  // namespace arborist::compress
