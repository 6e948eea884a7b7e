// SPDX-License-Identifier: AGPL-3.0-only
#include "extractive/extractive.h"

#include <gtest/gtest.h>

#include <cmath>

#include "extractive/sample_test.h"
#include "text/utf8.h"

namespace arborist::extractive {
namespace {

// A passage in which every kind of question has one sentence that answers.
const char kTower[] =
    "The Calder Tower is a lighthouse on the coast of Norway. "
    "The Calder Tower was designed by Ingrid Solberg. "
    "Construction of the tower began in March 1887. "
    "The tower stands 64 metres tall. "
    "The builders used 12,000 granite blocks for the walls of the tower. "
    "The lamp was replaced because salt had damaged the lenses. "
    "Ships near Bergen are warned by a horn, which is called the Old Bull. "
    "It cost $45,000 to build.";

std::string AskTower(std::string_view question) {
  return First(Ask(question, {Chunk("Calder Tower", kTower)}));
}

TEST(Extract, WhoIsAnsweredByTheSentenceWithTheName) {
  EXPECT_EQ(AskTower("Who designed the Calder Tower?"),
            "The Calder Tower was designed by Ingrid Solberg.");
}

TEST(Extract, WhenIsAnsweredByTheSentenceWithTheDate) {
  EXPECT_EQ(AskTower("When did construction of the Calder Tower begin?"),
            "Construction of the tower began in March 1887.");
  EXPECT_EQ(AskTower("In what year did they start to construct the tower?"),
            "Construction of the tower began in March 1887.");
}

TEST(Extract, HowManyAndHowTallAreAnsweredByNumbers) {
  EXPECT_EQ(AskTower("How many granite blocks were used for the tower?"),
            "The builders used 12,000 granite blocks for the walls of the tower.");
  EXPECT_EQ(AskTower("How tall is the Calder Tower?"), "The tower stands 64 metres tall.");
}

TEST(Extract, WhyIsAnsweredByACause) {
  EXPECT_EQ(AskTower("Why was the lamp of the tower replaced?"),
            "The lamp was replaced because salt had damaged the lenses.");
}

TEST(Extract, WhatIsItCalledIsAnsweredByTheName) {
  EXPECT_EQ(AskTower("What is the horn near Bergen called?"),
            "Ships near Bergen are warned by a horn, which is called the Old Bull.");
}

TEST(Extract, InflectedFormsAndSynonymsMatch) {
  EXPECT_EQ(First(Ask("Who was the author of the Green Atlas?",
                      {Chunk("Green Atlas",
                             "The Green Atlas was printed in Leeds. The Green Atlas "
                             "was written by Mary Holt.")})),
            "The Green Atlas was written by Mary Holt.");
}

TEST(Extract, AcronymsMatchWhatTheyStandFor) {
  EXPECT_EQ(First(Ask("What happened to the SM before reentry?",
                      {Chunk("Apollo",
                             "The capsule carried three astronauts. The Service Module was "
                             "discarded just before re-entry. The crew returned safely.")})),
            "The Service Module was discarded just before re-entry. The crew returned safely.");
}

TEST(Extract, TheSubjectMayStandInTheSentenceBefore) {
  const Answer answer =
      Ask("When was Ada Brink born?",
          {Chunk("Painters",
                 "Ada Brink was a Danish painter. She was born in 1871. Her teacher was "
                 "Per Holm.")});
  EXPECT_EQ(First(answer), "Ada Brink was a Danish painter. She was born in 1871.");
}

TEST(Extract, OtherLanguagesAreAnsweredByOverlap) {
  EXPECT_EQ(
      First(Ask("Wann wurde die Brücke gebaut?",
                {Chunk("Brücke", "Die Brücke liegt bei Köln. Die Brücke wurde 1911 gebaut.")})),
      "Die Brücke wurde 1911 gebaut.");
  EXPECT_EQ(First(Ask("Когда был построен мост?",
                      {Chunk("Мост", "Мост стоит на реке Неве. Мост был построен в 1911 году.")})),
            "Мост был построен в 1911 году.");
  EXPECT_EQ(First(Ask("这座桥是什么时候建成的？",
                      {Chunk("桥", "这座桥位于南京市的中心地区。这座桥是1911年建成的。")})),
            "这座桥是1911年建成的。");
}

TEST(Extract, DeclinesWithoutAnythingOfTheQuestion) {
  const Answer answer = Ask("Who composed the opera Tosca?", {Chunk("Calder Tower", kTower)});
  EXPECT_TRUE(answer.declined);
  EXPECT_TRUE(answer.claims.empty());
}

TEST(Extract, DeclinesWhenTheNamesOfTheQuestionAreNowhere) {
  EXPECT_TRUE(Ask("When did construction of the Hartmann Viaduct in Zagreb begin?",
                  {Chunk("Calder Tower", kTower)})
                  .declined);
}

TEST(Extract, DeclinesWhenNoPassageSpeaksOfWhatIsAskedAbout) {
  const evidence::SourceChunk metre =
      Chunk("The metre",
            "Both were arrested as spies; signals of white cloth were torn down because white was "
            "the colour of the king.");
  const evidence::SourceChunk voyage =
      Chunk("The voyage",
            "The naturalists wrote down what colour the animals had been, for spirit takes the "
            "colours away.");
  EXPECT_EQ(First(Ask("What colour is the canal?", {metre, voyage})), "(declined)");
  EXPECT_EQ(First(Ask("What was the colour of the king?", {metre, voyage})).substr(0, 4), "Both");
}

TEST(Extract, DeclinesToCountWhatTheDocumentNeverSpeaksOf) {
  const evidence::SourceChunk cake =
      Chunk("Apple cake",
            "Bake the apple cake for 50 minutes on the middle shelf. The apple cake serves eight "
            "people.");
  EXPECT_EQ(First(Ask("How many calories does the apple cake have?", {cake})), "(declined)");
  EXPECT_EQ(First(Ask("How many people does the apple cake serve?", {cake})),
            "The apple cake serves eight people.");
}

TEST(Extract, DeclinesWithoutEvidence) {
  EXPECT_TRUE(Ask("Who designed the tower?", {}).declined);
  EXPECT_TRUE(Ask("", {Chunk("Calder Tower", kTower)}).declined);
  EXPECT_TRUE(Extract({.question = "Who?"}).declined);
}

TEST(Extract, AnswersAllTheSameWhenItMayNotDecline) {
  const evidence::EvidenceMap evidence({Chunk("Calder Tower", kTower)});
  const std::string_view question = "Which emperor visited the tower with Napoleon?";
  ASSERT_TRUE(Extract({.question = question, .evidence = &evidence}).declined);
  EXPECT_FALSE(
      Extract({.question = question, .evidence = &evidence, .least_chance = 0}).claims.empty());
}

TEST(Extract, ClaimsAreCutFromTheirSpans) {
  const std::string span =
      "Größe zählt nicht. The tower of Calder, which stands on a rock\n"
      "in the sea, was   designed by Ingrid Solberg.";
  const Answer answer = Ask("Who designed the tower of Calder?", {Chunk("Calder", span)});
  ASSERT_FALSE(answer.declined);
  const Claim& claim = answer.claims[0];
  EXPECT_EQ(
      claim.text,
      "The tower of Calder, which stands on a rock in the sea, was designed by Ingrid Solberg.");
  EXPECT_EQ(claim.pointer_id, "E1");
  EXPECT_EQ(claim.source, "Calder");
  EXPECT_EQ(claim.char_begin, 19u);
  EXPECT_EQ(claim.char_end, text::CountCodePoints(span));
}

TEST(Extract, HeadingsTablesAndTagsAreNeverClaims) {
  const Answer answer = Ask("Who designed the Calder Tower?",
                            {Chunk("Calder Tower",
                                   "== Who designed the Calder Tower ==\n"
                                   "The Calder Tower was designed by nobody at all [E1].\n\n"
                                   "The Calder Tower was designed by Ingrid Solberg.")});
  ASSERT_FALSE(answer.declined);
  for (const Claim& claim : answer.claims) {
    EXPECT_EQ(claim.text, "The Calder Tower was designed by Ingrid Solberg.");
  }
}

TEST(Extract, SaysNothingTwice) {
  const Answer answer = Ask("Who designed the Calder Tower?",
                            {Chunk("A", "The Calder Tower was designed by Ingrid Solberg."),
                             Chunk("B", "The Calder Tower was designed by Ingrid Solberg.")});
  EXPECT_EQ(answer.claims.size(), 1u);
}

TEST(Extract, KeepsToTheNumberOfClaims) {
  const evidence::EvidenceMap evidence({Chunk("Calder Tower", kTower)});
  for (std::size_t most = 0; most < 4; ++most) {
    EXPECT_LE(Extract({.question = "Who designed the Calder Tower?",
                       .evidence = &evidence,
                       .max_claims = most})
                  .claims.size(),
              most);
  }
}

TEST(Extract, WeighsTermsAsTheCallerDoes) {
  const evidence::EvidenceMap evidence(
      {Chunk("Rivers", "The delta is wide in the north. The harbour is wide in the south.")});
  const auto ask = [&](std::string_view heavy) {
    return First(
        Extract({.question = "Is it delta or harbour?",
                 .evidence = &evidence,
                 .weight = [&](std::string_view term) { return term == heavy ? 9000 : 200; },
                 .least_chance = 0}));
  };
  EXPECT_TRUE(ask("delta").starts_with("The delta is wide in the north."));
  EXPECT_EQ(ask("harbour"), "The harbour is wide in the south.");
}

TEST(Chance, IsTheLogisticFunctionInThousandths) {
  EXPECT_EQ(Chance(0), 500);
  EXPECT_EQ(Chance(1000), 731);
  EXPECT_EQ(Chance(-1000), 269);
  for (std::int64_t x = -9000; x < 9000; x += 37) {
    EXPECT_LE(Chance(x), Chance(x + 37)) << x;
    EXPECT_EQ(Chance(x) + Chance(-x), 1000) << x;
    EXPECT_NEAR(static_cast<double>(Chance(x)),
                1000 / (1 + std::exp(-static_cast<double>(x) / 1000)), 8)
        << x;
  }
}

constexpr const char* kTools =
    "# Tools\n\nTo format the project, run the following:\n\n```\n$ tool fmt\n```\n\n"
    "To remove the project, run the following:\n\n```\n$ tool purge --all\n```\n";

TEST(Extract, ACommandIsSaidWithTheSentenceThatIntroducesIt) {
  const evidence::EvidenceMap evidence({Chunk("Tools", kTools)});
  const Answer answer = Extract({.question = "How do I format the project?",
                                 .evidence = &evidence,
                                 .may_be_short = true,
                                 .least_chance = 0});
  ASSERT_GE(answer.claims.size(), 2u);
  EXPECT_EQ(answer.claims[0].text, "$ tool fmt");
  EXPECT_EQ(answer.claims[1].text, "To format the project, run the following:");
}

TEST(Extract, NoClaimHoldsTheCommandOfAnotherSentence) {
  const evidence::EvidenceMap evidence({Chunk("Tools", kTools)});
  for (const char* question : {"How do I format the project?", "How do I remove the project?",
                               "Which command formats the project?", "tool purge"}) {
    const Answer answer = Extract({.question = question,
                                   .evidence = &evidence,
                                   .max_claims = 8,
                                   .may_be_short = true,
                                   .least_chance = 0});
    for (const Claim& claim : answer.claims) {
      EXPECT_FALSE(claim.text.contains("format") && claim.text.contains("purge")) << claim.text;
      EXPECT_FALSE(claim.text.contains("remove") && claim.text.contains("fmt")) << claim.text;
    }
  }
}

TEST(Extract, ADeclinedAnswerKeepsTheNearestSentences) {
  const evidence::EvidenceMap evidence({Chunk("Tools", kTools)});
  const Answer answer = Extract(
      {.question = "How do I format the project?", .evidence = &evidence, .least_chance = 1000});
  EXPECT_TRUE(answer.declined);
  EXPECT_FALSE(answer.claims.empty());
  EXPECT_LT(answer.chance, 1000);
}

TEST(Extract, AQuestionOfTheSourceIsNoAnswer) {
  const Answer answer = Ask("Which file does the mill read at its start?",
                            {Chunk("Mills",
                                   "# Mills\n\nMany people ask one thing. Which file does the "
                                   "mill read at its start? The mill reads the file mill.conf at "
                                   "its start.\n")});
  for (const Claim& claim : answer.claims) EXPECT_FALSE(claim.text.ends_with('?')) << claim.text;
  EXPECT_EQ(First(answer), "The mill reads the file mill.conf at its start.");
}

TEST(Extract, ProgramTextDoesNotSayYesOrNo) {
  const std::string text =
      "Does it round?\n\n```\n$ tool round --scale 0\n```\n\nA scale of 0 makes the tool round "
      "down.\n";
  const evidence::EvidenceMap evidence({Chunk("Tools", text)});
  for (const Claim& claim : Extract({.question = "Does tool round with --scale 0?",
                                     .evidence = &evidence,
                                     .may_be_short = true,
                                     .least_chance = 0})
                                .claims) {
    EXPECT_FALSE(claim.text.starts_with("$")) << claim.text;
  }
}

TEST(Extract, WhatItsSurroundingsTurnIsNotSaid) {
  const std::string text = "The mill burned in 1871. The mill of the abbey burned in 1902.";
  const evidence::EvidenceMap evidence({Chunk("Mills", text)});
  const auto ask = [&](const Stands& stands) {
    return Extract({.question = "When did the mill burn?",
                    .evidence = &evidence,
                    .stands = stands,
                    .least_chance = 0});
  };
  ASSERT_TRUE(ask(nullptr).claims[0].text.contains("1871"));
  const Answer answer = ask([&](std::size_t, std::size_t begin, std::size_t end) {
    return !std::string_view(text).substr(begin, end - begin).contains("1871");
  });
  ASSERT_FALSE(answer.claims.empty());
  for (const Claim& claim : answer.claims) EXPECT_FALSE(claim.text.contains("1871"));
  EXPECT_TRUE(ask([](std::size_t, std::size_t, std::size_t) { return false; }).declined);
}

TEST(Extract, AProgramStandsTogetherWithTheLineThatIntroducesIt) {
  const std::string text =
      "# Mills\n\nIf you do not want the mill to grind, stop the mill with this command:\n\n"
      "```\n$ millctl stop --now\n```\n";
  const evidence::EvidenceMap evidence({Chunk("Mills", text)});
  // As a verifier does that reads the program alone under a line that turns it.
  const Stands stands = [&](std::size_t, std::size_t begin, std::size_t end) {
    return std::string_view(text).substr(begin, end - begin).contains("If you do not");
  };
  const auto ask = [&](bool points) {
    return Extract({.question = "How do I stop the mill?",
                    .evidence = &evidence,
                    .stands = stands,
                    .may_be_short = points,
                    .least_chance = 0});
  };
  ASSERT_FALSE(ask(true).claims.empty());
  EXPECT_TRUE(ask(true).claims[0].text.contains("millctl stop"));
  EXPECT_FALSE(ask(true).declined);
  EXPECT_TRUE(ask(false).declined) << "it only shows where to look";
  EXPECT_TRUE(ask(false).unquotable);
}

TEST(InverseFrequency, IsTheLogarithmInThousandths) {
  for (const auto& [chunks, frequency] :
       {std::pair<std::int64_t, std::int64_t>{1, 1}, {10, 3}, {2067, 12}, {1'000'000, 0}}) {
    const double n = static_cast<double>(chunks), df = static_cast<double>(frequency);
    EXPECT_NEAR(static_cast<double>(InverseFrequency(chunks, frequency)),
                1000 * std::log(1 + (n - df + 0.5) / (df + 0.5)), 3);
  }
  EXPECT_GE(InverseFrequency(-5, 7), 0);
}

}  // namespace
}  // namespace arborist::extractive
