// SPDX-License-Identifier: AGPL-3.0-only
#include "run/trace.h"

#include <gtest/gtest.h>

#include "run/preflight_stage.h"
#include "run/sample_test.h"

namespace arborist::run {
namespace {

run_dag::RunDag Trace(const Inputs& inputs, std::string_view answer,
                      const json::Object& profile = {}) {
  const Assessment assessment = Assess(inputs, answer);
  std::vector<RankedSource> ranked;
  ranked.reserve(inputs.sources.size());
  for (const document::Facts& source : inputs.sources) {
    ranked.push_back({source.root, "primary_answer_source", 1.5, 0});
  }
  return *TraceOf({.inputs = &inputs,
                   .assessment = &assessment,
                   .ranked = ranked,
                   .retrieval_plan_hash = Hash256{},
                   .corpus_profile = profile});
}

constexpr std::string_view kAnswer = "The Erie Canal opened on October 26, 1825. [E1]";

TEST(Trace, EveryRunHasThePreflightStage) {
  EXPECT_EQ(run_dag::ShapeOf(Trace(SampleInputs(), kAnswer).nodes),
            run_dag::Shape::kLatticePreflight);
  EXPECT_EQ(run_dag::ShapeOf(Trace(SampleInputs(judge::AnswerMode::kQuote), "x").nodes),
            run_dag::Shape::kQuotePreflight);
  EXPECT_TRUE(run_dag::Verify(Trace(SampleInputs(), kAnswer)));
}

TEST(Trace, TheSameRunHasTheSameRoot) {
  EXPECT_EQ(Trace(SampleInputs(), kAnswer).root, Trace(SampleInputs(), kAnswer).root);
}

TEST(Trace, WhatChangesMovesItsOwnStage) {
  const auto differing = [](const run_dag::RunDag& a, const run_dag::RunDag& b) {
    std::vector<std::string> stages;
    for (std::size_t i = 0; i < a.nodes.size() && i < b.nodes.size(); ++i) {
      if (a.nodes[i].hash != b.nodes[i].hash) stages.emplace_back(Name(a.nodes[i].stage));
    }
    return stages;
  };
  const run_dag::RunDag before = Trace(SampleInputs(), kAnswer);
  using Stages = std::vector<std::string>;
  EXPECT_EQ(
      differing(before, Trace(SampleInputs(), kAnswer, {{"corpus_latest_timestamp", "2003"}})),
      (Stages{"preflight"}));
  const Stages answer = differing(before, Trace(SampleInputs(), "The canal opened. [E1]"));
  EXPECT_EQ(answer.front(), "raw_answer");
}

TEST(Trace, ARejectionHasThreeStages) {
  Inputs inputs = SampleInputs();
  inputs.question = "List all wars";
  inputs.policy.preflight.reject_broad = true;
  const auto state = StateOf(inputs.question, inputs.policy, "", {});
  const auto rejected = RejectionOf(state, inputs.policy);
  ASSERT_TRUE(rejected);
  EXPECT_EQ(rejected->kind, "BROAD_QUANTIFIER_REJECTED");
  const auto dag =
      TraceOfRejection(inputs, {}, rejected->kind, rejected->reason, rejected->answer_text);
  ASSERT_TRUE(dag);
  EXPECT_EQ(dag->nodes.size(), 3u);
  EXPECT_TRUE(run_dag::Verify(*dag));
}

TEST(Trace, OnlyWhatThePolicyRefusesIsTurnedAway) {
  Policy policy;
  EXPECT_FALSE(RejectionOf(StateOf("List all wars", policy, "", {}), policy));
  EXPECT_FALSE(RejectionOf(StateOf("Who is Batman?", policy, "", {}), policy));
  const auto outside =
      RejectionOf(StateOf("What does my unpublished file say?", policy, "", {}), policy);
  ASSERT_TRUE(outside);
  EXPECT_EQ(outside->kind, "OUT_OF_CORPUS_REJECTED");
}

TEST(Trace, RankedSourcesReadBack) {
  const RankedSource source{SampleInputs().sources[0].root, "background_source", 0.25, 3};
  const auto read = ReadRankedSource(ToJson(source));
  ASSERT_TRUE(read);
  EXPECT_EQ(ToJson(*read), ToJson(source));
}

}  // namespace
}  // namespace arborist::run
