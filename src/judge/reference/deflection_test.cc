// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/deflection.h"

#include <gtest/gtest.h>

namespace arborist::judge {
namespace {

TEST(Deflection, BdflOfMars) {
  const Deflection deflection =
      DiagnoseDeflection("who is the BDFL of mars?", "Guido van Rossum was BDFL of Python.");
  EXPECT_TRUE(deflection.detected);
  EXPECT_EQ(deflection.subject_anchor, "mars");
  EXPECT_EQ(deflection.overlap_ratio, 0.5);
}
TEST(Deflection, WhoBurnsTheAmazonRiver) {
  const Deflection deflection = DiagnoseDeflection("who burns the amazon river?",
                                                   "Farmers burn parts of the Amazon rainforest.");
  EXPECT_TRUE(deflection.detected);
  EXPECT_EQ(deflection.subject_anchor, "river");
}
TEST(Deflection, WhatCultureBurnsTheAmazonRainForest) {
  const Deflection deflection =
      DiagnoseDeflection("what culture burns the amazon rain forest?",
                         "Slash and burn farming burns the Amazon rain forest.");
  EXPECT_TRUE(deflection.detected);
  EXPECT_EQ(deflection.subject_anchor, "culture");
}
TEST(Deflection, IsNotSeenWhereTheSubjectIsNamed) {
  EXPECT_FALSE(DiagnoseDeflection("Which rivers cross Paris?", "The river Seine does.").detected);
  EXPECT_FALSE(
      DiagnoseDeflection("What is the capital of France?", "It is France's Paris.").detected);
  EXPECT_FALSE(DiagnoseDeflection("what kind of fish is it?", "A fish.").detected);
}
TEST(Deflection, IsNotJudgedWhereTheAnswerNeedNotNameIt) {
  for (const std::string_view question :
       {"When was the war?", "what year was the war", "In which year was the war?",
        "how many people died in the war", "How much did the war cost?", "why was there a war"}) {
    const Deflection deflection = DiagnoseDeflection(question, "1914");
    EXPECT_FALSE(deflection.detected) << question;
    EXPECT_EQ(deflection.subject_anchor, "");
  }
  EXPECT_FALSE(DiagnoseDeflection("谁是蝙蝠侠？", "布鲁斯").detected) << "no words to compare";
  EXPECT_FALSE(DiagnoseDeflection("", "x").detected);
  EXPECT_FALSE(DiagnoseDeflection("who is it?", "x").detected);
}

}  // namespace
}  // namespace arborist::judge
