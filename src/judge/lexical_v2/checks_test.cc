// SPDX-License-Identifier: AGPL-3.0-only
// What lexical-v2 holds against a claim, one check each.
#include <gtest/gtest.h>

#include <string>

#include "judge/lexical_v2/lexical_v2.h"

namespace arborist::judge {
namespace {

constexpr std::string_view kCrisis =
    "In 1973, OPEC raised the posted price of oil by 70 percent. The Dutch government supported "
    "Israel during the war. Some members of the cartel did not follow the decision.";

AuditMode ModeOf(std::string_view answer, std::string_view context) {
  return JudgeAnswer(answer, context, Verifier::kLexicalV2, {}).audit_mode;
}
bool IsStrict(std::string_view answer, std::string_view context) {
  return ModeOf(answer, context) == AuditMode::kStrict;
}

TEST(LexicalV2, TakesASentenceOfTheSource) {
  EXPECT_TRUE(IsStrict("The Dutch government supported Israel during the war.", kCrisis));
}

TEST(LexicalV2, TakesAQuotedSentence) {
  EXPECT_TRUE(IsStrict("The text says: \"The Dutch government supported Israel during the war.\"",
                       kCrisis));
}

TEST(LexicalV2, TakesAMovedClause) {
  EXPECT_TRUE(IsStrict("OPEC raised the posted price of oil by 70 percent in 1973.", kCrisis));
}

TEST(LexicalV2, TakesADroppedClause) {
  EXPECT_TRUE(IsStrict("OPEC raised the posted price of oil.", kCrisis));
}

TEST(LexicalV2, TakesAnotherFormOfAWord) {
  EXPECT_TRUE(IsStrict("The Dutch governments support Israel during the wars.", kCrisis));
}

TEST(LexicalV2, RefusesShuffledWords) {
  EXPECT_FALSE(IsStrict("Government the war Dutch during Israel the supported.", kCrisis));
}

TEST(LexicalV2, RefusesReversedWords) {
  EXPECT_FALSE(IsStrict("percent 70 by oil of price posted the raised OPEC 1973 In", kCrisis));
}

TEST(LexicalV2, RefusesANegationPutIn) {
  EXPECT_FALSE(IsStrict("The Dutch government never supported Israel during the war.", kCrisis));
  EXPECT_FALSE(IsStrict("The Dutch government didn't support Israel during the war.", kCrisis));
}

TEST(LexicalV2, RefusesANegationLeftOut) {
  EXPECT_FALSE(IsStrict("Some members of the cartel did follow the decision.", kCrisis));
}

TEST(LexicalV2, RefusesAHedgeLeftOutOrPutIn) {
  constexpr std::string_view kSource = "The new drug may reduce the risk of heart disease.";
  EXPECT_FALSE(IsStrict("The new drug can reduce the risk of heart disease.", kSource));
  EXPECT_FALSE(
      IsStrict("The Dutch government allegedly supported Israel during the war.", kCrisis));
}

TEST(LexicalV2, RefusesAnotherNumber) {
  EXPECT_FALSE(IsStrict("In 1973, OPEC raised the posted price of oil by 17 percent.", kCrisis));
  EXPECT_FALSE(IsStrict("In 1974, OPEC raised the posted price of oil by 70 percent.", kCrisis));
}

TEST(LexicalV2, RefusesNumbersThatChangedPlaces) {
  constexpr std::string_view kSource =
      "The plague killed 100,000 in Sweden and 300,000 in Prussia.";
  EXPECT_FALSE(IsStrict("The plague killed 300,000 in Sweden and 100,000 in Prussia.", kSource));
}

TEST(LexicalV2, RefusesANumberOfAnotherPlaceInACopiedSentence) {
  constexpr std::string_view kSource =
      "He left Algeria in 1957 after the war, taught in Constantine and moved to Paris in 1959.";
  ASSERT_TRUE(IsStrict("He left Algeria in 1957, taught in Constantine and moved to Paris in 1959.",
                       kSource));
  EXPECT_FALSE(IsStrict(
      "He left Algeria in 1959 after the war, taught in Constantine and moved to Paris.", kSource));
}

TEST(LexicalV2, RefusesANumberSaidMoreOftenThanInTheSource) {
  constexpr std::string_view kSource =
      "The premiere of the play took place in the new theater on November 4, 2018.";
  EXPECT_FALSE(IsStrict(
      "The premiere of the play took place in the new theater on November 2018, 2018.", kSource));
}

TEST(LexicalV2, ReadsANumberHoweverItIsWritten) {
  constexpr std::string_view kSource =
      "About 2.5 million people lived in the twenty-five provinces of the country.";
  EXPECT_TRUE(
      IsStrict("About 2,500,000 people lived in the 25 provinces of the country.", kSource));
  EXPECT_FALSE(
      IsStrict("About 2.5 billion people lived in the 25 provinces of the country.", kSource));
}

TEST(LexicalV2, RefusesTheSameFigureOfAnotherUnit) {
  constexpr std::string_view kSource = "The river flows 320 km from its source in the mountains.";
  EXPECT_TRUE(IsStrict("The river flows 320 kilometres from its source in mountains.", kSource));
  EXPECT_FALSE(IsStrict("The river flows 320 miles from its source in the mountains.", kSource));
  EXPECT_FALSE(IsStrict("The bridge cost €40 million to build and maintain.",
                        "The bridge cost $40 million to build and maintain."));
}

TEST(LexicalV2, RefusesAnotherDate) {
  constexpr std::string_view kSource = "The treaty was signed on May 5, 1990 by both governments.";
  EXPECT_TRUE(IsStrict("The treaty was signed by both governments on May 5, 1990.", kSource));
  EXPECT_FALSE(IsStrict("The treaty was signed on June 5, 1990 by both governments.", kSource));
  EXPECT_FALSE(IsStrict("The treaty was signed on May 6, 1990 by both governments.", kSource));
}

TEST(LexicalV2, DoesNotTakeAPartOfANumberForTheNumber) {
  EXPECT_FALSE(IsStrict("5 million people lived there.", "In all 1.5 million people lived there."));
}

TEST(LexicalV2, RefusesNamesThatChangedRoles) {
  constexpr std::string_view kSource =
      "In the final match of the season Arsenal beat Chelsea before a large crowd in Cardiff.";
  EXPECT_FALSE(IsStrict(
      "In the final match of the season Chelsea beat Arsenal before a large crowd in Cardiff.",
      kSource));
  EXPECT_FALSE(IsStrict(
      "In the final match of the season Cardiff beat Chelsea before a large crowd in Arsenal.",
      kSource));
}

TEST(LexicalV2, RefusesAnActiveMadePassiveWithTheRolesKept) {
  EXPECT_FALSE(IsStrict("Rome was conquered by Carthage after a long and costly war.",
                        "Rome conquered Carthage after a long and costly war."));
}

TEST(LexicalV2, RefusesAnotherNameOfThePassage) {
  constexpr std::string_view kSource =
      "Smith was born in Leeds. In 1990 Smith moved to Paris and opened a small theatre.";
  EXPECT_FALSE(IsStrict("In 1990 Smith moved to Leeds and opened a small theatre.", kSource));
}

TEST(LexicalV2, TakesANameWhereTheSourceHasAPronoun) {
  constexpr std::string_view kSource =
      "Marie Curie was born in Warsaw. She discovered the element radium in her laboratory.";
  EXPECT_TRUE(IsStrict("Marie Curie discovered the element radium in her laboratory.", kSource));
}

TEST(LexicalV2, RefusesAnotherQuantity) {
  EXPECT_FALSE(IsStrict("All members of the cartel did not follow the decision.", kCrisis));
  EXPECT_FALSE(IsStrict("Only the Dutch government supported Israel during the war.", kCrisis));
}

TEST(LexicalV2, RefusesTheOtherDirection) {
  EXPECT_FALSE(IsStrict("In 1973, OPEC reduced the posted price of oil by 70 percent.",
                        "In 1973, OPEC increased the posted price of oil by 70 percent."));
  EXPECT_FALSE(IsStrict("The northern lake is smaller than the southern lake of the valley.",
                        "The northern lake is larger than the southern lake of the valley."));
}

TEST(LexicalV2, RefusesAStrangeWordInACopiedSentence) {
  EXPECT_FALSE(IsStrict("In 1973, OPEC raised the posted price of wheat by 70 percent.", kCrisis));
}

TEST(LexicalV2, RefusesAPhraseTheSourceDoesNotKnow) {
  EXPECT_FALSE(
      IsStrict("In 1973, OPEC raised the posted price of oil by 70 percent, delighting hungry "
               "penguin farmers.",
               kCrisis));
}

TEST(LexicalV2, AccountsForEverySentence) {
  const QuoteVerdict verdict = JudgeAnswer(
      "The Dutch government supported Israel during the war. It also invented the bicycle in "
      "secret.",
      kCrisis, Verifier::kLexicalV2, {});
  EXPECT_EQ(verdict.audit_mode, AuditMode::kHybrid);
  ASSERT_EQ(verdict.unverified_quotes.size(), 1u);
  EXPECT_EQ(verdict.unverified_quotes[0], "It also invented the bicycle in secret.");
}

TEST(LexicalV2, AccountsForWhatStandsBesideAQuote) {
  EXPECT_EQ(
      ModeOf("\"The Dutch government supported Israel during the war\" and paid pirates for it.",
             kCrisis),
      AuditMode::kHybrid);
}

TEST(LexicalV2, RefusesAQuoteThatIsNotVerbatim) {
  EXPECT_FALSE(IsStrict("It says \"the Dutch cabinet supported Israel\" in the war.", kCrisis));
}

TEST(LexicalV2, RefusesWordsScatteredOverPassages) {
  EXPECT_FALSE(
      IsStrict("Painter Adams sold seven large pictures in Boston.",
               "Adams was a painter in spring.\n\nSeven large ships left.\n\nPictures sold "
               "well in Boston."));
}

TEST(LexicalV2, RefusesHalvesOfTwoSentences) {
  constexpr std::string_view kSource =
      "The committee approved the budget for new schools in the city. The mayor opened a bridge "
      "over the northern river in autumn.";
  EXPECT_FALSE(
      IsStrict("The committee approved the bridge over the northern river in autumn.", kSource));
}

TEST(LexicalV2, RefusesWhatTheSourceTakesBack) {
  EXPECT_FALSE(IsStrict("Vaccines cause autism in children.",
                        "It is a myth that vaccines cause autism in children."));
  EXPECT_FALSE(IsStrict("Vaccines cause autism in children.",
                        "The claim that vaccines cause autism in children is false."));
}

TEST(LexicalV2, NamesAloneNeverMakeStrict) {
  constexpr std::string_view kSource =
      "Ada Lovelace met Charles Babbage and Mary Somerville in London.";
  constexpr std::string_view kAnswer = "Ada Lovelace, Charles Babbage, Mary Somerville";
  EXPECT_EQ(JudgeAnswer(kAnswer, kSource, Verifier::kReferenceV98, {}).audit_mode,
            AuditMode::kStrict);
  EXPECT_EQ(ModeOf(kAnswer, kSource), AuditMode::kHybrid);
}

TEST(LexicalV2, StripsMarksAndFrames) {
  EXPECT_TRUE(IsStrict(
      "According to the text, the Dutch government supported Israel during the war [2].", kCrisis));
  EXPECT_FALSE(
      IsStrict("According to the text, the Dutch government sold tulips in the war.", kCrisis));
}

TEST(SupportsClaim, NeedsOneSpanOrTwoTogether) {
  constexpr std::string_view kFirst = "The committee approved the budget for new schools.";
  constexpr std::string_view kSecond = "The mayor opened a bridge over the river in autumn.";
  const std::string_view first[] = {kFirst};
  const std::string_view both[] = {kFirst, kSecond};
  constexpr std::string_view kClaim =
      "The committee approved the budget for new schools, and the mayor opened a bridge over the "
      "river in autumn.";
  EXPECT_EQ(SupportsClaim(kFirst, first).support, lexical::Support::kVerbatim);
  EXPECT_EQ(SupportsClaim(kClaim, first).support, lexical::Support::kNone);
  EXPECT_EQ(SupportsClaim(kClaim, both).support, lexical::Support::kParaphrase);
  EXPECT_EQ(SupportsClaim("", both).failure, lexical::Failure::kUnread);
}

}  // namespace
}  // namespace arborist::judge
