// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "judge/reference/lattice_sample_test.h"
#include "judge/verdict_json.h"

namespace arborist::judge {
namespace {

using Names = std::vector<std::string>;

std::string OneClaim(std::string_view text, std::string_view ids) {
  return json::Dump(json::Object{
      {"claims", json::Array{json::Object{{"text", text}, {"evidence_ids", *json::Parse(ids)}}}}});
}

TEST(JsonClaims, AreStrictWhenEveryIdHolds) {
  const LatticeVerdict verdict = Json(OneClaim("Saturn has rings of ice.", R"(["E3"])"));
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(verdict.n_quotes, 1);
  EXPECT_EQ(verdict.evidence_id_pairs.size(), 1u);
  EXPECT_TRUE(verdict.json_fixups->empty());
}
TEST(JsonClaims, AreReadLeniently) {
  const LatticeVerdict verdict =
      Json("```json\n" + OneClaim("Saturn has rings of ice.", R"(["E3"])") + "\n```");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kStrict);
  EXPECT_EQ(*verdict.json_fixups, std::vector<std::string_view>{"fence"});
}
TEST(JsonClaims, AreRefusedWhereTheShapeIsWrong) {
  EXPECT_EQ(Kinds(Json("no json at all")), Names{"SCHEMA_INVALID"});
  EXPECT_EQ(Kinds(Json("[]")), Names{"SCHEMA_INVALID"});
  EXPECT_EQ(Kinds(Json("{}")), Names{"SCHEMA_INVALID"});
  EXPECT_EQ(Kinds(Json(R"({"claims":{}})")), Names{"SCHEMA_INVALID"});
  EXPECT_EQ(Kinds(Json(R"({"claims":[1,{"text":5,"evidence_ids":[]}]})")),
            (Names{"SCHEMA_INVALID", "SCHEMA_INVALID"}));
}
TEST(JsonClaims, OfNullAreUngroundedAndNothingElse) {
  const LatticeVerdict verdict = Json("null");
  EXPECT_EQ(verdict.audit_mode, AuditMode::kUngrounded);
  EXPECT_TRUE(verdict.violations.empty());
}
TEST(JsonClaims, ShowTextThatIsNoString) {
  const LatticeVerdict verdict = Json(R"({"claims":[{"text":[1,"a"],"evidence_ids":["E1"]}]})");
  EXPECT_EQ(verdict.claim_statuses.at(0).text, R"([1,"a"])");
}
TEST(JsonClaims, TakeWhatPythonCallsFalseForAbsent) {
  const LatticeVerdict verdict = Json(
      R"({"claims":[{"text":false,"evidence_ids":0},{"text":"Saturn rings","evidence_ids":""}]})");
  EXPECT_EQ(verdict.claim_statuses.at(0).reasons.at(0), "empty_text");
  EXPECT_EQ(verdict.claim_statuses.at(1).status, "NO_EVIDENCE_POINTER");
  EXPECT_EQ(verdict.n_quotes, 2) << "a claim without ids counts twice";
}
TEST(JsonClaims, MayNotQuote) {
  for (const std::string_view text : {"Saturn \"rings\"", "Saturn “rings", "Saturn rings”"}) {
    const LatticeVerdict verdict = Json(OneClaim(text, R"(["E3","E3"])"));
    EXPECT_EQ(Kinds(verdict), Names{"MANUAL_QUOTE_VIOLATION"}) << text;
    EXPECT_EQ(verdict.n_quotes, 2);
  }
}
TEST(JsonClaims, AreNotTrimmedWhenTheyCiteTooMuch) {
  const LatticeVerdict verdict =
      Json(OneClaim("Saturn has rings of ice.", R"(["E3","E3","E3","E9",7])"));
  EXPECT_EQ(Kinds(verdict), (Names{"TOO_MANY_EVIDENCE_IDS", "UNKNOWN_EVIDENCE_ID"}));
  EXPECT_EQ(verdict.n_quotes, 5);
  EXPECT_EQ(verdict.n_verified, 3);
  EXPECT_EQ(verdict.claim_statuses.at(0).reasons,
            (std::vector<std::string_view>{"UNKNOWN_EVIDENCE_ID", "SCHEMA_INVALID"}));
}
TEST(JsonClaims, HaveNoNumberInTheChecksOverAll) {
  const LatticeVerdict verdict =
      Json(OneClaim("Phobos and Deimos are moons of something.", R"(["E1"])"));
  EXPECT_EQ(verdict.title_mismatch_claim_idxs, (ClaimIndexes{std::nullopt}));
  EXPECT_EQ(verdict.audit_mode, AuditMode::kUngrounded);
  EXPECT_TRUE(ToJson(verdict).Find("title_mismatch_claim_idxs")->as_array().at(0).is_null());
}
TEST(JsonClaims, SurviveAnyText) {
  for (const std::string& text :
       {std::string(100000, '['), std::string(100000, '{'), std::string("{\"claims\":[\0]}", 14),
        std::string(
            R"({"claims":[{"text":"\ud800 Saturn rings","evidence_ids":["E3","\udfff"]}]})")}) {
    const LatticeVerdict verdict = Json(text, text);
    EXPECT_GE(verdict.n_quotes, verdict.n_verified);
    EXPECT_TRUE(json::Parse(json::DumpLine(ToJson(verdict))));
  }
}
TEST(JsonClaims, HaveASchema) {
  const auto schema = json::Parse(kClaimLatticeJsonSchema);
  ASSERT_TRUE(schema);
  EXPECT_EQ(*schema->Find("required"), json::Value(json::Array{"claims"}));
}

}  // namespace
}  // namespace arborist::judge
