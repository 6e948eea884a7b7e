// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/selection.h"

#include <gtest/gtest.h>

#include <map>

#include "judge/check_answer.h"
#include "judge/meanings.h"
#include "text/utf8.h"

namespace arborist::judge {
namespace {

using evidence::SentenceKind;

// Passages whose parts are named by their texts.
class SelectionCase {
 public:
  // The next part of the current passage stands behind the one before it.
  SelectionCase& Passage(std::string span, std::string role = "primary_answer_source") {
    evidence::SourceChunk& chunk = request_.passages.emplace_back();
    chunk.chunk_root = std::string(64, static_cast<char>('a' + request_.passages.size()));
    chunk.span = std::move(span);
    chunk.source_role = std::move(role);
    request_.sentences.emplace_back();
    byte_ = 0;
    return *this;
  }
  SelectionCase& Part(std::string_view text, SentenceKind kind = SentenceKind::kSentence,
                      std::optional<std::size_t> refers_to = std::nullopt) {
    const std::string& span = request_.passages.back().span;
    const std::size_t at = span.find(text, byte_);
    EXPECT_NE(at, std::string::npos) << text;
    const std::size_t begin = text::CountCodePoints(span.substr(0, at));
    request_.sentences.back().push_back(
        {begin, begin + text::CountCodePoints(text), kind, refers_to});
    byte_ = at + text.size();
    return *this;
  }
  CheckReport Answer(std::string answer) {
    request_.mode = AnswerMode::kSelect;
    request_.answer = std::move(answer);
    request_.lattice_policy.verifier = Verifier::kLexicalV3;
    return Check(request_);
  }
  CheckRequest& request() { return request_; }

 private:
  CheckRequest request_;
  std::size_t byte_ = 0;
};

SelectionCase Canal() {
  SelectionCase run;
  run.Passage("The Erie Canal joined the Hudson River to Lake Erie. It opened on October 26, 1825.")
      .Part("The Erie Canal joined the Hudson River to Lake Erie.")
      .Part("It opened on October 26, 1825.");
  run.Passage("Buffalo grew quickly after the canal was finished.")
      .Part("Buffalo grew quickly after the canal was finished.");
  return run;
}

std::string RenderedBy(const CheckReport& report) {
  return report.verdict.String("rendered_text").value();
}

TEST(Selection, ShowsTheSentencesOfTheSourceInTheOrderOfTheAnswer) {
  const CheckReport report = Canal().Answer("E2.1, E1.2");
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(report.rung, "SOURCE-QUOTED");
  ASSERT_EQ(report.units.size(), 2u);
  EXPECT_EQ(report.units[0].text, "Buffalo grew quickly after the canal was finished.");
  EXPECT_EQ(report.units[1].text, "It opened on October 26, 1825.");
  EXPECT_EQ(report.units[1].verdict, "stated");
  ASSERT_TRUE(report.units[1].place);
  EXPECT_EQ(report.units[1].place->passage, 0u);
  EXPECT_EQ(report.units[1].place->text, "It opened on October 26, 1825.");
  EXPECT_TRUE(RenderedBy(report).starts_with("- Buffalo grew quickly"));
  EXPECT_EQ(report.verdict.String("verifier_method").value(), "claim_lattice");
}

TEST(Selection, SaysThatOneSentenceIsOneClaim) {
  const CheckReport report = Canal().Answer("E1.1, E1.1");
  EXPECT_EQ(report.n_units, 1);
  EXPECT_EQ(report.n_verified, 1);
}

TEST(Selection, ShowsNothingOfAnAnswerThatHoldsWords) {
  for (const char* answer :
       {"The canal opened in 1825. [E1.2]", "E1.2 and E2.1", "E9.9", "E1.2, E1.3", "E1"}) {
    const CheckReport report = Canal().Answer(answer);
    EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded) << answer;
    EXPECT_EQ(report.violations, std::vector<std::string>{"SELECTION_REFUSED"}) << answer;
    EXPECT_EQ(RenderedBy(report), "") << answer;
    EXPECT_TRUE(report.units.empty()) << answer;
    EXPECT_EQ(report.n_units, 1) << answer;
    EXPECT_EQ(report.n_verified, 0) << answer;
  }
}

TEST(Selection, FollowsNoMorePointersThanThePolicyAllows) {
  SelectionCase run = Canal();
  run.request().lattice_policy.max_selected = 2;
  const CheckReport report = run.Answer("E1.2 E1.1 E2.1");
  EXPECT_EQ(report.audit_mode, AuditMode::kHybrid);
  EXPECT_EQ(report.rung, "SOURCE-QUOTED-PARTIAL");
  EXPECT_EQ(report.units.size(), 2u);
  EXPECT_EQ(report.violations, std::vector<std::string>{"SELECTION_TRIMMED"});
  EXPECT_TRUE(IsSideNote("SELECTION_TRIMMED"));
}

TEST(Selection, SentencesThatFollowEachOtherAreOneClaim) {
  const CheckReport report = Canal().Answer("E1.1, E1.2, E2.1");
  ASSERT_EQ(report.units.size(), 2u);
  EXPECT_EQ(report.units[0].text,
            "The Erie Canal joined the Hudson River to Lake Erie. It opened on October 26, 1825.");
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(Canal().Answer("E1.2, E1.1").units.size(), 2u) << "the source has another order";
}

TEST(Selection, SentencesOfTwoParagraphsAreTwoClaims) {
  const CheckReport report = SelectionCase()
                                 .Passage("The canal is long.\n\nThe lake is deep and wide.")
                                 .Part("The canal is long.")
                                 .Part("The lake is deep and wide.")
                                 .Answer("E1.1, E1.2");
  EXPECT_EQ(report.units.size(), 2u);
}

TEST(Selection, WithoutAPointerNothingIsClaimed) {
  const CheckReport report = Canal().Answer("");
  EXPECT_EQ(report.n_units, 0);
  EXPECT_TRUE(report.violations.empty());
  EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded);
}

