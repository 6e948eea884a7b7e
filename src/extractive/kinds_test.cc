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
  EXPECT_EQ(AskHeater("How deep is the boiler?"), "(declined)");
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
           {"When does the library close?", "The library closes at 6 pm."},
           {"When did the meeting close?", "The meeting closed at 20:05."},
           {"When does the meeting start?", "The meeting starts at noon."},
           {"When is the fair held?", "The fair is held at Christmas."},
           {"When must the rent be paid?", "The rent must be paid within 14 days."},
           {"When is the rent payable?", "The rent is 940 euros, payable on the first."},
           {"When is the rent payable?", "The rent is payable by the last of each quarter."},
           {"When was the lease signed?", "The lease was signed on 12.05.2021 in Bern."},
           {"When was the abbey rebuilt?", "The abbey was rebuilt in AD 912 by monks."},
           {"To which year is the candlestick dated?", "The candlestick is dated to c1110."},
           {"In what period did the Rhine capture streams?",
            "By the Pliocene period, the Rhine had captured streams."},
           {"When was the Rhineland occupied?",
            "At the end of the war the Rhineland was occupied."},
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
           {"How much does a reader's card cost?", "A reader's card costs 12 €."},
           {"What is the fee for the berth?", "The fee for the berth is 281 CHF."},
           {"How much does the card cost?", "The card costs 450 Swiss francs."},
           {"What percentage of the readers are pupils?", "Of all readers 40 % are pupils."},
           {"What percentage of the rent is due?", "Of the rent 5 per cent is due."},
           {"How high may the temperature rise?", "The temperature may rise to 60 degrees."},
           {"How big is the tank?", "The tank holds 80 litres."},
           {"How large is the disk?", "The disk has 512 GB of room."},
           {"How wide is the slot?", "The slot is 30mm wide."},
           {"How old was Anna Holm when she left?", "Anna Holm was 17 when she left."},
           {"How often does the board meet?", "The board meets every Monday."},
           {"How many children did Anna have?", "Anna had no children."},
           {"What is the population of Norby?", "Norby has a population of 1153."},
           {"What is the serial number of the pump?", "The serial number of the pump is X100."},
           {"How much time do pupils spend on homework?", "Pupils spend two hours on homework."},
       }) {
    EXPECT_EQ(First(Ask(told.question, {Chunk("Notes", told.sentence)})), told.sentence);
  }
}

TEST(Kinds, WhatIsOfAnotherKindDoesNotAnswer) {
  for (const Told& told : {
           Told{"How tall is the tower of Norby?", "The tower of Norby is open daily."},
           {"What percentage of the members voted?", "Of the members 12 persons voted."},
           {"What's the height of the tower?", "The tower has a bell."},
           {"When was the mill which Otto Braun built sold?", "The mill was built by Otto Braun."},
           {"What is the population of the town called Orford?",
            "The population of the town called Orford is served by a bus."},
           {"What year did the club win the cup?", "The club won the cup under Hans Meier."},
       }) {
    EXPECT_EQ(First(Ask(told.question, {Chunk("Notes", told.sentence)})), "(declined)")
        << told.question;
  }
}

// What has the words of the question and no time is passed over for what has one.
TEST(Kinds, TheSentenceWithTheKindIsSaid) {
  const std::string notes =
      "The boiler was installed by Hans Meier in the cellar. The boiler was put in on 3 May 1998.";
  EXPECT_EQ(First(Ask("When was the boiler installed?", {Chunk("Boiler", notes)})),
            "The boiler was put in on 3 May 1998.");
  const Answer answer = Ask("In what year was the boiler installed?",
                            {Chunk("Boiler", "The boiler was installed in 1998."),
                             Chunk("Cellar", "The boiler was installed by Hans Meier.")});
  ASSERT_EQ(answer.claims.size(), 1u) << "nor is it said beside it";
  EXPECT_EQ(answer.claims[0].text, "The boiler was installed in 1998.");
}

TEST(Kinds, AClauseOfTimeAsksForSomethingElse) {
  const std::string lamp = "When the tank is empty the lamp blinks.";
  EXPECT_EQ(First(Ask("When the tank is empty, what blinks?", {Chunk("Tank", lamp)})), lamp);
  const std::string porter = "At the alarm the porter calls the fire brigade.";
  EXPECT_EQ(
      First(Ask("When the alarm rings, who calls the fire brigade?", {Chunk("Alarm", porter)})),
      porter);
}

TEST(Kinds, AnAreaMayBeAPlace) {
  const std::string manchuria = "In that war Japan conquered Manchuria from China.";
  EXPECT_EQ(First(Ask("Which area of China did Japan conquer?", {Chunk("War", manchuria)})),
            manchuria);
}

TEST(Kinds, ADayOrAnHourIsNoPrice) {
  const auto chunk = Chunk("Notes",
                           "The dentist appointment was moved to Thursday 14 November at "
                           "10:30.");
  EXPECT_EQ(First(Ask("How much does the dentist cost?", {chunk})), "(declined)");
  EXPECT_EQ(First(Ask("When is the dentist appointment?", {chunk})),
            "The dentist appointment was moved to Thursday 14 November at 10:30.");
}

TEST(Kinds, APriceMayStandBehindAt) {
  const auto chunk = Chunk("Auction", "The price of the chair was set at 300.");
  EXPECT_EQ(First(Ask("What is the price of the chair?", {chunk})),
            "The price of the chair was set at 300.");
}

TEST(Kinds, TheThirdCountsNothing) {
  EXPECT_EQ(First(Ask("How many members voted?", {Chunk("Club", "A third of the members voted.")})),
            "A third of the members voted.");
  const auto chunk = Chunk("Keys",
                           "The spare key is under the third flowerpot on the left of the "
                           "shed.");
  EXPECT_EQ(First(Ask("How many keys are there?", {chunk})), "(declined)");
  EXPECT_EQ(First(Ask("When was the shed built?", {chunk})), "(declined)");
  EXPECT_EQ(First(Ask("Where is the spare key?", {chunk})),
            "The spare key is under the third flowerpot on the left of the shed.");
}

}  // namespace
}  // namespace arborist::extractive
