// SPDX-License-Identifier: AGPL-3.0-only
#include "run/record.h"

#include <gtest/gtest.h>

#include "run/run_record.h"
#include "run/sample_test.h"

namespace arborist::run {
namespace {

RecordStatement Sample() {
  const Inputs inputs = SampleInputs();
  const Assessment assessment = Assess(inputs, "The Erie Canal opened on October 26, 1825. [E1]");
  return Finish({.inputs = &inputs, .assessment = &assessment})->statement;
}

TEST(Record, HoldsEveryPassageOfTheContextCitedOrNot) {
  const RecordStatement statement = Sample();
  ASSERT_EQ(statement.evidence.size(), 2u);
  EXPECT_EQ(statement.evidence[0].offset_start, 0u);
  EXPECT_EQ(statement.evidence[0].offset_end, SampleInputs().passages[0].span.size());
}

TEST(Record, EveryFieldIsInItsHash) {
  const Hash256 before = HashRecord(Sample());
  const auto changed = [&](auto change) {
    RecordStatement statement = Sample();
    change(&statement);
    return HashRecord(statement) != before;
  };
  EXPECT_TRUE(changed([](auto* s) { s->cache_key.bytes[0] ^= 1; }));
  EXPECT_TRUE(changed([](auto* s) { s->dimensions.chunking_version = "x"; }));
  EXPECT_TRUE(changed([](auto* s) { s->model.revision = "x"; }));
  EXPECT_TRUE(changed([](auto* s) { s->answer_hash.bytes[0] ^= 1; }));
  EXPECT_TRUE(changed([](auto* s) { s->audit_mode = "HYBRID"; }));
  EXPECT_TRUE(changed([](auto* s) { s->verifier = "reference-v9.8"; }));
  EXPECT_TRUE(changed([](auto* s) { s->run_dag_root.bytes[0] ^= 1; }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence.pop_back(); }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence[0].leaf_count = 2; }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence[0].chunk_idx = 2; }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence[0].offset_end -= 1; }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence[0].text_hash.bytes[0] ^= 1; }));
  EXPECT_FALSE(changed([](auto*) {}));
}

TEST(Record, RefsReadBack) {
  for (const EvidenceRef& ref : Sample().evidence) {
    EXPECT_EQ(*ReadEvidenceRef(ToJson(ref)), ref);
  }
  json::Object broken = ToJson(Sample().evidence[0]);
  broken["chunk_idx"] = -1;
  EXPECT_FALSE(ReadEvidenceRef(broken));
}

TEST(Record, APassageOfNoSourceIsRefused) {
  Inputs inputs = SampleInputs();
  inputs.sources.pop_back();
  EXPECT_FALSE(EvidenceOf(inputs));
}

}  // namespace
}  // namespace arborist::run
