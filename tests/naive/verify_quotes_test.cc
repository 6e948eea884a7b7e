// SPDX-License-Identifier: AGPL-3.0-only
#include "naive/verify_quotes.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "judge/reference/quotes.h"
#include "text/canonical.h"
#include "text/utf8.h"

// The fast verdict on free answers against the plain one, and against itself on the same text
// written otherwise.
namespace arborist::judge {
namespace {

// Text of the pieces on which the rules turn.
std::string RandomText(std::mt19937* random, int pieces) {
  static constexpr std::string_view kPieces[] = {
      "Alpha",  "Beta", "gamma",      "delta",    "epsilon",
      "with",   "over", "A.",         "B'",       "C-d",
      "O’Neil", "\"",   "“",          "”",        "(",
      ")",      "(see", "(https://x", "Source:",  "1,234",
      "50",     "3.14", "1.",         "2)",       "- ",
      "•",      "\n",   "\t",         "\u00A0",   ". ",
      "! ",     "?",    ",",          "É",        "e\u0301",
      "ß",      "Σ",    "日本語",     "\u200b",   "\u202e",
      "٣",      "ſee",  "İ",          "alpha",    "Gamma",
      "delta.", "THE",  "source",     "does not", "according to the sources",
      "_",      "\x1c", "\u2028"};
  std::string text;
  for (int i = 0; i < pieces; ++i) {
    text += kPieces[(*random)() % std::size(kPieces)];
    if ((*random)() % 3 != 0) text += ' ';
  }
  return text;
}

TEST(NaiveReference, AgreesOnRandomAnswers) {
  std::mt19937 random(42);
  for (int round = 0; round < 4000; ++round) {
    const std::string context = RandomText(&random, 40);
    std::string answer = RandomText(&random, 1 + static_cast<int>(random() % 25));
    if (round % 3 == 0) {  // something that does stand in the context
      const std::size_t half = text::Prefix(context, 30).size();
      answer += context.substr(half, text::Prefix(context.substr(half), 40).size());
    }
    for (const EntityPolicy policy : {EntityPolicy::kStrict, EntityPolicy::kProximity}) {
      const QuotePolicy quote_policy{
          .entity_policy = policy, .proximity_n = 2, .proximity_window = 60};
      ASSERT_EQ(JudgeQuotes(answer, Context(context), quote_policy),
                naive::JudgeQuotes(answer, context, quote_policy))
          << answer << "\n--\n"
          << context;
    }
  }
}

TEST(Metamorphic, WrappingAndUnicodeFormOfTheContextDoNotMatter) {
  std::mt19937 random(3);
  for (int round = 0; round < 300; ++round) {
    const std::string context = RandomText(&random, 40);
    const std::string answer = RandomText(&random, 20);
    std::string wrapped;
    for (const char c : context) wrapped += c == ' ' ? "\r\n \t" : std::string(1, c);
    EXPECT_EQ(JudgeQuotes(answer, Context(wrapped), {}), JudgeQuotes(answer, Context(context), {}));
    EXPECT_EQ(JudgeQuotes(answer, Context(text::Nfc(context)), {}),
              JudgeQuotes(answer, Context(context), {}));
  }
}

}  // namespace
}  // namespace arborist::judge
