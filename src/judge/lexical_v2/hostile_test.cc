// SPDX-License-Identifier: AGPL-3.0-only
// Input that was made to deceive or to hurt.
#include <gtest/gtest.h>

#include <string>

#include "judge/diagnosis.h"
#include "judge/lexical_v2/lexical_v2.h"

namespace arborist::judge {
namespace {

std::string Repeated(std::string_view piece, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

bool IsStrict(std::string_view answer, std::string_view context) {
  return JudgeAnswer(answer, context, Verifier::kLexicalV2, {}).audit_mode == AuditMode::kStrict;
}

TEST(LexicalV2Hostile, ALookAlikeIsNotTheWord) {
  constexpr std::string_view kSource = "The bank paid every customer of the old branch in March.";
  ASSERT_TRUE(IsStrict("The bank paid every customer of the branch in March.", kSource));
  // The Cyrillic а in bank, paid and branch; a Cyrillic о in a negation nobody would see.
  EXPECT_FALSE(IsStrict("The bаnk paid every customer of the branch in March.", kSource));
  EXPECT_FALSE(IsStrict("The bank pаid every customer of the brаnch in March.", kSource));
  EXPECT_FALSE(IsStrict("The bank nоt paid every customer of the branch in March.", kSource));
  EXPECT_FALSE(IsStrict("The ｂａｎｋ paid every customer of the branch in March.", kSource));
}

TEST(LexicalV2Hostile, SurvivesAnything) {
  using namespace std::string_literals;
  const std::string_view inputs[] = {"",   " ",   "\n\n", "\"",  "\"\"\"", "[",
                                     "[1", "[1]", "%",    "...", "。"};
  const std::string nul = "a\0b \0\0 The c\0t"s;
  const std::string surrogate = "lone \xED\xA0\x80 surrogate \xED\xB0\x80 here and there";
  const std::string bidi = "\u202E\u2066reversed text\u2069\u202C in \u200F marks";
  for (const std::string_view context : inputs) {
    for (const std::string_view answer : inputs) IsStrict(answer, context);
    for (const std::string* text : {&nul, &surrogate, &bidi}) {
      IsStrict(*text, context);
      IsStrict(context, *text);
      Diagnostician(context, text->size()).Diagnose(*text);
      Diagnostician(*text, context.size()).Diagnose(context);
    }
  }
  EXPECT_TRUE(IsStrict(surrogate, "It is a " + surrogate + ".")) << "verbatim stays verbatim";
}

TEST(LexicalV2Hostile, SurvivesMegabyteLines) {
  const std::size_t million = 1000000;
  for (const std::string& line :
       {std::string(million, 'a'), Repeated("ab ", million / 3), Repeated("\"a. B\" ", million / 7),
        Repeated("not 5 km, ", million / 10), Repeated("中", million / 3),
        Repeated("((", million / 2)}) {
    IsStrict("The bank paid every customer of the branch.", line);
    IsStrict(line.substr(0, 99999), line);
    IsStrict(line.substr(0, 99996) + "b", line);
  }
  SUCCEED();
}

std::size_t WorkFor(const std::string& answer, const std::string& context) {
  const lexical::SourceIndex source(context);
  JudgeLexicalV2(answer, source, {});
  return source.work();
}

TEST(LexicalV2Hostile, TwiceTheContextIsAtMostTwiceTheWork) {
  const std::string answer = "The old bank paid every new customer of the small branch in March.";
  for (const std::string_view piece : {"The bank paid the customer in May. ", "bank paid customer ",
                                       "aaaa", "old new small bank. "}) {
    const std::size_t one = WorkFor(answer, Repeated(piece, 5000));
    const std::size_t two = WorkFor(answer, Repeated(piece, 10000));
    EXPECT_LE(two, 2 * one + 10000) << piece;
  }
}

TEST(LexicalV2Hostile, TwiceTheAnswerIsAtMostTwiceTheWork) {
  const std::string context = Repeated("The bank paid the customer in May. ", 300);
  const std::string_view piece = "The old bank paid every customer in June. ";
  const std::size_t one = WorkFor(Repeated(piece, 200), context);
  const std::size_t two = WorkFor(Repeated(piece, 400), context);
  EXPECT_LE(two, 2 * one + 10000);
}

TEST(LexicalV2Hostile, TwiceAnswerAndContextIsAtMostTwiceTheWorkWhereWordsAreRare) {
  const auto sentences = [](const std::string& stem, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      const std::string number = std::to_string(i);
      text += "The " + stem + number + " of branch" + number + " and bank" + number + ". ";
    }
    return text;
  };
  const std::size_t one = WorkFor(sentences("lender", 500), sentences("borrower", 500));
  const std::size_t two = WorkFor(sentences("lender", 1000), sentences("borrower", 1000));
  EXPECT_LE(two, 2 * one + one / 4);
}

TEST(LexicalV2Hostile, ARunWithoutWordEdgesIsSearchedOnce) {
  const std::string context(200000, 'a');
  EXPECT_LE(WorkFor(std::string(1000, 'a'), context), 10 * context.size());
  EXPECT_LE(WorkFor(Repeated("ab ", 999) + "a", Repeated("ab ", 50000)), 50u * 150000u);
}

}  // namespace
}  // namespace arborist::judge
