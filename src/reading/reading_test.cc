// SPDX-License-Identifier: AGPL-3.0-only
#include "reading/reading.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::reading {
namespace {

TEST(Report, CountsWhatWasLeftOutOncePerPlace) {
  Report report;
  LeaveOut(&report, "image", "page 1");
  LeaveOut(&report, "image", "page 1", 2);
  LeaveOut(&report, "image", "page 2");
  ASSERT_EQ(report.left_out.size(), 2U);
  EXPECT_EQ(report.left_out[0], (LeftOut{"image", "page 1", 3}));
  EXPECT_EQ(report.left_out[1], (LeftOut{"image", "page 2", 1}));
}

TEST(Report, StaysShortWhateverTheSourceHas) {
  Report report;
  for (int i = 0; i < 1000; ++i) {
    LeaveOut(&report, "image", "page " + std::to_string(i));
    Warn(&report, "warning " + std::to_string(i));
  }
  ASSERT_EQ(report.left_out.size(), kMaxReportLines);
  EXPECT_EQ(report.left_out.back(), (LeftOut{"more, not named", "", 1000 - (kMaxReportLines - 1)}));
  ASSERT_EQ(report.warnings.size(), kMaxReportLines);
  EXPECT_EQ(report.warnings.back(), "more, not named");
}

TEST(Report, WarnsOnceOfTheSame) {
  Report report;
  Warn(&report, "lies about its size");
  Warn(&report, "lies about its size");
  EXPECT_EQ(report.warnings.size(), 1U);
}

}  // namespace
}  // namespace arborist::reading
