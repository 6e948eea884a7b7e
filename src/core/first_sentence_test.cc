// SPDX-License-Identifier: AGPL-3.0-only
#include "core/first_sentence.h"

#include <gtest/gtest.h>

#include <vector>

namespace arborist::core {
namespace {

std::string Of(const std::vector<std::string>& spans) { return FirstSentences(spans); }

TEST(FirstSentences, OfOneChunkIsItsFirstSentence) {
  EXPECT_EQ(Of({"Mars is a planet. It has two moons."}), "Mars is a planet.");
}

TEST(FirstSentences, AbbreviationsEndNoSentence) {
  EXPECT_EQ(Of({"Dr. Smith met Mr. Jones in the U.S. in 1901. They talked."}),
            "Dr. Smith met Mr. Jones in the U.S. in 1901.");
}

TEST(FirstSentences, PassesOverHeadings) {
  EXPECT_EQ(Of({"# Mars\n\nMars is a planet.\nIt has moons.\n"}), "Mars is a planet.");
}

TEST(FirstSentences, WhiteSpaceIsNormal) {
  EXPECT_EQ(Of({"Mars   is a planet that\tis red. Next."}), "Mars is a planet that is red.");
}

TEST(FirstSentences, BehindTheFirstChunkTheRestOfASentenceIsPassedOver) {
  EXPECT_EQ(Of({"One is first. Two is second. Three", "is third. Four is fourth. Five is fifth."}),
            "One is first.\n\nFour is fourth.");
}

TEST(FirstSentences, AChunkWithoutAWholeSentenceSaysNothing) {
  EXPECT_EQ(Of({"One is first. Two goes", "on and on without an end and"}), "One is first.");
}

TEST(FirstSentences, ATextWithoutASentenceIsItsFirstLine) {
  EXPECT_EQ(Of({"Contents"}), "Contents");
}

TEST(FirstSentences, NothingComesOfNothing) {
  EXPECT_EQ(Of({}), "");
  EXPECT_EQ(Of({"", " \n"}), "");
}

}  // namespace
}  // namespace arborist::core
