// SPDX-License-Identifier: AGPL-3.0-only
#include "judge/unit_text.h"

#include <gtest/gtest.h>

#include "judge/check_answer.h"

namespace arborist::judge {
namespace {

json::Value Unit(const char* text) { return *json::Parse(text); }

TEST(UnitText, SaysEachVerdictInTheSameWords) {
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":true,"verdict":"stated"})")), "stated");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"The dög is black.","verified":false,"verdict":"close",
                                 "diagnosis":"close","unsupported":[{"begin":11,"end":16}]})")),
            "close: not in the passage: \"black\"");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":false,"verdict":"not_found"})")),
            "not found in these sources");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":false,"verdict":"not_checked"})")),
            "not checked");
}

TEST(UnitText, OlderRecordsAreToldInTheSameWords) {
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":true,"diagnosis":null})")), "stated");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","status":"SUPPORTED_PARAPHRASE"})")), "stated");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":false,"diagnosis":"not_checked"})")),
            "not checked");
}

TEST(UnitText, AccusesOnlyWhereTheCheckIsCertain) {
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":false,"diagnosis":"fabricated"})")),
            "not found in these sources");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"In 1873.","verified":false,"verdict":"close",
                                 "diagnosis":"wrong_number","unsupported":[{"begin":3,"end":7}]})")),
            "close: not in the passage: \"1873\"; a number differs from the source");
  EXPECT_EQ(VerdictText(Unit(R"({"text":"a","verified":false,"diagnosis":"unresolved_pointer"})")),
            "not found in these sources; it cites a passage that was not given");
}

TEST(UnitText, GivesProgramsTheWords) {
  const json::Value unit = WithVerdict(
      Unit(R"({"text":"It is black.","verdict":"close","unsupported":[{"begin":6,"end":11}]})"));
  EXPECT_EQ(json::Dump(*unit.Find("unsupported_words")), R"(["black"])");
  EXPECT_EQ(*WithVerdict(Unit(R"({"text":"a","verified":false})")).Find("verdict"),
            json::Value("not_found"));
}

TEST(UnitText, TakesSpansThatLieOutside) {
  const json::Value unit = Unit(
      R"({"text":"ab","verdict":"close","unsupported":[{"begin":1,"end":9},{"begin":5,"end":7},{"begin":-1,"end":1},{}]})");
  EXPECT_EQ(UnsupportedWords(unit), (std::vector<std::string>{"b", ""}));
}

TEST(UnitText, ReportsWhatACheckFound) {
  CheckRequest request;
  request.verifier = Verifier::kLexicalV3;
  request.answer = "Bob Kane met Bill Finger at a wedding.";
  request.passages.emplace_back().span = "Bob Kane met Bill Finger at a party.";
  const json::Value verdict = ToJson(Check(request), request);
  EXPECT_EQ(ReportText("UNGROUNDED", "UNGROUNDED", verdict.Find("claim_statuses")->as_array()),
            "UNGROUNDED: no claim is stated by the passages. It is not "
            "checked whether the answer answers the question.\n"
            "- Bob Kane met Bill Finger at a wedding.\n"
            "  close: not in the passage: \"wedding\"");
}

}  // namespace
}  // namespace arborist::judge
