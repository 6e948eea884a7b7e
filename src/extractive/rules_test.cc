// SPDX-License-Identifier: AGPL-3.0-only
// Rules beside the weights: what is no statement, what an answer must hold, and from which chance
// on it is said.
#include <gtest/gtest.h>

#include "extractive/sample_test.h"

namespace arborist::extractive {
namespace {

// The first claim, however doubtful.
std::string Best(std::string_view question, std::vector<evidence::SourceChunk> chunks) {
  const evidence::EvidenceMap evidence(std::move(chunks));
  const Answer answer = Extract({.question = question, .evidence = &evidence, .least_chance = 0});
  return answer.claims.empty() ? "(none)" : answer.claims[0].text;
}

const char* const kGlossary =
    ":wobblebug: /wob'l·buhg/, n.\n\n"
    "[from the wobbly tables of the first lab] A fault that hides whenever somebody looks at "
    "it.\n\n"
    ":zapcode: /zap'kohd/, n.\n\nProgram text that was never meant to run.\n";

TEST(Rules, AHeadwordIsNoDefinition) {
  EXPECT_TRUE(Best("What is a wobblebug?", {Chunk("Glossary", kGlossary)})
                  .contains("A fault that hides whenever somebody looks at it."));
}

TEST(Rules, WhereAWordComesFromIsNoDefinition) {
  EXPECT_EQ(Best("What is fern polishing?",
                 {Chunk("Glossary",
                        "fern polishing: [Upper Lab, 1999: orig. by Ola]\n\nWork that is done only "
                        "to be seen working.\n")}),
            "Work that is done only to be seen working.");
}

TEST(Rules, OneNewWordMayBeAllThatIsAsked) {
  EXPECT_EQ(Best("What is the capital of Calderland?",
                 {Chunk("Calderland", "Facts:\n\n- Capital of Calderland: Brinkby\n")}),
            "Capital of Calderland: Brinkby");
}

TEST(Rules, ALineOfContentsSaysNothing) {
  EXPECT_EQ(Best("Which drive does the player use?",
                 {Chunk("Player",
                        "3.5. The drive the player use Up 3.7. Playback\n\nThe player takes the "
                        "second drive that the system lists.\n")}),
            "The player takes the second drive that the system lists.");
}

TEST(Rules, APortIsANumber) {
  const std::string text =
      "The brink directive sets the TCP port on which the Calder server listens. The usual value "
      "is 4460. The Calder server is small.";
  EXPECT_EQ(Best("Which TCP port does the Calder server listen on?", {Chunk("Calder", text)}),
            "The brink directive sets the TCP port on which the Calder server listens. The usual "
            "value is 4460.");
}

TEST(Rules, WithoutANumberThereIsNoPort) {
  EXPECT_EQ(First(Ask("Which TCP port does the Calder server listen on?",
                      {Chunk("Calder",
                             "The TCP port on which the Calder server listens is set "
                             "with the brink directive.")})),
            "(declined)");
}

TEST(Rules, HowOldIsTellsANumberInGermanToo) {
  EXPECT_EQ(First(Ask("Wie alt ist der Calder-Turm?",
                      {Chunk("Turm", "Der Calder-Turm ist alt und steht in der Stadt.")})),
            "(declined)");
  EXPECT_EQ(First(Ask("Wie alt ist der Calder-Turm?",
                      {Chunk("Turm", "Der Calder-Turm ist 90 Jahre alt.")})),
            "Der Calder-Turm ist 90 Jahre alt.");
}

TEST(Rules, ADefaultIsSaidWithTheSentenceThatHasIt) {
  EXPECT_EQ(
      Best("What is the default poll interval of the Calder clock?",
           {Chunk("Calder clock",
                  "The pollmax option sets the poll interval of the Calder clock. The default "
                  "is ten. The clock is small.")}),
      "The pollmax option sets the poll interval of the Calder clock. The default is ten.");
}

TEST(Rules, TheAnswerStandsUnderItsNumberedQuestion) {
  EXPECT_EQ(First(Ask("Does Calder support Windows?",
                      {Chunk("FAQ",
                             "8. Systems\n\n8.1. Does Calder support Windows?\n\nNo. The program "
                             "has been built there once, and it did not run.\n\nCalder and Windows "
                             "support each other in other ways.\n")})),
            "No. The program has been built there once, and it did not run.");
}

TEST(Rules, ARowWhoseLabelDeniesIsNotMeant) {
  const std::vector<evidence::SourceChunk> chunks = {
      Chunk("Requirements",
            "| Install | Memory |\n|---|---|\n| No desktop | 512 megabytes |\n| With desktop | 2 "
            "gigabytes |\n")};
  EXPECT_TRUE(
      First(Ask("How much memory is needed with a desktop?", chunks)).contains("2 gigabytes"));
  EXPECT_TRUE(
      First(Ask("How much memory is needed with no desktop?", chunks)).contains("512 megabytes"));
}

TEST(Rules, KeywordsInLatinLettersAreHeldToTheChanceOfEnglish) {
  const evidence::EvidenceMap evidence(
      {Chunk("Calder", "Calder lies in a valley, and its tower is old."),
       Chunk("Tower", "A tower of another town stands on a hill near the river.")});
  const Answer answer = Extract({.question = "tower restaurant prices", .evidence = &evidence});
  EXPECT_TRUE(answer.declined);
  EXPECT_GT(answer.chance, kLeastChanceElsewhere) << "else this shows nothing";
  EXPECT_LT(answer.chance, kLeastChance);
}

TEST(Rules, WhoDidWhatNoDocumentSaysMustBeLikelier) {
  const evidence::EvidenceMap evidence(
      {Chunk("The voyage of HMS Calder",
             "The ship carried six men of science. They had a room on deck. When HMS Calder left "
             "Brinkby on 21 December 1872, fifteen of her seventeen guns had been taken out. The "
             "voyage took four years."),
       Chunk("Brinkby", "Brinkby is a town near the sea with a mill."),
       Chunk("Guns", "A gun of the navy was cast in iron, as on HMS Calder.")});
  const auto ask = [&](std::string_view question) {
    return Extract({.question = question, .evidence = &evidence});
  };
  const Answer painted = ask("Who painted HMS Calder?");
  EXPECT_TRUE(painted.declined) << painted.chance;
  EXPECT_GT(painted.chance, kLeastChance) << "else this shows nothing";
}

TEST(Rules, WhereNothingStandsTheNearestSentencesAreShown) {
  const evidence::EvidenceMap evidence({Chunk("Calder", "The Calder Tower is 90 metres high.")});
  const Answer answer = Extract({.question = "How high is the Calder Tower?",
                                 .evidence = &evidence,
                                 .stands = [](auto, auto, auto) { return false; }});
  EXPECT_TRUE(answer.declined);
  EXPECT_TRUE(answer.unquotable);
  ASSERT_EQ(answer.claims.size(), 1u);
  EXPECT_EQ(answer.claims[0].text, "The Calder Tower is 90 metres high.");
}

}  // namespace
}  // namespace arborist::extractive
