// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/budget.h"

#include <gtest/gtest.h>

#include "text/utf8.h"

namespace arborist::retrieve {
namespace {

TEST(CutAtSentence, LeavesWhatFits) {
  EXPECT_EQ(CutAtSentence("No end here", 11), "No end here");
  EXPECT_EQ(CutAtSentence("", 0), "");
}

TEST(CutAtSentence, EndsBehindTheLastWholeSentence) {
  EXPECT_EQ(CutAtSentence("One. Two. Three.", 10), "One. Two.");
  EXPECT_EQ(CutAtSentence("One. Two. Three.", 9), "One. Two.");
  EXPECT_EQ(CutAtSentence("One. Two. Three.", 8), "One.");
  EXPECT_EQ(CutAtSentence("He said \"Stop!\" Then he left.", 20), "He said \"Stop!\"");
}

TEST(CutAtSentence, ADotInsideASentenceIsNoEnd) {
  EXPECT_EQ(CutAtSentence("It is 3.14 long. It is approx. ten wide and deep.", 35),
            "It is 3.14 long.");
}

TEST(CutAtSentence, CountsCodePointsAndKnowsOtherMarks) {
  EXPECT_EQ(CutAtSentence("鲸鱼游。海很深。船", 8), "鲸鱼游。海很深。");
  EXPECT_EQ(CutAtSentence("鲸鱼游。海很深。船", 7), "鲸鱼游。");
  EXPECT_EQ(CutAtSentence("كيف حالك؟ بخير شكرا", 12), "كيف حالك؟");
}

TEST(CutAtSentence, WithoutASentenceEndsBetweenWords) {
  EXPECT_EQ(CutAtSentence("one two three", 9), "one two");
  EXPECT_EQ(CutAtSentence("one two three", 7), "one two");
}

TEST(CutAtSentence, WithoutASpaceEndsBetweenCharactersWithTheirMarks) {
  EXPECT_EQ(CutAtSentence("鲸鱼游得很远", 3), "鲸鱼游");
  EXPECT_EQ(CutAtSentence("abe\u0301de", 3), "ab");
  EXPECT_EQ(CutAtSentence("e\u0301", 1), "");
}

TEST(ShareBudget, GivesMoreToTheBetter) {
  const std::vector<std::size_t> shares = ShareBudget(1600, std::vector<double>{2, 1});
  EXPECT_EQ(shares, (std::vector<std::size_t>{100 + 1244, 100 + 155}));  // 7/8 as 8 to 1
}

TEST(ShareBudget, WithoutScoresIsEvenAndNeverMoreThanThereIs) {
  EXPECT_EQ(ShareBudget(100, std::vector<double>{0, 0}), (std::vector<std::size_t>{50, 50}));
  EXPECT_TRUE(ShareBudget(100, {}).empty());
  const std::vector<std::size_t> shares = ShareBudget(1000, std::vector<double>{3, 2.5, 2, 1e-6});
  EXPECT_LE(shares[0] + shares[1] + shares[2] + shares[3], 1000u);
  EXPECT_GE(shares[3], 31u);
}

}  // namespace
}  // namespace arborist::retrieve
