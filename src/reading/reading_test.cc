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

TEST(Report, IsOneLineForPeople) {
  Report report;
  EXPECT_EQ(Describe(report), "read");
  report.unit_name = "pages";
  report.units = report.units_with_text = 3;
  EXPECT_EQ(Describe(report), "read: 3 pages");
  report.units_with_text = 2;
  report.verdict = Verdict::kReadInPart;
  report.detail = "page 3 is an image";
  EXPECT_EQ(Describe(report), "read in part: 2 of 3 pages have text; page 3 is an image");
  Report damaged;
  damaged.verdict = Verdict::kDamaged;
  damaged.detail = "no page tree";
  EXPECT_EQ(Describe(damaged), "damaged: no page tree");
}

TEST(Report, WarnsOnceOfTheSame) {
  Report report;
  Warn(&report, "lies about its size");
  Warn(&report, "lies about its size");
  EXPECT_EQ(report.warnings.size(), 1U);
}

}  // namespace
}  // namespace arborist::reading
