// SPDX-License-Identifier: AGPL-3.0-only
// Texts made to cost more than they are long: twice the text is at most about twice the work.
#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "stated/answer.h"

namespace arborist::stated {
namespace {

struct Texts {
  std::string answer, context;
};

std::string Repeated(std::string_view part, std::size_t bytes) {
  std::string text;
  while (text.size() < bytes) text += part;
  return text;
}

std::size_t Work(const Texts& texts) {
  const SourceIndex source(texts.context);
  Budget budget(texts.answer.size() + texts.context.size());
  (void)ReadAnswer(texts.answer, source, &budget);
  return budget.spent();
}

TEST(Hostile, WorkIsLinear) {
  constexpr std::size_t kBytes = 20000;
  const std::function<Texts(std::size_t)> families[] = {
      [](std::size_t n) {
        return Texts{Repeated("The bank paid the clerk and the clerk paid the bank. ", n),
                     Repeated("The clerk paid the bank and the bank paid the loan. ", n)};
      },
      [](std::size_t n) { return Texts{Repeated("bank ", n), Repeated("bank ", n)}; },
      [](std::size_t n) { return Texts{Repeated("03.10.1990 ", n), Repeated("03.10.1990 ", n)}; },
      [](std::size_t n) { return Texts{Repeated("\" \"a\" ", n), Repeated("\"a\" ", n)}; },
      [](std::size_t n) { return Texts{Repeated("- x\n", n), Repeated("- x: y\n", n)}; },
      [](std::size_t n) { return Texts{Repeated("| a | b |\n", n), Repeated("| b | a |\n", n)}; },
      [](std::size_t n) {
        return Texts{Repeated("a, and the b ", n), Repeated("a and the b. ", n)};
      },
      [](std::size_t n) { return Texts{Repeated("[E1", n), Repeated("<!-- ", n)}; },
      [](std::size_t n) { return Texts{Repeated("不", n), Repeated("不能。", n)}; },
  };
  for (const auto& family : families) {
    const std::size_t one = Work(family(kBytes)), two = Work(family(2 * kBytes));
    EXPECT_LE(two, 3 * one + Budget::kFree) << family(40).answer;
  }
}

TEST(Hostile, OddTextsAreRead) {
  for (const std::string_view text :
       {"",    " ",       "\"",    "[",           "<!--", "'s", "%", "$",  "°C", "\xF0\x9F\x98\x80",
        "...", "1.2.3.4", "a\"b",  "\n\n\n",      "|||",  "- ", "#", "# ", "0.", ".0",
        "o",   "-1",      "1:2:3", "\xE2\x80\xAE"}) {
    const SourceIndex source(text);
    Budget budget(100);
    (void)ReadAnswer(text, source, &budget);
  }
}

TEST(Hostile, SpentBudgetStatesNothing) {
  const std::string sentence = "The bank paid the clerk in May.";
  const SourceIndex source(Repeated(sentence + " ", 100000));
  Budget budget(0);
  (void)budget.Take(Budget::kFree);
  for (const Unit& unit : ReadAnswer(sentence, source, &budget)) {
    EXPECT_EQ(unit.verdict, Verdict::kUnread);
  }
}

}  // namespace
}  // namespace arborist::stated
