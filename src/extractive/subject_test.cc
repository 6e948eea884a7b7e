// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "extractive/extractive.h"
#include "extractive/sample_test.h"

namespace arborist::extractive {
namespace {

constexpr char kDeep[] =
    "The Challenger Deep is the deepest known point of the sea floor. It lies at the southern end "
    "of "
    "the Mariana Trench, some 300 kilometres southwest of Guam, and its bottom is about 10,930 "
    "metres "
    "below the surface. It is named after the ship that sounded near it in March 1875.";
constexpr char kLies[] =
    "It lies at the southern end of the Mariana Trench, some 300 kilometres southwest of Guam, and "
    "its bottom is about 10,930 metres below the surface.";

evidence::SourceChunk Deep() { return Chunk("Challenger Deep", kDeep); }
evidence::SourceChunk Ship() {
  return Chunk(
      "The voyage of HMS Challenger",
      "When HMS Challenger left Portsmouth on 21 December 1872, fifteen of her guns had been "
      "taken out. At 362 stations the ship stopped and measured how deep the sea was.");
}
// A text file has no title but its name.
evidence::SourceChunk Krakatoa() {
  evidence::SourceChunk chunk = Chunk(
      "krakatoa-1883.txt",
      "The volcano had been restless since May. Four great explosions came in the morning of "
      "27 August 1883, the loudest at two minutes past ten. The official count of the dead was "
      "36,417, nearly all of them drowned. With the new telegraph cables people read of it "
      "within hours.");
  chunk.document_uri = "file:///corpus/krakatoa-1883.txt";
  return chunk;
}
evidence::SourceChunk Tonga() {
  return Chunk(
      "Two waves around the world",
      "On 15 January 2022 the volcano Hunga Tonga exploded under shallow water. Many people "
      "died on the coast, and hundreds of people heard it explode.");
}

TEST(Subject, HowDeepIsTheChallengerDeep) {
  EXPECT_TRUE(First(Ask("How deep is the Challenger Deep?", {Ship(), Deep()})).ends_with(kLies));
}

TEST(Subject, WhereIsTheChallengerDeep) {
  EXPECT_TRUE(First(Ask("Where is the Challenger Deep?", {Ship(), Deep()})).ends_with(kLies));
}

TEST(Subject, WhatIsTheChallengerDeep) {
  EXPECT_EQ(First(Ask("What is the Challenger Deep?", {Ship(), Deep()})),
            "The Challenger Deep is the deepest known point of the sea floor.");
}

TEST(Subject, HowManyPeopleDiedAtKrakatoa) {
  EXPECT_EQ(First(Ask("How many people died at Krakatoa?", {Tonga(), Krakatoa()})),
            "The official count of the dead was 36,417, nearly all of them drowned.");
}

TEST(Subject, WhenDidKrakatoaExplode) {
  EXPECT_EQ(
      First(Ask("When did Krakatoa explode?", {Tonga(), Krakatoa()})),
      "Four great explosions came in the morning of 27 August 1883, the loudest at two minutes "
      "past ten.");
}

TEST(Subject, ADocumentThatLacksTheNameDoesNotAnswer) {
  EXPECT_TRUE(Ask("When did Krakatoa explode?", {Tonga()}).declined);
}

TEST(Subject, DatesOfALifeStandBehindTheName) {
  const std::string ada =
      "Ada Lovelace (10 December 1815 – 27 November 1852) was an English mathematician and writer.";
  const auto chunk = [&] {
    return Chunk("Ada Lovelace", ada + " She worked in London. In 1843 she published her notes.");
  };
  EXPECT_EQ(First(Ask("When was Ada Lovelace born?", {chunk()})), ada);
  EXPECT_EQ(First(Ask("When did Ada Lovelace die?", {chunk()})), ada);
  EXPECT_EQ(First(Ask("Who was Ada Lovelace?", {chunk()})), ada);
}

TEST(Subject, DatesOfAnotherLifeDoNot) {
  EXPECT_TRUE(
      Ask("When was Ada Lovelace born?",
          {Chunk(
              "Luigi Menabrea",
              "Luigi Menabrea (4 September 1809 – 24 May 1896) was an engineer from Chambéry. He "
              "led the government of Italy.")})
          .declined);
}

TEST(Subject, AMeasureHasTheUnitThatIsAskedFor) {
  const auto chunk = [] {
    return Chunk(
        "Corinth Canal",
        "The Corinth Canal joins two gulfs. The canal took 11 years to build. Its walls rise "
        "90 metres. The canal is 6.4 kilometres in length and covers 40 hectares.");
  };
  EXPECT_TRUE(First(Ask("How large is the Corinth Canal?", {chunk()}))
                  .ends_with("The canal is 6.4 kilometres in length and covers 40 hectares."));
}

TEST(Subject, WhatSomebodyIsKnownFor) {
  const evidence::SourceChunk ada = Chunk(
      "Ada Lovelace",
      "Ada Lovelace was born in London and was the only child of her parents. She is known for her "
      "notes on an engine that was never built. Lovelace died in Marylebone in 1852.");
  for (const char* question :
       {"What is Ada Lovelace known for?", "What was Ada Lovelace famous for?"}) {
    EXPECT_EQ(First(Ask(question, {ada})),
              "Ada Lovelace was born in London and was the only child of her parents. She is known "
              "for her notes on an engine that was never built.");
  }
}

TEST(Subject, WhichCountryWantsTheNameOfOne) {
  const evidence::SourceChunk tower = Chunk(
      "Belem Tower",
      "Belem Tower is a fortification in Lisbon, Portugal. It was built by Francisco de Arruda "
      "for King Manuel. The tower has four storeys and a terrace.");
  for (const char* question :
       {"Which country is Belem Tower in?", "In what country is Belem Tower located?"}) {
    EXPECT_EQ(First(Ask(question, {tower})), "Belem Tower is a fortification in Lisbon, Portugal.");
  }
}

TEST(Subject, SampleOutputIsNoAnswer) {
  const evidence::SourceChunk guide =
      Chunk("Search guide",
            "# Search\n\nThe search verb lists the ten best passages unless a limit is given.\n\n"
            "```\n$ arborist search canal --limit 3\n1. The search verb found 3 passages, limit 3\n"
            "```\n");
  const Answer answer = Ask("How many passages does search list?", {guide});
  for (const Claim& claim : answer.claims) {
    EXPECT_FALSE(claim.text.contains("found 3 passages")) << claim.text;
  }
}

}  // namespace
}  // namespace arborist::extractive
