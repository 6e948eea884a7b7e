// SPDX-License-Identifier: AGPL-3.0-only
#include "question/quantifier.h"

#include <gtest/gtest.h>

#include "question/claim_caps.h"

namespace arborist::question {
namespace {

// Rung, matched token and count in one line, for a test that reads like a table.
std::string Rung(std::string_view question) {
  const Quantifier q = ClassifyQuantifier(question);
  std::string line(Name(q.intensity));
  if (q.matched_token) line += " [" + *q.matched_token + "]";
  if (q.explicit_count) line += " " + std::to_string(*q.explicit_count);
  return line;
}
std::string_view Scope(std::string_view question) {
  return Name(ClassifyQuantifier(question).scope_bound_hint);
}

// What is publicly known of the reference's classifier.
TEST(PublicQuantifierExamples, TellMeAboutAllThePlanetsIsAnOpenRequest) {
  EXPECT_EQ(Rung("tell me about all the planets"), "OPEN_REQUEST [tell me about]");
}
TEST(PublicQuantifierExamples, TellMeEverythingAboutAllWarsIsComprehensive) {
  EXPECT_EQ(Rung("tell me everything about all wars"), "COMPREHENSIVE [tell me everything]");
}
TEST(PublicQuantifierExamples, EveryNamedMarkerReachesItsRung) {
  const std::pair<std::string_view, std::string_view> kExamples[] = {
      {"Which planets have none?", "ABSENT [none]"},
      {"Which planets have no moons?", "ABSENT [no]"},
      {"Which metals rust with nothing added?", "ABSENT [nothing]"},
      {"Which king never married?", "ABSENT [never]"},
      {"Which state has not a single lake?", "ABSENT [not a single]"},
      {"What is gravity?", "SINGULAR"},
      {"Who is Batman?", "SINGULAR"},
      {"The capital of France", "SINGULAR"},
      {"What do most scientists believe?", "PROPORTIONAL [most]"},
      {"What do the majority of voters want?", "PROPORTIONAL [the majority of]"},
      {"Where do half of the penguins live?", "PROPORTIONAL [half of]"},
      {"Where does a third of the population live?", "PROPORTIONAL [a third of]"},
      {"top 3 rivers", "SMALL_NUM_EXPLICIT [top 3] 3"},
      {"What are the seven wonders?", "SMALL_NUM_EXPLICIT [seven] 7"},
      {"name a dozen cheeses", "SMALL_NUM_EXPLICIT [a dozen] 12"},
      {"name a pair of twin cities", "SMALL_NUM_EXPLICIT [a pair of] 2"},
      {"name at least 5 rivers", "COMPARATIVE_BOUND [at least 5] 5"},
      {"list more than 10 rivers", "COMPARATIVE_BOUND [more than 10] 10"},
      {"list between 3 and 7 rivers", "COMPARATIVE_BOUND [between 3 and 7] 7"},
      {"what are some rivers", "FEW [some]"},
      {"name a few rivers", "FEW [a few]"},
      {"name several rivers", "FEW [several]"},
      {"list many rivers", "MANY [many]"},
      {"list various rivers", "MANY [various]"},
      {"list numerous rivers", "MANY [numerous]"},
      {"list lots of rivers", "MANY [lots of]"},
      {"list all rivers", "ALL [all]"},
      {"name every river", "ALL [every]"},
      {"describe", "OPEN_REQUEST [describe]"},
      {"list each river", "ALL [each]"},
      {"give me the whole plot of Hamlet", "ALL [the whole]"},
      {"list any rivers you know", "ALL [any]"},
      {"complete list of rivers", "COMPREHENSIVE [complete list of]"},
      {"give me an exhaustive treatment", "COMPREHENSIVE [exhaustive]"},
      {"the definitive answer", "COMPREHENSIVE [definitive]"},
      {"everything you know about rivers", "COMPREHENSIVE [everything you know]"},
      {"tell me everything", "COMPREHENSIVE [tell me everything]"},
      {"tell me the whole story of Rome", "COMPREHENSIVE [the whole story]"},
      {"tell me about Rome", "OPEN_REQUEST [tell me about]"},
      {"describe the moon", "OPEN_REQUEST [describe]"},
      {"explain gravity", "OPEN_REQUEST [explain]"},
      {"summarize the war", "OPEN_REQUEST [summarize]"},
  };
  for (const auto& [question, rung] : kExamples) EXPECT_EQ(Rung(question), rung) << question;
}
TEST(PublicQuantifierExamples, NamedSetsYearsAndLeaguesBoundTheScope) {
  for (const std::string_view question :
       {"list all Beatles", "list all US states", "list all planets", "list all founding fathers",
        "list all continents", "list all films in 2024", "list all NBA teams"}) {
    EXPECT_EQ(Scope(question), "bounded") << question;
  }
}
TEST(PublicQuantifierExamples, BroadWithoutAnchorIsUnboundedAndAllElseUnknown) {
  EXPECT_EQ(Scope("list all wars"), "unbounded");
  EXPECT_EQ(Scope("tell me about bread"), "unbounded");
  EXPECT_EQ(Scope("who is batman"), "unknown");
  EXPECT_EQ(Scope("name three rivers"), "unknown");
}
TEST(PublicQuantifierExamples, BroadAreTheLastThreeRungs) {
  EXPECT_TRUE(ClassifyQuantifier("list all wars").is_broad());
  EXPECT_TRUE(ClassifyQuantifier("complete list of wars").is_broad());
  EXPECT_TRUE(ClassifyQuantifier("describe war").is_broad());
  EXPECT_FALSE(ClassifyQuantifier("list many wars").is_broad());
}
TEST(PublicQuantifierExamples, TheClauseHasItsSevenFields) {
  EXPECT_EQ(json::Dump(ToJson(ClassifyQuantifier("list all planets"))),
            R"({"classifier_version":"quantifier-v1","explicit_count":null,"intensity":"ALL",)"
            R"("is_broad":true,"matched_token":"all","operational_shape":"universal_enumeration",)"
            R"("scope_bound_hint":"bounded"})");
  EXPECT_EQ(OperationalShape(Intensity::kComprehensive), "exhaustive_request");
}

TEST(Quantifier, EmptyQuestionsAreSingularWithoutToken) {
  for (const std::string_view question : {"", "  \n ", "?", "hello"}) {
    EXPECT_EQ(ClassifyQuantifier(question), Quantifier{}) << question;
  }
}
TEST(Quantifier, TheHighestRungWins) {
  EXPECT_EQ(Rung("list many rivers and all lakes"), "ALL [all]");
  EXPECT_EQ(Rung("list all rivers and describe each"), "OPEN_REQUEST [describe]");
  EXPECT_EQ(Rung("describe everything about all three wars"), "OPEN_REQUEST [describe]");
}
TEST(Quantifier, CountsBelongToTheirRungsOnly) {
  EXPECT_EQ(ClassifyQuantifier("describe three rivers").explicit_count, std::nullopt);
  EXPECT_EQ(Scope("describe three rivers"), "bounded");
}
TEST(Quantifier, PoliteWordsChangeNothing) {
  for (const std::string_view question :
       {"list all rivers", "please list all rivers", "Could you please list all rivers?",
        "Hi! I would like you to list all rivers.", "I want all rivers", "all rivers",
        "can you give me all rivers", "For my homework, list all rivers."}) {
    EXPECT_EQ(Rung(question), "ALL [all]") << question;
  }
}
TEST(Quantifier, OpenRequestsHaveManyForms) {
  for (const std::string_view question :
       {"Could you tell me a little more about Rome?", "give me a short overview of Rome",
        "Provide some background on Rome", "what do you know about Rome", "Overview of Rome",
        "What can you tell me about Rome?", "I'd like to know about Rome", "let's talk about Rome",
        "Walk me through the fall of Rome", "Who was Nero? Explain."}) {
    EXPECT_EQ(ClassifyQuantifier(question).intensity, Intensity::kOpenRequest) << question;
  }
}
TEST(Quantifier, AskingForEachIsAskingForAll) {
  EXPECT_EQ(Rung("What is the capital of each state?"), "ALL [each]");
  EXPECT_EQ(Rung("Where was each of the Beatles born?"), "ALL [each of]");
  EXPECT_EQ(Rung("What are the names of all the moons?"), "ALL [all]");
  EXPECT_EQ(Rung("How many moons does each planet have?"), "ALL [each]");
  EXPECT_EQ(Rung("Who won each World Cup?"), "ALL [each]");
  EXPECT_EQ(Rung("For each planet, list its moons"), "ALL [each]");
  EXPECT_EQ(Rung("1. What is gravity? 2. List all moons."), "ALL [all]");
  EXPECT_EQ(Rung("Do you know all the capitals?"), "ALL [all]");
}

// What is said about the thing asked for does not make the answer longer.
TEST(QuantifierFalseAlarms, UniversalsOutsideWhatIsAskedFor) {
  for (const std::string_view question :
       {"Which conjecture holds that every even integer is a sum of two primes?",
        "How many men are there for every 100 women?",
        "What book is revised every year?",
        "Since 2012, all ABC programming has been presented in what format?",
        "Of all their agreements, which was the most iconic?",
        "Was it intended at all?",
        "What percentage of all homes have a garden?",
        "Who is the best player of all time?",
        "Are all swans white?",
        "For all x, is x equal to x?",
        "Can you eat all mushrooms?",
        "Why do all birds sing?",
        "What do all mammals have in common?",
        "Who held the lead throughout the entire game?",
        "Name the theory of everything",
        "Name any river",
        "Who sings Every Breath You Take?",
        "All you need is love - who wrote it?",
        "What are the odds of winning all games?",
        "What is the sum of all angles?"}) {
    EXPECT_EQ(Rung(question), "SINGULAR") << question;
  }
}
TEST(QuantifierFalseAlarms, NamesAndTitles) {
  for (const std::string_view question :
       {"Who sold the rights to All My Children?", "Who directed \"All About Eve\"?",
        "Who wrote \u2018Every Man in His Humour\u2019?", "What did the All-Channel Act mandate?",
        "Who played Dr. No?", "Which two-thirds majority?"}) {
    EXPECT_EQ(Rung(question), "SINGULAR") << question;
  }
}
TEST(QuantifierFalseAlarms, CountingAndChoosing) {
  for (const std::string_view question :
       {"How many planets are there?", "How much does it weigh?",
        "Which of the following is a noble gas?", "Which of the three is older?",
        "What type of undergarment, if any, was included?"}) {
    EXPECT_EQ(Rung(question), "SINGULAR") << question;
  }
}
TEST(QuantifierFalseAlarms, NumbersThatCountNothingAskedFor) {
  for (const std::string_view question :
       {"Who won Super Bowl 50?", "What happened in 1973?", "Name the Apollo 11 crew",
        "Who wrote the three musketeers?", "How long was the seven years war?", "Name one country",
        "What is 5 km in miles?"}) {
    EXPECT_EQ(Rung(question), "SINGULAR") << question;
  }
}
TEST(QuantifierFalseAlarms, DescribingAsAFact) {
  for (const std::string_view question :
       {"How did Genghis Khan describe himself?", "Which name is used to describe the forest?",
        "What may explain the rise?", "What did the BBC tell the public?"}) {
    EXPECT_EQ(Rung(question), "SINGULAR") << question;
  }
}
TEST(QuantifierFalseAlarms, SuperlativesAreNoProportions) {
  EXPECT_EQ(Rung("Which country is the most dependent on oil?"), "SINGULAR");
  EXPECT_EQ(Rung("What is Rome's most famous fountain?"), "SINGULAR");
  EXPECT_EQ(Rung("What shifted in the second half of the century?"), "SINGULAR");
}
TEST(QuantifierFalseAlarms, StatementsBeforeTheQuestion) {
  EXPECT_EQ(Rung("Some species have all kinds of cells. What does it do?"), "SINGULAR");
}

TEST(ClaimCap, ProfilesAreFoundByModelId) {
  const auto cap = [](std::string_view question, std::string_view model) {
    return ClaimCap(ClassifyQuantifier(question), model);
  };
  const std::string_view hermes = "Hermes-3-Llama-3.1-8B-FP8-Dynamic";
  EXPECT_EQ(cap("list all wars", hermes), 8);
  EXPECT_EQ(cap("complete list of wars", hermes), 5);
  EXPECT_EQ(cap("describe war", hermes), 5);
  EXPECT_EQ(cap("describe war", "publisher/HERMES-3-llama-3.1-8b-fp8-dynamic"), 5);
  EXPECT_EQ(cap("list all wars", ""), 12);
  EXPECT_EQ(cap("complete list of wars", "other"), 15);
  EXPECT_EQ(cap("describe war", "other/"), 12);
}
TEST(ClaimCap, ANumberInTheQuestionIsTheCap) {
  EXPECT_EQ(ClaimCap(ClassifyQuantifier("name 3 wars"), ""), 3);
  EXPECT_EQ(ClaimCap(ClassifyQuantifier("name 300 wars"), ""), 12);
}

}  // namespace
}  // namespace arborist::question
