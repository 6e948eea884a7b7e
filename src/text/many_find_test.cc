// SPDX-License-Identifier: AGPL-3.0-only
#include "text/many_find.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace arborist::text {
namespace {

using Places = std::set<std::pair<std::size_t, std::size_t>>;

Places Found(const std::vector<std::string>& needles, std::string_view haystack) {
  Places places;
  std::size_t last_end = 0;
  ManyFind(needles).ForEach(haystack, [&](const ManyFind::Place& place) {
    EXPECT_TRUE(places.emplace(place.needle, place.begin).second) << "told twice";
    EXPECT_EQ(place.end, place.begin + needles[place.needle].size());
    EXPECT_GE(place.end, last_end) << "out of order";
    last_end = place.end;
    return ManyFind::Next::kOn;
  });
  return places;
}

Places FoundOneByOne(const std::vector<std::string>& needles, std::string_view haystack) {
  Places places;
  for (std::size_t i = 0; i < needles.size(); ++i) {
    for (std::size_t at = haystack.find(needles[i]); at != std::string_view::npos;
         at = haystack.find(needles[i], at + 1)) {
      places.emplace(i, at);
    }
  }
  return places;
}

TEST(ManyFind, TellsEveryPlaceOfEveryNeedle) {
  EXPECT_EQ(Found({"he", "she", "his", "hers"}, "ushers"), (Places{{1, 1}, {0, 2}, {3, 2}}));
  EXPECT_EQ(Found({"aa", "aaa"}, "aaaa"), (Places{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}}));
  EXPECT_EQ(Found({"abcd", "bc"}, "abce"), (Places{{1, 1}}));
}
TEST(ManyFind, FindsNothingInNothing) {
  EXPECT_EQ(Found({}, "text"), Places{});
  EXPECT_EQ(Found({"text"}, ""), Places{});
  EXPECT_EQ(ManyFind(std::vector<std::string>()).First("text"), std::vector<std::size_t>{});
}
TEST(ManyFind, NumbersEachNeedleOnce) {
  ManyFind find;
  EXPECT_EQ(find.Add("he"), 0u);
  EXPECT_EQ(find.Add("she"), 1u);
  EXPECT_EQ(find.Add("he"), 0u);
  EXPECT_EQ(find.needle_count(), 2u);
  find.Link();
  EXPECT_EQ(find.First("ushers"), (std::vector<std::size_t>{2, 1}));
}
TEST(ManyFind, TakesAnyBytes) {
  const std::string nul(1, '\0');
  EXPECT_EQ(Found({nul, "\xED\xA0\x80"}, "a" + nul + "\xED\xA0\x80"), (Places{{0, 1}, {1, 2}}));
}
TEST(ManyFind, AgreesWithLookingOneByOne) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    const auto word = [&](std::size_t longest) {
      std::string out(1 + random() % longest, ' ');
      std::ranges::generate(out, [&] { return static_cast<char>('a' + random() % 3); });
      return out;
    };
    std::set<std::string> distinct;
    for (std::size_t i = random() % 8; i > 0; --i) distinct.insert(word(5));
    const std::vector<std::string> needles(distinct.begin(), distinct.end());
    const std::string haystack = word(60);
    ASSERT_EQ(Found(needles, haystack), FoundOneByOne(needles, haystack)) << haystack;
    const std::vector<std::size_t> first = ManyFind(needles).First(haystack);
    for (std::size_t i = 0; i < needles.size(); ++i) {
      ASSERT_EQ(first[i], haystack.find(needles[i])) << needles[i];
    }
  }
}

}  // namespace
}  // namespace arborist::text
