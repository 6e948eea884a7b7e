// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/warrant.h"

#include <gtest/gtest.h>

namespace arborist::judge {
namespace {

using Names = std::vector<std::string>;
using Classes = std::vector<std::string_view>;

Warrant Check(std::string_view question, std::string_view claim, std::string_view span) {
  const Context context(span);
  const WarrantClaim cited{.text = claim, .cited_spans = {&context}};
  Budget budget(claim.size() + span.size());
  return CheckWarrants({&cited, 1}, WarrantQuestion(question), &budget).front();
}

TEST(Warrant, OfHomersBossNeedsTheBoss) {
  const auto check = [](std::string_view span) {
    return Check("Who is Homer Simpson's boss?", "Homer Simpson's boss is Mr. Burns.", span);
  };
  const Warrant missing = check("Homer Simpson is voiced by Dan Castellaneta.");
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.missing, Names{"Mr. Burns"});
  EXPECT_EQ(missing.active, Classes{"proper_noun"});
  EXPECT_TRUE(check("Homer works for Mr. Burns.").ok);
  EXPECT_TRUE(check("Homer works for Montgomery Burns.").ok) << "the Mr. may be left out";
  EXPECT_FALSE(check("Homer burnsides the plant.").ok);
}
TEST(Warrant, OfADateNeedsMonthAndYear) {
  const std::string_view claim = "Back to the Future was released on July 3, 1985.";
  const Warrant missing = Check("", claim, "The film came out in 1985.");
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.missing, Names{"July"});
  EXPECT_EQ(missing.active, Classes{"date"});
  EXPECT_TRUE(Check("", claim, "Released 3 JULY 1985.").ok);
  EXPECT_FALSE(Check("", claim, "Released 1985-07-03.").ok) << "a month is its name";
}
TEST(Warrant, OfADateDoesNotBelieveTheQuestion) {
  EXPECT_FALSE(Check("What did Einstein publish in 1905?", "In 1905 Einstein published it.",
                     "Einstein published general relativity in 1915.")
                   .ok);
}
TEST(Warrant, KnowsWhatIsNoDate) {
  for (const std::string_view claim :
       {"They may march in the decade 1980s.", "He was born in 1499.", "There are 2200 of them.",
        "Part 19851 is new.", "Mayor and Augusta"}) {
    EXPECT_EQ(Check("", claim, "").active, Classes{}) << claim;
  }
}
TEST(Warrant, OfACountTakesDigitsAndWords) {
  const std::string_view question = "How many wives did Henry VIII have?";
  EXPECT_TRUE(Check(question, "Henry VIII had six wives.", "He married 6 times.").ok);
  EXPECT_TRUE(Check(question, "Henry VIII had 6 wives.", "His sixth wife survived.").ok);
  EXPECT_TRUE(Check(question, "He had twenty-one wives.", "There were 21 of them.").ok);
  const Warrant missing = Check(question, "Henry VIII had six wives.", "He married 16 times.");
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.missing, Names{"six"});
  EXPECT_EQ(Check(question, "He reigned until 1547.", "until 1547").active, Classes{"date"})
      << "a year is no count";
}
TEST(Warrant, OfAListNeedsOneOfItsNames) {
  const std::string_view question = "Name the members of the Simpsons family";
  const std::string_view claim = "The Simpsons are Homer, Marge, Bart, Lisa and Maggie.";
  EXPECT_TRUE(Check(question, claim, "Bart and his sister Lisa live in Springfield.").ok);
  const Warrant missing = Check(question, claim, "The Simpsons is a long running show.");
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.missing, (Names{"Homer", "Marge", "Bart", "Lisa", "Maggie"}));
  EXPECT_EQ(missing.active, Classes{"entity_list"});
}
TEST(Warrant, OfACauseNeedsACause) {
  const std::string_view question = "Why did the Roman Empire fall?";
  const std::string_view claim = "The Roman Empire fell because of barbarian invasions.";
  EXPECT_TRUE(Check(question, claim, "Repeated invasions weakened Rome.").ok);
  const Warrant missing = Check(question, claim, "The Roman Empire was large.");
  EXPECT_FALSE(missing.ok);
  EXPECT_EQ(missing.missing, (Names{"barbarian", "invasions"}));
  EXPECT_EQ(Check(question, "The Roman Empire fell due to various factors.", "").active, Classes{})
      << "nothing is named that could be looked for";
}
TEST(Warrant, IsNotAskedForWithoutAnchors) {
  const Warrant warrant = Check("Who founded Apple?", "Apple makes computers.", "");
  EXPECT_TRUE(warrant.ok);
  EXPECT_FALSE(warrant.applied());
}
TEST(Warrant, FailuresAccumulate) {
  const Warrant warrant = Check("Who founded Apple?", "Steve Jobs founded Apple in April 1976.",
                                "Apple makes computers.");
  EXPECT_EQ(warrant.missing, (Names{"Steve Jobs", "April", "1976"}));
  EXPECT_EQ(warrant.active, (Classes{"proper_noun", "date"}));
}
TEST(Warrant, AWordThatOnlyStartsItsSentenceIsALastResort) {
  EXPECT_TRUE(Check("Who wrote Hamlet?", "Shakespeare wrote Hamlet.", "a play by shakespeare").ok);
  EXPECT_FALSE(Check("Who wrote Hamlet?", "Marlowe wrote Hamlet.", "a play by shakespeare").ok);
  EXPECT_FALSE(
      Check("Who founded it?", "Founded early by Bill Gates.", "It was founded by others.").ok);
}
TEST(Warrant, SurvivesAnyText) {
  for (const std::string_view text : {"", "'s", "’s ’s", "who", "\xED\xA0\x80", "— — A. B. C."}) {
    Check(text, text, text);
  }
}

}  // namespace
}  // namespace arborist::judge
