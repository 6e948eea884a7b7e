// SPDX-License-Identifier: AGPL-3.0-only
#include "run/selected.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "crypto/sha256.h"
#include "run/repeat.h"
#include "run/run_record.h"
#include "run/sample_test.h"

namespace arborist::run {
namespace {

using judge::AnswerMode;

// A list with its lead, beside the passages of the sample.
Inputs SelectInputs() {
  Inputs inputs = SampleInputs(AnswerMode::kSelect);
  evidence::SourceChunk chunk = inputs.passages.back();
  const std::string text = "The canal carried:\n\n- grain from the west\n- salt from Syracuse\n";
  const document::Identity identity = document::Identify(text, document::ChooseChunking(text));
  inputs.sources.push_back(inputs.sources.back());
  inputs.sources.back().root = identity.root;
  chunk.source_root = identity.root.hex();
  chunk.chunk_root = identity.leaves[0].hex();
  chunk.span = text;
  chunk.title = "Cargo";
  inputs.passages.push_back(std::move(chunk));
  inputs.sentences.push_back({{0, 18, evidence::SentenceKind::kLead, std::nullopt},
                              {22, 41, evidence::SentenceKind::kItem, 0},
                              {44, 62, evidence::SentenceKind::kItem, 0}});
  return inputs;
}

Finished Finish(const Inputs& inputs, std::string_view answer) {
  const Assessment assessment = Assess(inputs, answer);
  FinishInput input{.inputs = &inputs, .assessment = &assessment};
  for (std::size_t i = 0; i < inputs.sources.size(); ++i) {
    input.sources.push_back(
        {.document = inputs.sources[i],
         .ranked = {inputs.sources[i].root, inputs.passages[i].source_role, 2.5, 0},
         .document_uri = inputs.passages[i].document_uri,
         .title = *inputs.passages[i].title});
  }
  return *run::Finish(std::move(input));
}

std::vector<std::string> SpansOf(const Inputs& inputs) {
  std::vector<std::string> spans;
  for (const evidence::SourceChunk& passage : inputs.passages) spans.push_back(passage.span);
  return spans;
}

TEST(Selected, TheAnswerIsTheSourcesOwnSentences) {
  const Assessment assessment = Assess(SampleInputs(AnswerMode::kSelect), "E1.1");
  EXPECT_EQ(assessment.report.audit_mode, judge::AuditMode::kStrict);
  EXPECT_EQ(assessment.report.rung, "SOURCE-QUOTED");
  EXPECT_TRUE(assessment.answer_text.starts_with(
      "- The Erie Canal opened on October 26, 1825, and joined the Hudson River to Lake Erie."));
  EXPECT_EQ(assessment.verifier_method(), "claim_lattice");
}

TEST(Selected, NoWordOfAModelIsShown) {
  for (const char* answer : {"The canal opened in 1812.", "E1.1 Surely in 1812", "E7.7"}) {
    const Assessment assessment = Assess(SampleInputs(AnswerMode::kSelect), answer);
    EXPECT_EQ(assessment.answer_text, kNothingSelected) << answer;
    EXPECT_EQ(assessment.report.audit_mode, judge::AuditMode::kUngrounded) << answer;
    EXPECT_FALSE(assessment.declined) << answer;
  }
}

TEST(Selected, ADeclineIsTheSentenceOrAnEmptyList) {
  for (const char* answer : {"Not in the sources.", "not in the sources", R"({"ids":[]})"}) {
    const Assessment assessment = Assess(SampleInputs(AnswerMode::kSelect), answer);
    EXPECT_TRUE(assessment.declined) << answer;
    EXPECT_EQ(assessment.answer_text, prompt::kDecline) << answer;
  }
}

TEST(Selected, TheListIsAPartOfTheRecord) {
  const Inputs inputs = SelectInputs();
  const Finished finished = Finish(inputs, "E3.2");
  ASSERT_EQ(finished.statement.parts.size(), 1u);
  EXPECT_EQ(finished.statement.parts[0].name, "sentences-v1");
  EXPECT_EQ(finished.statement.parts[0].hash, HashSentences(inputs.sentences));
  const auto again = InputsOf(finished.record, SpansOf(inputs));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->sentences, inputs.sentences);
}

TEST(Selected, ACitationIsTheRangeThatIsShownAndWhatIntroducesIt) {
  const Finished finished = Finish(SelectInputs(), "E3.3, E1.1");
  EXPECT_EQ(finished.record.citation_rule, "selected-sentence-v1");
  ASSERT_EQ(finished.record.citations.size(), 3u);
  EXPECT_EQ(finished.record.citations[0], (Citation{0, 2, 0, 18}));
  EXPECT_EQ(finished.record.citations[1], (Citation{0, 2, 44, 62}));
  EXPECT_EQ(finished.record.citations[2], (Citation{1, 0, 0, 84}));
}

TEST(Selected, TheEvidenceStageBindsTheList) {
  const Inputs inputs = SelectInputs();
  Inputs other = inputs;
  other.sentences[2].pop_back();
  const auto stage = [](const Finished& finished) {
    return std::ranges::find(finished.record.dag.nodes, run_dag::Stage::kEvidenceMap,
                             &run_dag::Node::stage)
        ->hash;
  };
  EXPECT_NE(stage(Finish(inputs, "E3.2")), stage(Finish(other, "E3.2")));
  EXPECT_EQ(stage(Finish(inputs, "E3.2")),
            EvidenceStageHash(evidence::EvidenceMap(inputs.passages).Root(),
                              HashSentences(inputs.sentences)));
  EXPECT_NE(DimensionsOf(inputs).conversation_hash, DimensionsOf(other).conversation_hash);
  EXPECT_EQ(run_dag::ShapeOf(Finish(inputs, "E3.2").record.dag.nodes),
            run_dag::Shape::kLatticePreflight);
}

TEST(Selected, ItIsTheSameRunAgain) {
  const Inputs inputs = SelectInputs();
  const Finished finished = Finish(inputs, "E3.3, E2.1");
  const auto again = Repeat(finished.record, finished.record_hash, SpansOf(inputs));
  EXPECT_TRUE(again) << again.error().message;
}

// What somebody could change in a kept run: none of it is served.
TEST(Selected, AChangedRunDoesNotComeOutAgain) {
  const Inputs inputs = SelectInputs();
  const Finished finished = Finish(inputs, "E3.3, E2.1");
  const auto holds = [&](const std::function<void(RunRecord*)>& change) {
    RunRecord changed = finished.record;
    change(&changed);
    return Repeat(changed, HashRecord(StatementOf(changed)), SpansOf(inputs)).has_value();
  };
  const auto with_list = [&](const std::function<void(evidence::SentencePlaces*)>& change) {
    return holds([&](RunRecord* run) {
      evidence::SentencePlaces places = inputs.sentences;
      change(&places);
      run->parts.insert_or_assign(kSentencesPart, evidence::ToJson(places));
    });
  };
  EXPECT_TRUE(holds([](RunRecord*) {}));
  EXPECT_FALSE(with_list([](auto* places) { (*places)[2][2].offset_end -= 1; }));
  EXPECT_FALSE(with_list([](auto* places) { (*places)[2][2].offset_end += 9; }));
  EXPECT_FALSE(with_list([](auto* places) { (*places)[2][2].refers_to.reset(); }));
  EXPECT_FALSE(with_list([](auto* places) { (*places)[2][2].refers_to = 1; }));
  EXPECT_FALSE(with_list([](auto* places) { std::swap((*places)[2][1], (*places)[2][2]); }));
  EXPECT_FALSE(with_list([](auto* places) { (*places)[2].pop_back(); }));
  EXPECT_FALSE(holds([](RunRecord* run) { run->parts.erase(kSentencesPart); }));
  EXPECT_FALSE(holds([](RunRecord* run) { run->raw_answer = "E3.2, E2.1"; }));
  EXPECT_FALSE(holds([](RunRecord* run) { run->answer_text += " Really."; }));
  EXPECT_FALSE(holds([](RunRecord* run) { run->citations.pop_back(); }));
  EXPECT_FALSE(holds([](RunRecord* run) {
    json::Array& context = run->units[0].as_object().at("context").as_array();
    context[0].as_object()["text"] = "The canal never carried:";
  }));
}

}  // namespace
}  // namespace arborist::run
