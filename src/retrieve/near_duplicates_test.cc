// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/near_duplicates.h"

#include <gtest/gtest.h>

#include <string>

namespace arborist::retrieve {
namespace {

std::string Text(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += "word" + std::to_string(i) + " ";
  return text;
}

TEST(NearDuplicates, FindsTheSameWordsWhateverTheirDress) {
  NearDuplicates seen;
  EXPECT_FALSE(seen.Contains("The walrus has two long tusks and eats clams."));
  EXPECT_TRUE(seen.Contains("The WALRUS has two long tusks,\n and eats clams"));
}

TEST(NearDuplicates, AFewChangedWordsAreStillTheSame) {
  NearDuplicates seen;
  EXPECT_FALSE(seen.Contains(Text(0, 300)));
  EXPECT_TRUE(seen.Contains(Text(0, 150) + "changed " + Text(151, 300)));
  EXPECT_TRUE(seen.Contains(Text(40, 280)));  // a part of it
}

TEST(NearDuplicates, HalfOfTheWordsAreNot) {
  NearDuplicates seen;
  EXPECT_FALSE(seen.Contains(Text(0, 100)));
  EXPECT_FALSE(seen.Contains(Text(50, 150)));
  EXPECT_FALSE(seen.Contains(Text(0, 400)));  // it says much more
}

TEST(NearDuplicates, TwoTextsTogetherMakeNoDuplicate) {
  NearDuplicates seen;
  EXPECT_FALSE(seen.Contains(Text(0, 100)));
  EXPECT_FALSE(seen.Contains(Text(100, 200)));
  EXPECT_FALSE(seen.Contains(Text(0, 200)));
}

TEST(NearDuplicates, ShortTextsMustBeEqual) {
  NearDuplicates seen;
  EXPECT_FALSE(seen.Contains("oil crisis"));
  EXPECT_TRUE(seen.Contains("Oil crisis."));
  EXPECT_FALSE(seen.Contains("oil price"));
}

}  // namespace
}  // namespace arborist::retrieve
