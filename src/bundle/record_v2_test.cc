// SPDX-License-Identifier: AGPL-3.0-only
// What arborist-record-v2 has more than arborist-record-v1.
#include <gtest/gtest.h>

#include <algorithm>

#include "bundle/record_sample_test.h"
#include "bundle/report.h"

namespace arborist::bundle {
namespace {

// The bundle after a forger changed the run, with everything that can be hashed anew hashed anew.
json::Value Forged(const SampleRun& sample, const std::function<void(run::RunRecord*)>& change) {
  RecordBundle bundle = BundleOf(sample);
  change(&bundle.run);
  bundle.record = run::StatementOf(bundle.run);
  bundle.record_hash = run::HashRecord(bundle.record);
  bundle.log = PlaceOf(sample, {bundle.run, bundle.record, bundle.record_hash});
  return ToJson(bundle);
}

bool Says(const VerifyReport& report, std::string_view words) {
  return std::ranges::any_of(report.not_proved,
                             [&](const std::string& sentence) { return sentence.contains(words); });
}

SampleRun CutRun() {
  SampleRun sample = CanalRun();
  sample.documents[0].text = Words(100, "lead") + " " + sample.documents[0].text;
  sample.documents[0].begins_at = text::CountCodePoints(Words(100, "lead")) + 1;
  sample.documents[0].cut_at = sample.documents[0].begins_at + 85;
  return sample;
}

TEST(RecordV2, APassageMayBeginAnywhereInItsChunk) {
  const RecordBundle bundle = BundleOf(CutRun());
  EXPECT_GT(bundle.record.evidence[0].offset_start, 0U);
  EXPECT_EQ(bundle.record.evidence[0].offset_end - bundle.record.evidence[0].offset_start, 85U);
  EXPECT_EQ(bundle.record.audit_mode, "STRICT");
  EXPECT_EQ(FailuresOf(ToJson(bundle)), "");
  EXPECT_EQ(FailuresOf(ToJson(Redacted(bundle))), "");
}

TEST(RecordV2, ABeginningThatIsNotThatOfTheTextIsRefused) {
  const auto starting_at = [](std::uint64_t offset) {
    return FailuresOf(
        Forged(CutRun(), [&](auto* run) { run->passages[0].ref.offset_start = offset; }));
  };
  EXPECT_TRUE(starting_at(0).contains("spans text_hash_mismatch")) << starting_at(0);
  EXPECT_TRUE(starting_at(1).contains("spans text_hash_mismatch")) << starting_at(1);
  EXPECT_TRUE(starting_at(1U << 20).contains("spans offset_mismatch")) << starting_at(1U << 20);
  const json::Value moved = Forged(CutRun(), [&](auto* run) {
    run->passages[0].ref.offset_start -= 1;
    run->passages[0].ref.offset_end -= 1;
  });
  EXPECT_TRUE(FailuresOf(moved).contains("spans text_hash_mismatch")) << FailuresOf(moved);
}

TEST(RecordV2, ARecordOfTheFirstBeginsAtTheFront) {
  const SampleRun sample = WithoutPolicyVersion(CutRun());
  EXPECT_TRUE(FailuresOf(ToJson(BundleOf(sample))).contains("spans offset_mismatch"));
}

TEST(RecordV2, TheRecordNamesBaseAndRendering) {
  const RecordBundle bundle = BundleOf(LighthouseRun());
  EXPECT_EQ(bundle.record.rendering, "one-line-v2");
  EXPECT_EQ(bundle.record.evidence[0].base, "wikitext-base-v1");
  EXPECT_EQ(bundle.record.evidence[2].base, "identity");
  const json::Value forged =
      Forged(LighthouseRun(), [](auto* run) { run->passages[2].ref.base = "wikitext-base-v1"; });
  EXPECT_EQ(FailuresOf(forged), "consistency other_base");
  RecordBundle other = Redacted(bundle);
  other.record.rendering = "reference-v9.8";
  other.record_hash = run::HashRecord(other.record);
  EXPECT_TRUE(FailuresOf(ToJson(other)).contains("record record_mismatch"));
}

TEST(RecordV2, CitationsOfOtherSentencesAreRefused) {
  const RecordBundle bundle = BundleOf(CanalRun());
  ASSERT_EQ(bundle.record.citations.size(), 2U);
  EXPECT_EQ(bundle.record.citations[0].passage, 0U);
  EXPECT_EQ(bundle.record.citations[1].passage, 1U);
  const auto refused = [](const std::function<void(run::RunRecord*)>& change) {
    EXPECT_EQ(FailuresOf(Forged(CanalRun(), change)), "citations citation_mismatch");
  };
  refused([](auto* run) { run->citations[0].passage = 1; });
  refused([](auto* run) { run->citations[0].offset_end += 1; });
  refused([](auto* run) { run->citations.clear(); });
  refused([](auto* run) { run->citations.push_back(run->citations[0]); });
}

TEST(RecordV2, AnUnknownCitationRuleIsNotChecked) {
  const json::Value newer =
      Forged(CanalRun(), [](auto* run) { run->citation_rule = "nearest-sentence-v9"; });
  EXPECT_EQ(FailuresOf(newer), "versions?; citations?");
  EXPECT_EQ(ExitCodeOf(*VerifyBundleValue(newer)), 2);
}

SampleRun WithParts(json::Object parts) {
  SampleRun sample = CanalRun();
  sample.parts = std::move(parts);
  return sample;
}

TEST(RecordV2, APartThatIsNotKnownIsNotChecked) {
  const RecordBundle bundle =
      BundleOf(WithParts({{"of-tomorrow-v1", json::Object{{"says", "something"}}}}));
  for (const RecordBundle& one : {bundle, Redacted(bundle)}) {
    EXPECT_EQ(FailuresOf(ToJson(one)), "parts?");
    const auto report = VerifyBundleValue(ToJson(one));
    EXPECT_EQ(ExitCodeOf(*report), 2) << "never valid and never refused";
    EXPECT_TRUE(Says(*report, "of-tomorrow-v1"));
  }
}

TEST(RecordV2, AnUnknownPartIsStillUnderTheHashOfTheRecord) {
  json::Value changed =
      ToJson(BundleOf(WithParts({{"of-tomorrow-v1", json::Object{{"says", "something"}}}})));
  changed.as_object()["statement"]
      .as_object()["run"]
      .as_object()["parts"]
      .as_object()["of-tomorrow-v1"] = "something else";
  EXPECT_EQ(FailuresOf(changed), "record record_mismatch; parts?");
  EXPECT_EQ(ExitCodeOf(*VerifyBundleValue(changed)), 1);
}

json::Object Anchor(std::int64_t passage, std::int64_t offset) {
  return {{"passage", passage}, {"offset", offset}, {"kind", "page"}, {"label", "12"}};
}

TEST(RecordV2, AnchorsAreKnown) {
  const RecordBundle bundle = BundleOf(WithParts(
      {{std::string(kAnchorsPart), json::Array{Anchor(0, 0), Anchor(0, 9), Anchor(1, 0)}}}));
  EXPECT_EQ(FailuresOf(ToJson(bundle)), "");
  EXPECT_TRUE(Says(*VerifyBundleValue(ToJson(bundle)), "pages or lines"));
  EXPECT_EQ(FailuresOf(ToJson(Redacted(bundle))), "");
  EXPECT_TRUE(Says(*VerifyBundleValue(ToJson(Redacted(bundle))), "What its parts say"));
}

TEST(RecordV2, AnchorsThatStandNowhereAreRefused) {
  const auto failures = [](json::Value anchors) {
    return FailuresOf(
        ToJson(BundleOf(WithParts({{std::string(kAnchorsPart), std::move(anchors)}}))));
  };
  EXPECT_EQ(failures("x"), "parts part_shape");
  EXPECT_EQ(failures(json::Array{1}), "parts part_shape");
  EXPECT_EQ(failures(json::Array{json::Object{{"passage", 0}, {"offset", 0}}}), "parts part_shape");
  EXPECT_EQ(failures(json::Array{Anchor(2, 0)}), "parts part_place");
  EXPECT_EQ(failures(json::Array{Anchor(-1, 0)}), "parts part_place");
  EXPECT_EQ(failures(json::Array{Anchor(1, 100000)}), "parts part_place");
  EXPECT_EQ(failures(json::Array{Anchor(1, 0), Anchor(0, 0)}), "parts part_place");
}

TEST(RecordV2, ConfidenceStandsBesideTheStatementUnderNoHash) {
  SampleRun sample = CanalRun();
  sample.confidence = 0.25;
  const RecordBundle bundle = BundleOf(sample);
  EXPECT_EQ(bundle.record_hash, BundleOf(CanalRun()).record_hash);
  json::Value json = ToJson(bundle);
  EXPECT_EQ(*json.Find("statement"), *ToJson(BundleOf(CanalRun())).Find("statement"));
  EXPECT_EQ(FailuresOf(json), "");
  EXPECT_TRUE(Says(*VerifyBundleValue(json), "confidence"));
  json.as_object()["confidence"] = 0.75;
  EXPECT_EQ(FailuresOf(json), "");
  json.as_object()["confidence"] = 1.5;
  EXPECT_TRUE(FailuresOf(json).starts_with("error: bundle: field confidence"));
  EXPECT_EQ(ToJson(Redacted(bundle)).Find("confidence"), nullptr);
}

TEST(RecordV2, ThePolicySaysWhichRecordItIs) {
  RecordBundle bundle = BundleOf(WithoutPolicyVersion(CanalRun()));
  bundle.run.version = run::RecordVersion::k2;
  bundle.run.citation_rule = run::kCitationRule;
  for (run::RecordedPassage& passage : bundle.run.passages) passage.ref.base = "identity";
  bundle.record = run::StatementOf(bundle.run);
  bundle.record_hash = run::HashRecord(bundle.record);
  bundle.log = PlaceOf(CanalRun(), {bundle.run, bundle.record, bundle.record_hash});
  EXPECT_TRUE(FailuresOf(ToJson(bundle)).contains("record record_mismatch"));
  EXPECT_TRUE(FailuresOf(ToJson(Redacted(bundle))).contains("record record_mismatch"));
}

TEST(RecordV2, TheNameOfTheFormatIsThatOfTheRecord) {
  json::Value second = ToJson(BundleOf(CanalRun()));
  second.as_object()["format"] = kRecordFormatV1;
  EXPECT_TRUE(FailuresOf(second).starts_with("error: bundle: field v")) << FailuresOf(second);
  json::Value first = ToJson(BundleOf(WithoutPolicyVersion(CanalRun())));
  EXPECT_EQ(*first.Find("format"), json::Value(kRecordFormatV1));
  EXPECT_EQ(FailuresOf(first), "");
  first.as_object()["format"] = kRecordFormat;
  EXPECT_TRUE(FailuresOf(first).starts_with("error: bundle: field v")) << FailuresOf(first);
}

}  // namespace
}  // namespace arborist::bundle
