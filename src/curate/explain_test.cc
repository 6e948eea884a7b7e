// SPDX-License-Identifier: AGPL-3.0-only
#include "curate/explain.h"

#include "curate/answered_home_test.h"

namespace arborist::curate {
namespace {

class ExplainTest : public AnsweredHome {
 protected:
  Explanation ExplainKey(const LoadedRun& run) {
    const auto home = OpenReadOnly();
    store::Records records(home.get());
    auto explanation = Explain(run, &records);
    EXPECT_TRUE(explanation) << explanation.error().message;
    return std::move(*explanation);
  }
};

TEST_F(ExplainTest, EveryStageComesOutAgainInEveryMode) {
  for (const auto mode : {judge::AnswerMode::kQuote, judge::AnswerMode::kClaimLatticePointer,
                          judge::AnswerMode::kClaimLattice}) {
    const Explanation explanation =
        ExplainKey(Load(Ask("When did the Erie Canal open?", "", mode)));
    EXPECT_EQ(explanation.stages.size(), mode == judge::AnswerMode::kQuote ? 8u : 10u);
    for (const StageView& stage : explanation.stages) {
      EXPECT_TRUE(stage.equal()) << stage.name;
      EXPECT_FALSE(stage.facts.empty()) << stage.name;
    }
    EXPECT_TRUE(explanation.holds());
    EXPECT_EQ(explanation.missing, "");
  }
}

TEST_F(ExplainTest, AChangedAnswerIsNoticedAtItsStage) {
  LoadedRun run = Load(Ask("When did the Erie Canal open?"));
  run.run.raw_answer += " And more.";
  const Explanation explanation = ExplainKey(run);
  EXPECT_FALSE(explanation.holds());
  for (const StageView& stage : explanation.stages) {
    if (stage.name == "question" || stage.name == "retrieval") {
      EXPECT_TRUE(stage.equal());
    }
    if (stage.name == "answer") {
      EXPECT_FALSE(stage.equal());
    }
  }
}

TEST_F(ExplainTest, AChangedRecordIsNoticed) {
  LoadedRun run = Load(Ask("When did the Erie Canal open?"));
  run.run.verdict.as_object()["audit_mode"] = "HYBRID";
  EXPECT_FALSE(ExplainKey(run).record_holds);
}

}  // namespace
}  // namespace arborist::curate
