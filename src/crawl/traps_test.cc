// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/traps.h"

#include <gtest/gtest.h>

namespace arborist::crawl {
namespace {

net::Url At(const std::string& target) { return *net::ParseUrl("http://h" + target); }

TEST(Traps, ACalendarEndsAndIsNamedOnce) {
  Traps traps(3);
  int named = 0;
  for (int day = 1; day <= 10; ++day) {
    const auto trap = traps.Judge(At("/day?date=2026-11-" + std::to_string(day)));
    EXPECT_EQ(trap.has_value(), day > 3) << day;
    if (trap && trap->named) {
      ++named;
      EXPECT_EQ(trap->what, "h: more than 3 URLs that differ in numbers alone: /day?date=0-0-0");
    }
  }
  EXPECT_EQ(named, 1);
  EXPECT_FALSE(traps.Judge(At("/week?date=2026-11-1")));
}

TEST(Traps, PathsThatLeadIntoThemselvesAreNamedOnce) {
  Traps traps(200);
  EXPECT_FALSE(traps.Judge(At("/a/b/a/b/")));
  const auto first = traps.Judge(At("/a/b/a/b/a"));
  ASSERT_TRUE(first);
  EXPECT_TRUE(first->named);
  const auto second = traps.Judge(At("/a/b/a/b/a/c"));
  ASSERT_TRUE(second);
  EXPECT_FALSE(second->named);
  EXPECT_FALSE(traps.Judge(At("///x")));
}

TEST(Traps, ThereMayBeAnyNumberWhereTheCallerSaysSo) {
  Traps traps(0);
  for (int page = 0; page < 1000; ++page) EXPECT_FALSE(traps.Judge(At("/" + std::to_string(page))));
}

}  // namespace
}  // namespace arborist::crawl
