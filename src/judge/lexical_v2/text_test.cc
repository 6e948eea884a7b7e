// SPDX-License-Identifier: AGPL-3.0-only
// What must not change a label, and how texts are read.
#include <gtest/gtest.h>

#include <string>

#include "judge/lexical_v2/lexical_v2.h"
#include "judge/lexical_v2/tokens.h"
#include "judge/lexical_v2/units.h"
#include "text/canonical.h"

namespace arborist::judge {
namespace {

using lexical::Kind;

constexpr std::string_view kContext =
    "Café owners in Zürich don't pay the new tax, said the mayor in 2019. The \"old town\" keeps "
    "its narrow streets.\n\nThe lake freezes once in thirty years. Boats stay in the harbour.";

AuditMode ModeOf(std::string_view answer, std::string_view context) {
  return JudgeAnswer(answer, context, Verifier::kLexicalV2, {}).audit_mode;
}

// Answers of every label, each of which must keep it under the changes below.
const std::vector<std::string> kAnswers = {
    "Café owners in Zürich don't pay the new tax, said the mayor in 2019.",
    "Café owners in Zürich pay the new tax, said the mayor in 2019.",
    "The lake freezes once in thirty years. Nobody skates on it because of sharks.",
    "The \"old town\" keeps its narrow streets.",
    "Boats sink in winter storms.",
};

std::string Replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

void ExpectSameLabels(const auto& change) {
  for (const std::string& answer : kAnswers) {
    const std::string context(kContext);
    const AuditMode label = ModeOf(answer, context);
    EXPECT_EQ(ModeOf(change(answer), context), label) << answer;
    EXPECT_EQ(ModeOf(answer, change(context)), label) << answer;
    EXPECT_EQ(ModeOf(change(answer), change(context)), label) << answer;
  }
}

TEST(LexicalV2Label, HasAllThreeValuesInTheseTests) {
  EXPECT_EQ(ModeOf(kAnswers[0], kContext), AuditMode::kStrict);
  EXPECT_EQ(ModeOf(kAnswers[2], kContext), AuditMode::kHybrid);
  EXPECT_EQ(ModeOf(kAnswers[1], kContext), AuditMode::kUngrounded);
}

TEST(LexicalV2Label, IsTheSameHoweverLinesAreWrapped) {
  ExpectSameLabels([](const std::string& text) { return Replaced(text, " ", "\n"); });
  ExpectSameLabels([](const std::string& text) { return Replaced(text, " t", "\r\nt"); });
}

TEST(LexicalV2Label, IsTheSameInEitherUnicodeForm) {
  ExpectSameLabels([](const std::string& text) {
    return Replaced(Replaced(text, "é", "e\u0301"), "ü", "u\u0308");
  });
}

TEST(LexicalV2Label, IsTheSameWithInvisibleCharacters) {
  ExpectSameLabels([](const std::string& text) { return Replaced(text, "a", "a\u200B"); });
  ExpectSameLabels([](const std::string& text) { return "\uFEFF\u202A" + text + "\u202C"; });
}

TEST(LexicalV2Label, IsTheSameWithCurlyQuotes) {
  ExpectSameLabels([](const std::string& text) {
    return Replaced(Replaced(Replaced(text, "\"old", "“old"), "town\"", "town”"), "n't", "n’t");
  });
}

TEST(LexicalV2Label, IsTheSameInAnyOrderOfPassages) {
  const std::size_t gap = kContext.find("\n\n");
  const std::string turned =
      std::string(kContext.substr(gap + 2)) + "\n\n" + std::string(kContext.substr(0, gap));
  for (const std::string& answer : kAnswers)
    EXPECT_EQ(ModeOf(answer, turned), ModeOf(answer, kContext));
}

TEST(LexicalV2Label, TakesVerbatimSentencesOfOtherScripts) {
  EXPECT_EQ(ModeOf("黑豹队的防守只丢了308分。职业碗防守截锋领先于全队。",
                   "黑豹队的防守只丢了308分。在联赛中排名第六。职业碗防守截锋领先于全队。"),
            AuditMode::kStrict);
  EXPECT_EQ(ModeOf("黑豹队的防守只丢了309分。", "黑豹队的防守只丢了308分。"),
            AuditMode::kUngrounded);
  EXPECT_EQ(ModeOf("ทีมรับของแพนเธอร์สถอดใจที่คะแนน 308", "วันนี้ ทีมรับของแพนเธอร์สถอดใจที่คะแนน 308 ได้อันดับ"),
            AuditMode::kStrict);
  EXPECT_EQ(ModeOf("Защита уступила всего 308 очков в этой лиге.",
                   "Защита уступила всего 308 очков в этой лиге. Потом был матч."),
            AuditMode::kStrict);
}

TEST(LexicalV2Label, RefusesANegationInOtherLanguages) {
  EXPECT_NE(ModeOf("Защита не уступила всего 308 очков в этой лиге.",
                   "Защита уступила всего 308 очков в этой лиге."),
            AuditMode::kStrict);
  EXPECT_NE(ModeOf("Der Bürgermeister hat die neue Brücke nicht am Montag eröffnet.",
                   "Der Bürgermeister hat die neue Brücke am Montag eröffnet."),
            AuditMode::kStrict);
}

TEST(LexicalV2Label, ShowsUnitsAsTheAnswerWroteThem) {
  const QuoteVerdict verdict = JudgeAnswer("The ‘blue’ café doesn’t sell any tea to strangers.",
                                           kContext, Verifier::kLexicalV2, {});
  const QuoteVerdict good =
      JudgeAnswer("Café owners in Zürich don’t pay the new tax [1], said the mayor in 2019.",
                  kContext, Verifier::kLexicalV2, {});
  EXPECT_TRUE(verdict.claim_statuses.empty() || verdict.audit_mode != AuditMode::kStrict);
  ASSERT_EQ(good.claim_statuses.size(), 1u);
  EXPECT_EQ(good.claim_statuses[0].text,
            "Café owners in Zürich don’t pay the new tax [1], said the mayor in 2019.");
}

TEST(Reading, ReadsNumbersByValue) {
  const auto value = [](std::string_view text) {
    return std::string(lexical::Reading(text).tokens()[0].stem);
  };
  EXPECT_EQ(value("1,250.50"), "1250.5");
  EXPECT_EQ(value("007"), "7");
  EXPECT_EQ(value("0.5"), "0.5");
  EXPECT_EQ(value("3.2 million"), "3200000");
  EXPECT_EQ(value("5th"), "o5");
  EXPECT_EQ(value("fifth"), "o5");
  EXPECT_EQ(value("forty-two"), "42");
  EXPECT_EQ(value("40 per cent"), "40%");
  EXPECT_EQ(value("40%"), "40%");
  EXPECT_EQ(value("thousand"), "1000");
}

TEST(Reading, TellsTheMonthFromTheHedge) {
  const lexical::Reading reading("It may rain on May 5");
  const auto& tokens = reading.tokens();
  EXPECT_TRUE(tokens[1].Is(lexical::kHedge));
  EXPECT_EQ(tokens[4].kind, Kind::kName);
  EXPECT_FALSE(tokens[4].Is(lexical::kHedge));
}

TEST(Reading, EndsSentencesButNotAtAbbreviations) {
  const auto last = [](std::string_view text) {
    return lexical::Reading(text).tokens().back().sentence;
  };
  EXPECT_EQ(last("It rained. He left."), 1u);
  EXPECT_EQ(last("Dr. Smith left."), 0u);
  EXPECT_EQ(last("J. Smith of the U.S. Army left."), 0u);
  EXPECT_EQ(last("It rained.\nHe left."), 1u);
  EXPECT_EQ(last("下雨了。他走了。"), 1u);
}

TEST(Stem, JoinsFormsOfAWord) {
  lexical::Letters letters;
  const auto stem = [&](std::string_view lower) { return lexical::Stem(lower, &letters); };
  EXPECT_EQ(stem("cities"), stem("city"));
  EXPECT_EQ(stem("families"), stem("family"));
  EXPECT_EQ(stem("stopped"), stem("stop"));
  EXPECT_EQ(stem("producing"), stem("produces"));
  EXPECT_EQ(stem("u.s.a"), "usa");
  EXPECT_NE(stem("bus"), stem("bu"));
}

TEST(SplitBlocks, JoinsWrappedLinesAndPartsListItems) {
  const auto blocks = lexical::SplitBlocks("# Title\nA wrapped\nline\n- first\n- second\n\nlast");
  ASSERT_EQ(blocks.size(), 5u);
  EXPECT_EQ(blocks[0], "Title");
  EXPECT_EQ(blocks[1], "A wrapped\nline");
  EXPECT_EQ(blocks[3], "second");
}

}  // namespace
}  // namespace arborist::judge
