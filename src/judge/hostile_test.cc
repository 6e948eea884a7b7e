// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include <string>

#include "judge/reference/quotes.h"
#include "judge/reference/units.h"

namespace arborist::judge {
namespace {

std::string Repeat(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

// Bytes of the context that were looked at while a verdict was made.
std::size_t WorkOf(const std::string& answer, const std::string& text) {
  const Context context(text);
  JudgeQuotes(answer, context, {});
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
    const auto verdict = JudgeQuotes(long_text, Context(long_text), {});
    EXPECT_LE(verdict.n_verified, verdict.n_quotes) << piece;
  }
  const std::string nul(1 << 16, '\0');
  JudgeQuotes(nul, Context(nul), {});
}

TEST(Metamorphic, HomoglyphsAreOtherLetters) {
  EXPECT_EQ(JudgeQuotes("\"Bаtman lives here\"", Context("Batman lives here"), {}).audit_mode,
            AuditMode::kUngrounded);
}

}  // namespace
}  // namespace arborist::judge
