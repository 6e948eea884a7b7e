// SPDX-License-Identifier: AGPL-3.0-only
#include "crawl/directives.h"

#include <gtest/gtest.h>

namespace arborist::crawl {
namespace {

int Of(const Directives& directives) {
  return (directives.no_index ? 1 : 0) + (directives.no_follow ? 2 : 0);
}

TEST(Directives, AreReadFromMeta) {
  EXPECT_EQ(Of(ReadDirectives("index, follow")), 0);
  EXPECT_EQ(Of(ReadDirectives(" NoIndex ")), 1);
  EXPECT_EQ(Of(ReadDirectives("noarchive,nofollow")), 2);
  EXPECT_EQ(Of(ReadDirectives("none")), 3);
  EXPECT_EQ(Of(ReadDirectives("")), 0);
}

TEST(Directives, OfAHeaderMayBeForOneAgent) {
  EXPECT_EQ(Of(ReadRobotsTag("noindex, nofollow", "arborist")), 3);
  EXPECT_EQ(Of(ReadRobotsTag("otherbot: noindex, nofollow", "arborist")), 0);
  EXPECT_EQ(Of(ReadRobotsTag("nofollow, Arborist: noindex", "arborist")), 3);
  EXPECT_EQ(Of(ReadRobotsTag("otherbot: none, arborist: nofollow", "arborist")), 2);
  EXPECT_EQ(Of(ReadRobotsTag("unavailable_after: 25 Jun 2027, noindex", "arborist")), 1);
}

}  // namespace
}  // namespace arborist::crawl