// What lexical-v3 asks of the surroundings of a sentence, asked of one that is verbatim.
TEST(Selection, ASentenceThatItsSurroundingsTurnDoesNotHold) {
  const auto reason_of = [](std::string span, std::string_view part) {
    const CheckReport report = SelectionCase().Passage(std::move(span)).Part(part).Answer("E1.1");
    EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded) << part;
    EXPECT_EQ(RenderedBy(report), "") << part;
    return report.units.empty() ? std::string() : std::string(report.units[0].reason);
  };
  EXPECT_EQ(reason_of("Did the canal open in 1825?", "Did the canal open in 1825?"),
            "not_asserted");
  EXPECT_EQ(reason_of("The following statements are false:\n\n- The canal opened in 1830.\n",
                      "The canal opened in 1830."),
            "not_asserted");
  EXPECT_EQ(reason_of("The canal opened in 1830. This was shown to be wrong.",
                      "The canal opened in 1830."),
            "retracted");
}

TEST(Selection, APartOfASentenceIsJudgedByWhatItLeavesOut) {
  const CheckReport report = SelectionCase()
                                 .Passage("If the dam holds, the canal opens in 1825.")
                                 .Part("the canal opens in 1825.")
                                 .Answer("E1.1");
  EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded);
  ASSERT_EQ(report.units.size(), 1u);
  EXPECT_EQ(report.units[0].verdict, "close");
}

TEST(Selection, AShortItemStandsUnderItsLead) {
  const CheckReport report = SelectionCase()
                                 .Passage("The server reads these formats:\n\n- HTML\n- Text\n")
                                 .Part("The server reads these formats:", SentenceKind::kLead)
                                 .Part("HTML", SentenceKind::kItem, 0)
                                 .Part("Text", SentenceKind::kItem, 0)
                                 .Answer("E1.3");
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
  ASSERT_EQ(report.units.size(), 1u);
  EXPECT_EQ(report.units[0].text, "Text");
  ASSERT_EQ(report.units[0].context.size(), 1u);
  EXPECT_EQ(report.units[0].context[0].text, "The server reads these formats:");
  EXPECT_TRUE(RenderedBy(report).contains("\"The server reads these formats:\""));
}

TEST(Selection, ProgramTextIsOneClaimWithTheLineThatTouchesIt) {
  const CheckReport report =
      SelectionCase()
          .Passage("Start the server with this command:\n\n```\nserve --port 6700\n```\n")
          .Part("Start the server with this command:", SentenceKind::kLead)
          .Part("serve --port 6700", SentenceKind::kCode, 0)
          .Answer("E1.2");
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
  ASSERT_EQ(report.units.size(), 1u);
  EXPECT_EQ(report.units[0].text, "Start the server with this command: ``` serve --port 6700");
  EXPECT_TRUE(report.units[0].context.empty());
}

TEST(Selection, ARowStandsUnderTheNamesOfItsColumns) {
  const CheckReport report =
      SelectionCase()
          .Passage("| Option | Default |\n|---|---|\n| port | 6700 |\n| host | none |\n")
          .Part("| Option | Default |", SentenceKind::kColumns)
          .Part("| port | 6700 |", SentenceKind::kRow, 0)
          .Answer("E1.2");
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
  ASSERT_EQ(report.units.size(), 1u);
  ASSERT_EQ(report.units[0].context.size(), 1u);
  EXPECT_EQ(report.units[0].context[0].text, "| Option | Default |");
}

TEST(Selection, WorksInScriptsWithoutSpaces) {
  const CheckReport report = SelectionCase()
                                 .Passage("张衡是东汉的科学家。他制成了候风地动仪。")
                                 .Part("张衡是东汉的科学家。")
                                 .Part("他制成了候风地动仪。")
                                 .Answer("E1.2");
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
}

TEST(Selection, ASourceThatMayNotCarryAnAnswerDoesNot) {
  const CheckReport report = SelectionCase()
                                 .Passage("The canal opened.", "quoted_elsewhere")
                                 .Part("The canal opened.")
                                 .Answer("E1.1");
  EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded);
  EXPECT_EQ(report.violations, std::vector<std::string>{"SOURCE_ROLE_BLOCKED"});
}

TEST(Selection, ATextThatSteersDirectionIsNotQuoted) {
  const CheckReport report = SelectionCase()
                                 .Passage("The canal \xE2\x80\xAEopened\xE2\x80\xAC in 1825.")
                                 .Part("The canal \xE2\x80\xAEopened\xE2\x80\xAC in 1825.")
                                 .Answer("E1.1");
  EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded);
}

TEST(Selection, AListOfOtherPassagesIsNone) {
  SelectionCase run = Canal();
  run.request().sentences[0][0].offset_end = 4000;
  const CheckReport report = run.Answer("E2.1");
  EXPECT_EQ(report.violations, std::vector<std::string>{"SELECTION_REFUSED"});
}

TEST(Selection, WhatIsHeldAgainstItIsTold) {
  for (const char* kind : {"SELECTION_REFUSED", "SELECTION_TRIMMED", "TURNED_BY_SURROUNDINGS",
                           "SOURCE_ROLE_BLOCKED"}) {
    EXPECT_NE(ViolationMeaning(kind), "a word that this program does not know") << kind;
  }
}

}  // namespace
}  // namespace arborist::judge
