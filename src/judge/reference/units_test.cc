// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/reference/units.h"

#include <gtest/gtest.h>

namespace arborist::judge {
namespace {

using Views = std::vector<std::string_view>;

TEST(Quotes, MarksPairInTheOrderTheyCome) {
  EXPECT_EQ(ExtractQuotes(R"("The Matrix" prose "a longer quote" x)"),
            (Views{"The Matrix", "a longer quote"}));
  EXPECT_EQ(ExtractQuotes("“curly marks” and \"mixed marks”"),
            (Views{"curly marks", "mixed marks"}));
}
TEST(Quotes, AreEightCodePointsOrLongerWhenStripped) {
  EXPECT_EQ(ExtractQuotes("\"1234567\" \" 12345678 \""), (Views{"12345678"}));
  EXPECT_EQ(ExtractQuotes("\"日本語日本語日本\""), (Views{"日本語日本語日本"}));
}
TEST(Quotes, AnOpenMarkAtTheEndOpensNothing) {
  EXPECT_TRUE(ExtractQuotes("say \"nothing is closed here").empty());
}

TEST(ClaimSpans, AreSentencesOfLinesWithoutBullets) {
  EXPECT_EQ(ExtractClaimSpans("- Batman lives in Gotham. He fights crime there.\n"
                              "2) Robin is his partner"),
            (Views{"Batman lives in Gotham.", "He fights crime there.", "Robin is his partner"}));
}
TEST(ClaimSpans, ShortOnesAndFramingAreLeftOut) {
  EXPECT_TRUE(ExtractClaimSpans("Too short.\nBased on the provided sources, it rains.").empty());
}
TEST(ClaimSpans, ASentenceEndsOnlyBeforeAnAsciiCapital) {
  EXPECT_EQ(ExtractClaimSpans("It cost 3.5 million. about half of it.").size(), 1u);
  EXPECT_EQ(ExtractClaimSpans("Das ist ein Satz. Äpfel sind rot.").size(), 1u);
}

TEST(TrailingCitation, ACueOrAnAddressInParenthesesGoes) {
  EXPECT_EQ(StripTrailingCitation("It attacks. (Source: https://a.b/c)"), "It attacks.");
  EXPECT_EQ(StripTrailingCitation("It attacks (citing Wikipedia) "), "It attacks");
  EXPECT_EQ(StripTrailingCitation("X ( HTTPS://a.b/Pikachu_(character) )"), "X");
  EXPECT_EQ(StripTrailingCitation("X (https://a.b/P_(c) see it)"), "X");
}
TEST(TrailingCitation, ProseInParenthesesStays) {
  for (const std::string_view text : {"Pikachu (a species)", "A (see B) later", "A (see (b))", "(",
                                      ")", "()", "X (https://)", "X (https://a (b) c)"}) {
    EXPECT_EQ(StripTrailingCitation(text), text);
  }
}

TEST(ProperNouns, AreTwoCapitalisedWordsOrMore) {
  EXPECT_EQ(ExtractProperNouns("Keanu Reeves as Thomas A. Anderson, with Carrie-Anne Moss."),
            (Views{"Keanu Reeves", "Thomas A. Anderson", "Carrie-Anne Moss"}));
  EXPECT_TRUE(ExtractProperNouns("Batman fights crime.").empty());
}
TEST(ProperNouns, DoNotCrossALine) {
  EXPECT_EQ(ExtractProperNouns("Joe Pantoliano\n\nThe Sources"),
            (Views{"Joe Pantoliano", "The Sources"}));
}
TEST(ProperNouns, GiveBackWhatDoesNotEndAtAWord) {
  EXPECT_EQ(ExtractProperNouns("Mary Ann B. said"), (Views{"Mary Ann"}));
  EXPECT_EQ(ExtractProperNouns("Mary Ann- said"), (Views{"Mary Ann"}));
  EXPECT_TRUE(ExtractProperNouns("Mary B' B' B'").empty());
}
TEST(ProperNouns, EachStandsOnceInTheOrderOfTheText) {
  EXPECT_EQ(ExtractProperNouns("Mary Ann met John Doe and Mary Ann"),
            (Views{"Mary Ann", "John Doe"}));
}

TEST(Framing, IsKnownWhateverCaseAndBlanks) {
  EXPECT_TRUE(IsFraming("  According\u00A0TO the\n sources, x"));
  EXPECT_FALSE(IsFraming("According to him"));
  EXPECT_TRUE(IsFraming("the" + std::string(5000, ' ') + "source does not say"));
}

}  // namespace
}  // namespace arborist::judge
