// SPDX-License-Identifier: AGPL-3.0-only
// Texts made to be slow, large or senseless.
#include <gtest/gtest.h>

#include <ctime>

#include "extractive/sample_test.h"

namespace arborist::extractive {
namespace {

std::string Times(std::string_view part, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += part;
  return text;
}

double SecondsOf(std::string_view question, const std::string& span) {
  double best = 1e9;
  for (int round = 0; round < 2; ++round) {
    const std::clock_t start = std::clock();
    Ask(question, {Chunk("Calder Tower", span)});
    best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
  }
  return best;
}

TEST(Hostile, TimeGrowsWithTheText) {
  const std::string long_question = Times("Who designed The Calder Tower near BCD ", 100);
  for (const std::string_view part :
       {"Calder ", "The Calder Tower was designed. ", ".", "a. ", "?!", "[1]", "\n", "- a\n",
        "...\"", "|", "B. ", "塔", "Tower\n\n", "S the ", "re-", "\xE2\x80\xA6", "ก ", "1,2.3",
        "U.S."}) {
    for (const std::string& question :
         {std::string("Who designed the Calder Tower?"), long_question}) {
      const double one = SecondsOf(question, Times(part, 40'000 / part.size()));
      const double eight = SecondsOf(question, Times(part, 320'000 / part.size()));
      EXPECT_LT(eight, 0.05 + 24 * one) << "of " << part;
    }
  }
}

TEST(Hostile, SenselessEvidenceIsDeclinedOrQuoted) {
  for (const std::string_view span :
       {"", " ", "\n\n\n", "....", "|||||", "[E1]", "<div><p></p></div>", "\"\"\"\"", "((((",
        "== ==", "{{{{}}}}", "\x01\x02", "�", "- \n- \n- "}) {
    const Answer answer = Ask("Who designed the tower?", {Chunk("", std::string(span))});
    EXPECT_TRUE(answer.declined) << span;
  }
}

TEST(Hostile, AnyQuestionIsRead) {
  const std::string span = "The Calder Tower was designed by Ingrid Solberg.";
  for (const std::string& question :
       {std::string("?"), std::string("what"), std::string("how many"), std::string("of what"),
        Times("tower ", 100'000), Times("塔", 100'000), std::string("what kind of"),
        std::string("\"\"\""), Times("A", 100'000)}) {
    Ask(question, {Chunk("Calder Tower", span)});
  }
}

TEST(Hostile, TheSameAnswerEveryTime) {
  const std::string span = Times("The Calder Tower was designed by A. The tower is by B. ", 50);
  const Answer first = Ask("Who designed the Calder Tower?", {Chunk("T", span), Chunk("U", span)});
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(Ask("Who designed the Calder Tower?", {Chunk("T", span), Chunk("U", span)}), first);
  }
}

}  // namespace
}  // namespace arborist::extractive
