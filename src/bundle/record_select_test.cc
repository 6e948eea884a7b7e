// SPDX-License-Identifier: AGPL-3.0-only
// Records of answers that only point to sentences.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "bundle/record_sample_test.h"
#include "bundle/report.h"
#include "run/selected.h"

namespace arborist::bundle {
namespace {

// The bundle after a forger changed the run, with everything that can be hashed anew hashed anew.
std::string FailuresAfter(const std::function<void(run::RunRecord*)>& change) {
  const SampleRun sample = SelectRun();
  RecordBundle bundle = BundleOf(sample);
  change(&bundle.run);
  bundle.record = run::StatementOf(bundle.run);
  bundle.record_hash = run::HashRecord(bundle.record);
  bundle.log = PlaceOf(sample, {bundle.run, bundle.record, bundle.record_hash});
  return FailuresOf(ToJson(bundle));
}

std::string FailuresWithList(const std::function<void(evidence::SentencePlaces*)>& change) {
  return FailuresAfter([&](run::RunRecord* run) {
    evidence::SentencePlaces places = SelectRun().sentences;
    change(&places);
    run->parts.insert_or_assign(run::kSentencesPart, evidence::ToJson(places));
  });
}

TEST(RecordSelect, TheBundleAloneGivesTheAnswerAgain) {
  const RecordBundle bundle = BundleOf(SelectRun());
  EXPECT_EQ(bundle.record.audit_mode, "STRICT");
  EXPECT_EQ(bundle.run.rung, "SOURCE-QUOTED");
  EXPECT_TRUE(bundle.run.answer_text.contains("- salt from Syracuse\n"));
  EXPECT_TRUE(bundle.run.answer_text.contains("\"The canal carried:\""));
  EXPECT_EQ(FailuresOf(ToJson(bundle)), "");
  EXPECT_EQ(FailuresOf(ToJson(Redacted(bundle))), "");
  const auto report = VerifyBundleValue(ToJson(bundle), {});
  ASSERT_TRUE(report);
  EXPECT_TRUE(std::ranges::any_of(report->not_proved, [](const std::string& sentence) {
    return sentence.contains("read the layout");
  }));
}

TEST(RecordSelect, AListThatIsNotOfThePassagesIsRefused) {
  for (const auto& change : std::vector<std::function<void(evidence::SentencePlaces*)>>{
           [](auto* places) { (*places)[0][1].offset_end = 84; },
           [](auto* places) { (*places)[0][1].offset_start = 41; },
           [](auto* places) { std::swap((*places)[1][1], (*places)[1][2]); },
           [](auto* places) { (*places)[1][2].refers_to = 2; },
           [](auto* places) { (*places)[1][2].refers_to = 9; },
           [](auto* places) { places->pop_back(); },
           [](auto* places) { places->emplace_back(); }}) {
    const std::string failures = FailuresWithList(change);
    EXPECT_TRUE(failures.contains("parts part_place")) << failures;
  }
}

TEST(RecordSelect, AnotherListIsRefused) {
  for (const auto& change : std::vector<std::function<void(evidence::SentencePlaces*)>>{
           [](auto* places) { (*places)[0][0].offset_end -= 1; },
           [](auto* places) { (*places)[1][2].refers_to.reset(); },
           [](auto* places) { (*places)[1][2].refers_to = 1; },
           [](auto* places) { (*places)[1][2].kind = evidence::SentenceKind::kSentence; },
           [](auto* places) { (*places)[0].pop_back(); }}) {
    const std::string failures = FailuresWithList(change);
    EXPECT_TRUE(failures.contains("messages ") || failures.contains("run_dag ")) << failures;
  }
}

TEST(RecordSelect, AnotherAnswerIsRefused) {
  const std::string other = FailuresAfter([](auto* run) { run->raw_answer = "E1.2, E2.3"; });
  EXPECT_TRUE(other.contains("answer answer_mismatch")) << other;
  const std::string order = FailuresAfter([](auto* run) { run->raw_answer = "E2.3, E1.1"; });
  EXPECT_TRUE(order.contains("answer answer_mismatch")) << order;
  const std::string words = FailuresAfter([](auto* run) { run->raw_answer = "E1.1 In 1812."; });
  EXPECT_TRUE(words.contains("verdict label_mismatch")) << words;
  const std::string text = FailuresAfter([](auto* run) { run->answer_text += " Or later."; });
  EXPECT_TRUE(text.contains("answer answer_mismatch")) << text;
}

TEST(RecordSelect, CitationsThatDoNotComeOutAreRefused) {
  const std::string gone = FailuresAfter([](auto* run) { run->citations.pop_back(); });
  EXPECT_TRUE(gone.contains("citations citation_mismatch")) << gone;
  const std::string rule =
      FailuresAfter([](auto* run) { run->citation_rule = run::kCitationRule; });
  EXPECT_TRUE(rule.contains("citations citation_mismatch")) << rule;
}

TEST(RecordSelect, TheListIsThereWhereTheAnswerPointsAndNowhereElse) {
  const std::string gone = FailuresAfter([](auto* run) { run->parts.erase(run::kSentencesPart); });
  EXPECT_TRUE(gone.contains("parts part_missing")) << gone;
  SampleRun pointers = CanalRun();
  pointers.parts = {{std::string(run::kSentencesPart), json::Array{json::Array{}, json::Array{}}}};
  EXPECT_TRUE(FailuresOf(ToJson(BundleOf(pointers))).contains("parts part_unused"));
}

TEST(RecordSelect, RedactedTheStageStillBindsTheList) {
  RecordBundle bundle = Redacted(BundleOf(SelectRun()));
  ASSERT_EQ(bundle.record.parts.size(), 1u);
  bundle.record.parts[0].hash = crypto::Sha256("another list");
  EXPECT_TRUE(FailuresOf(ToJson(bundle)).contains("run_dag stage_mismatch"));
}

TEST(RecordSelect, AListOfAnotherShapeIsRefused) {
  for (const char* part : {"{}", "[[[1,2]],[]]", "null", R"([[[0,42,"poem"]],[]])"}) {
    const std::string failures = FailuresAfter(
        [&](auto* run) { run->parts.insert_or_assign(run::kSentencesPart, *json::Parse(part)); });
    EXPECT_TRUE(failures.contains("parts part_shape")) << failures;
  }
}

}  // namespace
}  // namespace arborist::bundle
