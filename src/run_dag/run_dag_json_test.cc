// SPDX-License-Identifier: AGPL-3.0-only
#include "run_dag/run_dag_json.h"

#include <gtest/gtest.h>

namespace arborist::run_dag {
namespace {

const std::string kA(64, 'a');

// What VerifyBlob says of a blob's text: true, false or the error.
std::string Check(std::string_view text) {
  const auto holds = VerifyBlob(*json::Parse(text));
  if (!holds) return holds.error().message;
  return *holds ? "true" : "false";
}

std::string NodeText() { return R"({"stage":"question","hash":")" + kA + R"("})"; }

TEST(RunDagJson, ABlobReadsBackToTheSameDag) {
  AnsweredRun run;
  run.preflight_hash = Hash256{};
  run.preflight_payload = json::Object{{"stage", "preflight"}};
  const RunDag dag = *Build(run);
  EXPECT_EQ(*FromJson(ToJson(dag)), dag);
  EXPECT_TRUE(*VerifyBlob(ToJson(dag)));
  EXPECT_TRUE(*VerifyBlob(json::Value(json::Dump(ToJson(dag)))));
}
TEST(RunDagJson, ANodeIsItsOwnRoot) {
  EXPECT_EQ(Check(R"({"root":")" + kA + R"(","nodes":[)" + NodeText() + "]}"), "true");
}
TEST(RunDagJson, StagesOfOtherNamesStillFold) {
  EXPECT_EQ(Check(R"({"root":")" + kA + R"(","nodes":[{"stage":7,"hash":")" + kA + R"("}]})"),
            "true");
  EXPECT_FALSE(FromJson(
      *json::Parse(R"({"root":")" + kA + R"(","nodes":[{"stage":"x","hash":")" + kA + R"("}]})")));
}
TEST(RunDagJson, WithoutNodesOrRootNothingHolds) {
  EXPECT_EQ(Check("{}"), "false");
  EXPECT_EQ(Check(R"({"nodes":[]})"), "false");
  EXPECT_EQ(Check(R"({"nodes":null,"root":""})"), "false");
  EXPECT_EQ(Check(R"({"nodes":[)" + NodeText() + "]}"), "false");
  EXPECT_EQ(Check(R"({"root":1,"nodes":[)" + NodeText() + "]}"), "false");
}
TEST(RunDagJson, WhatIsNoBlobIsAnError) {
  EXPECT_EQ(Check("7"), "a blob must be an object");
  EXPECT_EQ(Check(R"("\"{}\"")"), "a blob must be an object");
  EXPECT_EQ(Check(R"("{")"), "JSON: a key must be a string at byte 1");
  EXPECT_EQ(Check(R"({"nodes":{}})"), "field nodes must be a list");
  EXPECT_EQ(Check(R"({"nodes":[7]})"), "field nodes, entry 0: field hash must be a string");
  EXPECT_EQ(Check(R"({"nodes":[{"hash":"ab"}]})"),
            "field nodes, entry 0: field hash: a hash has 64 hex digits, this has 2");
}
TEST(RunDagJson, HashesHaveOneSpelling) {
  EXPECT_FALSE(
      VerifyBlob(*json::Parse(R"({"nodes":[{"hash":")" + std::string(64, 'A') + R"("}]})")));
  EXPECT_EQ(Check(R"({"root":")" + std::string(64, 'A') + R"(","nodes":[)" + NodeText() + "]}"),
            "false");
}
TEST(RunDagJson, DeepBlobsAreRefused) {
  const json::Value deep(std::string(100'000, '['));
  EXPECT_EQ(VerifyBlob(deep).error().code, ErrorCode::kLimitExceeded);
}
TEST(RunDagJson, ParamsNameTheFieldTheyMiss) {
  const auto message = [](std::string_view params) {
    const auto run = AnsweredRunFromJson(*json::Parse(params));
    return run ? "" : run.error().message;
  };
  const std::string question = R"("question_hash":")" + kA + R"(",)";
  EXPECT_EQ(message("{}"), "field question_hash must be a string");
  EXPECT_EQ(message(R"({"question_hash":"q"})"),
            "field question_hash: a hash has 64 hex digits, this has 1");
  EXPECT_EQ(message("{" + question + R"("sources":[7]})"),
            "field sources, entry 0: must be an object");
  EXPECT_EQ(message("{" + question + R"("sources":[{},{"score":"1"}]})"),
            "field sources, entry 1: field score must be a number");
  EXPECT_EQ(RejectionFromJson(*json::Parse("{}")).error().message,
            "field question_hash must be a string");
  EXPECT_EQ(PreflightFromJson(*json::Parse(R"({"quantifier":[]})")).error().message,
            "field quantifier must be an object");
}
TEST(RunDagJson, NullClausesAreEmpty) {
  EXPECT_EQ(*PreflightNodeHash(*PreflightFromJson(*json::Parse(R"({"quantifier":null})"))),
            *PreflightNodeHash(Preflight{}));
}

}  // namespace
}  // namespace arborist::run_dag
