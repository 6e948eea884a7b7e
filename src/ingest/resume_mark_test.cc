// SPDX-License-Identifier: AGPL-3.0-only
#include "ingest/resume_mark.h"

#include <gtest/gtest.h>

namespace arborist::ingest {
namespace {

const ResumePlace kPlace{.ordinal = 12345, .size = 678901234, .mtime = 1700000000};

TEST(ResumeMark, RoundTrips) {
  const std::string key = ResumeKey("/dumps/a.xml.bz2");
  const auto place = DecodeResumePlace(key, EncodeResumePlace(key, kPlace));
  ASSERT_TRUE(place) << place.error().message;
  EXPECT_EQ(place->ordinal, kPlace.ordinal);
  EXPECT_EQ(place->size, kPlace.size);
  EXPECT_EQ(place->mtime, kPlace.mtime);
}

TEST(ResumeMark, RefusesEveryChangedByte) {
  const std::string value = EncodeResumePlace("resume:/a", kPlace);
  for (std::size_t i = 0; i < value.size(); ++i) {
    for (const char other : {'0', '7', 'x', '"'}) {
      if (value[i] == other) continue;
      std::string changed = value;
      changed[i] = other;
      EXPECT_FALSE(DecodeResumePlace("resume:/a", changed)) << changed;
    }
  }
}

TEST(ResumeMark, RefusesAMarkOfAnotherDump) {
  EXPECT_FALSE(DecodeResumePlace("resume:/b", EncodeResumePlace("resume:/a", kPlace)));
}

TEST(ResumeMark, RefusesAMarkWithoutAChecksum) {
  EXPECT_FALSE(DecodeResumePlace("resume:/a", R"({"mtime":1,"ordinal":5,"size":9})"));
}

TEST(ResumeMarks, GoOnWhereEveryShardHasTheStream) {
  const std::string key = ResumeKey("/dumps/a.xml");
  const auto origin = [](std::uint64_t size, std::int64_t modified_at) {
    return FileOrigin({}, {.name = "/dumps/a.xml", .size = size, .modified_at = modified_at});
  };
  ResumeMarks marks(2);
  marks.Add(key, EncodeResumePlace(key, {.ordinal = 7, .size = 100, .mtime = 50}));
  EXPECT_EQ(marks.PointOf(*origin(100, 50), {}), 0U) << "one shard has none of it";
  marks.Add(key, EncodeResumePlace(key, {.ordinal = 5, .size = 100, .mtime = 50}));
  EXPECT_EQ(marks.PointOf(*origin(100, 50), {}), 5U);
  EXPECT_EQ(marks.PointOf(*origin(101, 50), {}), 0U) << "it has another size";
  EXPECT_EQ(marks.PointOf(*origin(100, 51), {}), 0U) << "it was changed";
}

}  // namespace
}  // namespace arborist::ingest
