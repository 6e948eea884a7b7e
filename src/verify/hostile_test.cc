// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "naive/verify_quotes.h"
#include "text/canonical.h"
#include "text/scan.h"
#include "verify/quotes.h"
#include "verify/units.h"

namespace arborist::verify {
namespace {

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Bytes of the context that were looked at while a verdict was made.
std::size_t WorkOf(const std::string& answer, const std::string& text) {
  const Context context(text);
  VerifyQuotes(answer, context, {});
  return context.work();
}

TEST(HostileAnswers, DoublingAnswerAndContextAtMostDoublesTheWork) {
  std::string words;
  for (int i = 0; i < 200; ++i) words += "Word" + std::to_string(i) + " other" + std::to_string(i);
  struct Shape {
    std::string_view name, answer, context;
  };
  for (const Shape& shape : {
           Shape{"many quotes", "\"quoted text here\" ", "nothing of it. "},
           Shape{"many sentences", "This sentence was never written down anywhere. ", "Other. "},
           Shape{"many names", "Aaa Bbb, Ccc Ddd, Eee Fff; ", "aaa bbb eee fff "},
           Shape{"one long word", "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab"},
           Shape{"many salient words", "Mary Ann likes Xxxxxx Yyyyyy ", "mary ann xxxxxx yyyyyy "},
           Shape{"open parentheses", "(https://a(https://b ", "(https://"},
       }) {
    // Past the few needles that are searched one by one.
    const std::string answer = Repeat(shape.answer, 2000), context = Repeat(shape.context, 2000);
    const std::size_t once = WorkOf(answer, context);
    const std::size_t twice = WorkOf(answer + answer, context + context);
    EXPECT_LE(twice, 2 * once + once / 4) << shape.name;
  }
}

TEST(HostileAnswers, MegabytesNeitherCrashNorHang) {
  for (const std::string_view piece :
       {"\"", "“",  "(",  "(see ", "A ",           "A. ",    "B' ",
        "A-", "1,", ". ", ".A ",   "\xED\xA0\x80", "\u200b", "\u202e",
        "а",  "- ", "\n", "é",     "e\u0301",      "A’ "}) {
    const std::string long_text = Repeat(piece, (1u << 20) / piece.size());
    const auto verdict = VerifyQuotes(long_text, Context(long_text), {});
    EXPECT_LE(verdict.n_verified, verdict.n_quotes) << piece;
  }
  const std::string nul(1 << 16, '\0');
  VerifyQuotes(nul, Context(nul), {});
}

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
      ASSERT_EQ(VerifyQuotes(answer, Context(context), quote_policy),
                naive::VerifyQuotes(answer, context, quote_policy))
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
    EXPECT_EQ(VerifyQuotes(answer, Context(wrapped), {}),
              VerifyQuotes(answer, Context(context), {}));
    EXPECT_EQ(VerifyQuotes(answer, Context(text::Nfc(context)), {}),
              VerifyQuotes(answer, Context(context), {}));
  }
}

TEST(Metamorphic, HomoglyphsAreOtherLetters) {
  EXPECT_EQ(VerifyQuotes("\"Bаtman lives here\"", Context("Batman lives here"), {}).audit_mode,
            AuditMode::kUngrounded);
}

}  // namespace
}  // namespace arborist::verify
