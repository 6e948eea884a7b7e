// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/check_answer.h"

#include <gtest/gtest.h>

#include "judge/reference/lattice_sample_test.h"
#include "text/utf8.h"

namespace arborist::judge {
namespace {

CheckRequest Request(AnswerMode mode, std::string answer) {
  CheckRequest request;
  request.mode = mode;
  request.answer = std::move(answer);
  request.passages = Planets();
  return request;
}

TEST(Check, PlacesCountInThePassageTheyStandIn) {
  const CheckReport report =
      Check(Request(AnswerMode::kQuote, "Venus is the second planet and has no moons at all."));
  EXPECT_EQ(report.audit_mode, AuditMode::kStrict);
  ASSERT_TRUE(report.units.at(0).place);
  EXPECT_EQ(report.units[0].place->passage, 1u);
  EXPECT_EQ(report.units[0].place->begin, 0u);
  EXPECT_TRUE(report.units[0].diagnosis.empty());
}
TEST(Check, PlacesAndExcerptsAreOfThePassageAsItIsStored) {
  const std::string before = "Rene\u0301e la\u0308chelt e\u0301te\u0301 oft. ";
  const std::string said = "The cafe\u0301 opened in May 1990.";
  for (const AnswerMode mode : {AnswerMode::kQuote, AnswerMode::kClaimLatticePointer}) {
    CheckRequest request = Request(mode, "The caf\u00E9 opened in May 1990.");
    if (mode == AnswerMode::kClaimLatticePointer) request.answer += " [E1]";
    request.passages.resize(1);
    request.passages[0].span = before + said + " It closed again.";
    const CheckReport report = Check(request);
    ASSERT_EQ(report.units.size(), 1u);
    EXPECT_EQ(report.units[0].verdict, "stated");
    ASSERT_TRUE(report.units[0].place);
    EXPECT_EQ(report.units[0].place->text, said);
    EXPECT_EQ(report.units[0].place->begin, text::CountCodePoints(before));
    EXPECT_EQ(report.units[0].place->end,
              text::CountCodePoints(before) + text::CountCodePoints(said));
  }
}
TEST(Check, EachFailureOfAPointerHasItsWord) {
  const CheckReport report = Check(Request(AnswerMode::kClaimLatticePointer,
                                           "Venus is the second planet. [E1]\n"
                                           "Saturn has rings of gold and glass. [E3]\n"
                                           "Mars has two moons, Phobos and Deimos. [E8]\n"
                                           "Nobody cites this line anywhere."));
  ASSERT_EQ(report.units.size(), 4u);
  EXPECT_EQ(report.units[0].diagnosis, "misattributed");
  EXPECT_EQ(report.units[1].diagnosis, "not_found");
  EXPECT_EQ(report.units[2].diagnosis, "unresolved_pointer");
  EXPECT_EQ(report.units[3].diagnosis, "not_found");
}
TEST(Check, TheVerdictObjectIsTheReferencesWithOurFieldsBeside) {
  const CheckRequest request =
      Request(AnswerMode::kClaimLattice,
              R"({"claims":[{"text":"Saturn has rings of ice and rock.","evidence_ids":["E3"]}]})");
  const json::Value value = ToJson(Check(request), request);
  EXPECT_EQ(value.String("audit_mode").value(), "STRICT");
  EXPECT_EQ(value.String("rung").value(), "POINTER-LINKED");  // no warrant class was active
  EXPECT_EQ(value.String("verifier").value(), "lexical-v3");
  EXPECT_NE((*value.List("claim_statuses").value())[0].Find("passage"), nullptr);
}
TEST(Check, WithoutPassagesNothingIsGrounded) {
  CheckRequest request = Request(AnswerMode::kQuote, "Mars is the fourth planet of the sun.");
  request.passages.clear();
  const CheckReport report = Check(request);
  EXPECT_EQ(report.audit_mode, AuditMode::kUngrounded);
  for (const CheckedUnit& unit : report.units) EXPECT_FALSE(unit.place);
}

}  // namespace
}  // namespace arborist::judge
