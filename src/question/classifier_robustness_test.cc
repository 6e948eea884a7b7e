// SPDX-License-Identifier: AGPL-3.0-only
// What must not change a result, and what must not break the classifiers.
#include <gtest/gtest.h>

#include <chrono>

#include "question/preflight.h"
#include "text/canonical.h"

namespace arborist::question {
namespace {

constexpr std::string_view kQuestions[] = {
    "tell me about all the planets",
    "What's the café's complete list of Beyoncé songs?",
    "name at least five rivers, please",
    "Who wrote 'All the King's Men' in the 1940s?",
    "When did Einstein stop beating his wife?",
    "Who is the current president of France?",
    "Is Schrödinger's cat never alive or always dead?",
    "what's in the document I've sent to my inbox?",
    "What do most scientists don't know about \"every man\"?",
    "Hi! Which three of Bach's works are top-3 hits? Explain.",
};

// All that depends on the words: not the raw text, nor the hash, which knows norm-v1 only.
std::string Verdict(std::string_view question) {
  PreflightInput input;
  input.question = question;
  json::Object state = ToJson(PreflightQuestion(input));
  state.erase("raw_question");
  state.erase("question_hash");
  state.emplace("quantifier", ToJson(ClassifyQuantifier(question)));
  return json::Dump(state);
}

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

class Metamorphic : public testing::TestWithParam<std::string_view> {
 protected:
  std::string question_{GetParam()};
  void ExpectSame(const std::string& variant) {
    EXPECT_EQ(Verdict(variant), Verdict(question_)) << variant;
  }
};
INSTANTIATE_TEST_SUITE_P(Questions, Metamorphic, testing::ValuesIn(kQuestions));

TEST_P(Metamorphic, CaseChangesNothing) {
  std::string upper = question_;
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 32);
  }
  ExpectSame(upper);
  ExpectSame(text::ToLower(question_));
}
TEST_P(Metamorphic, WrappingChangesNothing) {
  ExpectSame(Replaced(question_, " ", "\n"));
  ExpectSame(Replaced(question_, " ", " \t\r\n \u00A0"));
  ExpectSame("\n  " + question_ + " \u3000");
}
TEST_P(Metamorphic, UnicodeFormChangesNothing) {
  ExpectSame(Replaced(Replaced(question_, "é", "e\u0301"), "ö", "o\u0308"));
  std::string wide;
  for (const char c : question_) {
    if (c >= 'a' && c <= 'z') {
      const int code = 0xFF41 + (c - 'a');
      wide += {static_cast<char>(0xE0 | (code >> 12)), static_cast<char>(0x80 | ((code >> 6) & 63)),
               static_cast<char>(0x80 | (code & 63))};
    } else {
      wide += c;
    }
  }
  ExpectSame(wide);
}
TEST_P(Metamorphic, InvisibleCharactersChangeNothing) {
  for (const std::string_view hidden :
       {"\u200B", "\u200D", "\u00AD", "\u2060", "\uFEFF", "\u202E"}) {
    std::string variant;
    for (const char c : question_) {
      variant += c;
      if (static_cast<unsigned char>(c) < 0x80) variant += hidden;
    }
    ExpectSame(variant);
  }
}
TEST_P(Metamorphic, TypographyChangesNothing) {
  ExpectSame(Replaced(question_, "'", "\u2019"));
  ExpectSame(Replaced(question_, "\"", "\u201D"));
  ExpectSame(Replaced(question_, "-", "\u2011"));
}
TEST_P(Metamorphic, QuotesAroundEverythingChangeNothing) {
  if (!question_.contains('"')) ExpectSame("\u201C" + question_ + "\u201D");
}

TEST(HostileQuestions, AreAnsweredInLinearTime) {
  const std::string_view pieces[] = {"who is ceo ",
                                     "all of ",
                                     "x, hi, ",
                                     "little, ",
                                     "tell a bit ",
                                     "1-",
                                     "\"",
                                     "' a",
                                     "'",
                                     "between 3 and ",
                                     "my private ",
                                     "list all and ",
                                     "when did x stop ",
                                     "no ",
                                     "a",
                                     "a.",
                                     "\u200B",
                                     "e\u0301",
                                     "twenty-",
                                     "what, ",
                                     "most ",
                                     "each every ",
                                     "?",
                                     "(((",
                                     "alive dead or ",
                                     "\xED\xA0\x80",
                                     "give me a ",
                                     "top-top-"};
  for (const std::string_view piece : pieces) {
    std::string question;
    while (question.size() < 200'000) question += piece;
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_FALSE(Verdict(question).empty());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    EXPECT_LT(seconds.count(), 20.0) << piece;  // quadratic would be minutes, even under sanitizers
  }
}
TEST(HostileQuestions, StrangeTextIsSingular) {
  for (const std::string_view question :
       {std::string_view("\0\0", 2), std::string_view("\xED\xA0\x80"), std::string_view("''\"\"'"),
        std::string_view("%$%$"), std::string_view("-/-&.,"), std::string_view("\u202E\u200B")}) {
    EXPECT_EQ(ClassifyQuantifier(question), Quantifier{});
  }
}
TEST(HostileQuestions, OtherLanguagesAreSingular) {
  for (const std::string_view question :
       {"Welche Städte liegen alle am Rhein?", "谁是蝙蝠侠？", "Где находится Кремль?",
        "ใครคือแบทแมน", "Quels sont tous les fleuves ?"}) {
    EXPECT_EQ(ClassifyQuantifier(question), Quantifier{}) << question;
  }
}

}  // namespace
}  // namespace arborist::question
