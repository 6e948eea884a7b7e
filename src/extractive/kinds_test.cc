// SPDX-License-Identifier: AGPL-3.0-only
// What kind of thing a question asks for: a sentence without any such thing is no answer.
#include <gtest/gtest.h>

#include "extractive/sample_test.h"

namespace arborist::extractive {
namespace {

std::string AskHeater(std::string_view question) {
  return First(
      Ask(question, {Chunk("Calora water heater",
                           "The Calora heats water for one household. The lid is held by four "
                           "screws and must stay closed. The boiler was installed by Hans Meier "
                           "and holds 80 litres. The red lamp blinks if the tank is empty.")}));
}

TEST(Kinds, NoSentenceSaysWhenWithoutATime) {
  EXPECT_EQ(AskHeater("When was the boiler installed?"), "(declined)");
  EXPECT_EQ(AskHeater("In what year was the boiler installed?"), "(declined)");
  EXPECT_EQ(AskHeater("Who installed the boiler?"),
            "The boiler was installed by Hans Meier and holds 80 litres.");
}

TEST(Kinds, NoSentenceSaysWhatColourWithoutOne) {
  EXPECT_EQ(AskHeater("What colour is the lid?"), "(declined)");
  EXPECT_EQ(AskHeater("What color is the lamp?"), "The red lamp blinks if the tank is empty.");
}

TEST(Kinds, AMeasureHasItsUnit) {
  EXPECT_EQ(AskHeater("How old is the boiler?"), "(declined)");
  EXPECT_EQ(AskHeater("How high is the boiler?"), "(declined)");
  EXPECT_EQ(AskHeater("How many litres does the boiler hold?"),
            "The boiler was installed by Hans Meier and holds 80 litres.");
  EXPECT_EQ(AskHeater("How much does the lid cost?"), "(declined)");
}

struct Told {
  std::string_view question;
  std::string sentence;
};

TEST(Kinds, ATimeMayBeToldInManyWays) {
  for (const Told& told : {
           Told{"When was the canal dug?", "The canal was dug in the 1960s by hand."},
           {"In which century was the canal dug?",
            "The canal was dug in the 10th century by hand."},
           {"When was the canal dug?", "The canal was dug in 911 by the monks."},
           {"When was the canal of 2010 dug?", "The canal of 2010 was dug on 12 May by hand."},
           {"When was the canal dug?", "The canal was dug during the reign of Rollo."},
           {"When may the canal be used?", "The canal may be used while the lamp is green."},
       }) {
    EXPECT_EQ(First(Ask(told.question, {Chunk("Canal", told.sentence)})), told.sentence);
  }
}

TEST(Kinds, AMeasureMayBeToldInManyWays) {
  for (const Told& told : {
           Told{"How old was Tesla when he died?", "Tesla died alone at the age of 86."},
           {"How long was the theatre open?", "The theatre was open from 1870 to 1939."},
           {"How long did the siege of Orford take?", "The siege of Orford took four days."},
           {"How often is the festival held?", "The biennial festival is held in the park."},
           {"How many guests came to the dinner?", "To the dinner came 2000 guests."},
           {"How much do they earn a day?", "They earn less than $1.25 a day."},
       }) {
    EXPECT_EQ(First(Ask(told.question, {Chunk("Notes", told.sentence)})), told.sentence);
  }
}

TEST(Kinds, AClauseOfTimeAsksForSomethingElse) {
  const std::string lamp = "When the tank is empty the lamp blinks.";
  EXPECT_EQ(First(Ask("When the tank is empty, what blinks?", {Chunk("Tank", lamp)})), lamp);
}

TEST(Kinds, AnAreaMayBeAPlace) {
  const std::string manchuria = "In that war Japan conquered Manchuria from China.";
  EXPECT_EQ(First(Ask("Which area of China did Japan conquer?", {Chunk("War", manchuria)})),
            manchuria);
}

}  // namespace
}  // namespace arborist::extractive
