// SPDX-License-Identifier: AGPL-3.0-only
#include "question/metacognition.h"

#include <gtest/gtest.h>

namespace arborist::question {
namespace {

using Tokens = std::vector<std::string>;
using Pairs = std::vector<std::pair<std::string, std::string>>;

// What is publicly known of the reference's detectors.
TEST(PublicMetacognitionExamples, TemporalWordsAndRoles) {
  EXPECT_EQ(TemporalTokens("What is the current price of gold?"), Tokens{"current"});
  EXPECT_EQ(TemporalTokens("What is the latest model?"), Tokens{"latest"});
  EXPECT_EQ(TemporalTokens("What happened today?"), Tokens{"today"});
  EXPECT_EQ(TemporalTokens("Who won this year?"), Tokens{"this year"});
  EXPECT_EQ(TemporalTokens("Who is the CEO of Apple?"), Tokens{"ceo"});
  EXPECT_EQ(TemporalTokens("Who is the president of France?"), Tokens{"president of"});
  EXPECT_EQ(TemporalTokens("Who is the current champion?"), (Tokens{"current", "champion"}));
  EXPECT_EQ(TemporalTokens("Who lives there now?"), Tokens{"now"});
  EXPECT_EQ(TemporalTokens("What is gravity?"), Tokens{});
}
TEST(PublicMetacognitionExamples, ContradictionPairs) {
  EXPECT_EQ(ContradictionPairs("Who is the spouse of the unmarried king?"),
            (Pairs{{"unmarried", "spouse"}}));
  EXPECT_EQ(ContradictionPairs("Which alive king is dead?"), (Pairs{{"alive", "dead"}}));
  EXPECT_EQ(ContradictionPairs("What is never and always true?"), (Pairs{{"never", "always"}}));
  EXPECT_EQ(ContradictionPairs("What is always true and sometimes not true?"),
            (Pairs{{"always", "sometimes not"}}));
  EXPECT_EQ(ContradictionPairs("Who is the spouse of the king?"), Pairs{});
}
TEST(PublicMetacognitionExamples, WhenDidXStopY) {
  EXPECT_EQ(FalsePremises("When did Einstein stop smoking?"),
            (std::vector<FalsePremise>{
                {"stopped_doing", "einstein used to do this: smoking", "einstein", "smoking"}}));
}
TEST(PublicMetacognitionExamples, HowDidXBecomeY) {
  EXPECT_EQ(FalsePremises("How did Ada become queen of Spain?"),
            (std::vector<FalsePremise>{
                {"became", "ada became queen of spain", "ada", "queen of spain"}}));
}
TEST(PublicMetacognitionExamples, WhyDidXCauseY) {
  EXPECT_EQ(FalsePremises("Why did the treaty cause the flood?"),
            (std::vector<FalsePremise>{
                {"caused", "the treaty is a cause of the flood", "the treaty", "the flood"}}));
}
TEST(PublicMetacognitionExamples, PrivateDocumentsAreOutOfTheCorpus) {
  for (const std::string_view question :
       {"What does my unpublished file say?", "Summarize the document I sent",
        "What is in my email inbox?", "What does my uploaded PDF say about taxes?"}) {
    EXPECT_TRUE(IsOutOfCorpus(question)) << question;
  }
}

TEST(Temporal, HistoryIsNotNow) {
  for (const std::string_view question :
       {"Who was RCA president in 1942?", "Who was the first president of the United States?",
        "Which president ended the act?", "Who became CEO of Disney?",
        "Who is a former CEO of IBM?", "Which king of Spain died young?"}) {
    EXPECT_EQ(TemporalTokens(question), Tokens{}) << question;
  }
}
TEST(Temporal, CurrentsThatFlowAndNamesAreNotNow) {
  for (const std::string_view question :
       {"What is an electric current?", "How does current flow in a wire?",
        "What drives ocean currents?", "Who owned \"Today\" magazine in 1950?",
        "What is current?"}) {
    EXPECT_EQ(TemporalTokens(question), Tokens{}) << question;
  }
}
TEST(Temporal, EachWordIsNamedOnceInOrder) {
  EXPECT_EQ(TemporalTokens("today, right now, today"), (Tokens{"today", "right now"}));
}
TEST(Temporal, YearsBeyondTheCorpusAreNews) {
  EXPECT_EQ(TemporalTokens("Who won in 2020?", 2003), Tokens{"2020"});
  EXPECT_EQ(TemporalTokens("Who won in 2003?", 2003), Tokens{});
  EXPECT_EQ(TemporalTokens("Who won in 2020?"), Tokens{});
}

TEST(Contradiction, AChoiceIsNone) {
  EXPECT_EQ(ContradictionPairs("Is Elvis alive or dead?"), Pairs{});
  EXPECT_EQ(ContradictionPairs("Is the cat dead, or alive?"), Pairs{});
}
TEST(Contradiction, NeedsWholeWordsOutsideQuotes) {
  EXPECT_EQ(ContradictionPairs("Which deadline keeps the game alive?"), Pairs{});
  EXPECT_EQ(ContradictionPairs("Who is alive in \"The Dead\"?"), Pairs{});
}

TEST(FalsePremise, SubjectAndPredicateMustBothBeThere) {
  EXPECT_TRUE(FalsePremises("When did the rain stop?").empty());
  EXPECT_TRUE(FalsePremises("When did stop signs appear?").empty());
  EXPECT_TRUE(FalsePremises("How did Ada become?").empty());
}
TEST(FalsePremise, OrdinaryQuestionsTakeNothingForGranted) {
  for (const std::string_view question :
       {"What caused the war?", "When did Victoria become queen?", "Does smoking cause cancer?",
        "How did they try to stop the plague?", "Where did Johnson stop?"}) {
    EXPECT_TRUE(FalsePremises(question).empty()) << question;
  }
}
TEST(FalsePremise, HaveYouStopped) {
  const auto hints = FalsePremises("Have you stopped beating your dog?");
  ASSERT_EQ(hints.size(), 1u);
  EXPECT_EQ(hints[0].kind, "stopped_doing");
  EXPECT_EQ(hints[0].predicate, "beating your dog");
}

TEST(OutOfCorpus, ManyForms) {
  for (const std::string_view question :
       {"what does the file that I have just uploaded say", "who signed our contract?",
        "the attached report says what?", "what did I save on my computer",
        "Read my latest tax report", "What is in the email I've forwarded?"}) {
    EXPECT_TRUE(IsOutOfCorpus(question)) << question;
  }
}
TEST(OutOfCorpus, NotHowToAndNotTitles) {
  for (const std::string_view question :
       {"How do I upload my file to a server?", "Who wrote My Fair Lady?", "What is a document?",
        "Who starred in My Left Foot?", "Who sang \"My Letter\"?", "What is the file format PDF?",
        "Who wrote the documents of the council?"}) {
    EXPECT_FALSE(IsOutOfCorpus(question)) << question;
  }
}

TEST(UnderSpecified, NoSubject) {
  for (const std::string_view question : {"", "?", "what is it?", "why?", "Who is he"}) {
    EXPECT_TRUE(IsUnderSpecified(question)) << question;
  }
  for (const std::string_view question :
       {"who is batman", "who wrote \"It\"?", "why 42", "谁是蝙蝠侠？"}) {
    EXPECT_FALSE(IsUnderSpecified(question)) << question;
  }
}

}  // namespace
}  // namespace arborist::question
