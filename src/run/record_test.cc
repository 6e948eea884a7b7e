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

TEST(Record, EveryFieldThatTheSecondAddsIsInItsHash) {
  const Hash256 before = HashRecord(Sample());
  const auto changed = [&](auto change) {
    RecordStatement statement = Sample();
    change(&statement);
    return HashRecord(statement) != before;
  };
  EXPECT_TRUE(changed([](auto* s) { s->version = RecordVersion::k1; }));
  EXPECT_TRUE(changed([](auto* s) { s->rendering = "x"; }));
  EXPECT_TRUE(changed([](auto* s) { s->citation_rule = "x"; }));
  EXPECT_TRUE(changed([](auto* s) { s->citations.clear(); }));
  EXPECT_TRUE(changed([](auto* s) { s->citations[0].offset_start += 1; }));
  EXPECT_TRUE(changed([](auto* s) { s->parts = {{"x", Hash256()}}; }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence[0].base = "x"; }));
  EXPECT_TRUE(changed([](auto* s) { s->evidence[0].offset_start += 1; }));
}

// A record of the first says what it always said: nothing of the second may enter its hash.
TEST(Record, TheFirstHasNothingOfTheSecond) {
  RecordStatement first = Sample();
  first.version = RecordVersion::k1;
  const json::Object written = ToJson(first);
  EXPECT_EQ(written.at("v"), json::Value(1));
  for (const char* field : {"rendering", "citation_rule", "citations", "parts"}) {
    EXPECT_FALSE(written.contains(field)) << field;
    EXPECT_TRUE(ToJson(Sample()).contains(field)) << field;
  }
  EXPECT_FALSE(written.at("evidence").as_array()[0].as_object().contains("base"));
}

TEST(Record, StatementsReadBack) {
  for (const RecordVersion version : {RecordVersion::k1, RecordVersion::k2}) {
    RecordStatement statement = Sample();
    statement.version = version;
    statement.parts = {{"a", Hash256()}, {"b", Hash256()}};
    const auto read = ReadRecordStatement(ToJson(statement));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(ToJson(*read), ToJson(statement));
  }
  json::Object newer = ToJson(Sample());
  newer["v"] = 3;
  EXPECT_EQ(ReadRecordStatement(newer).error().code, ErrorCode::kUnsupported);
}

TEST(Record, PartsAreInOrderOfNameAndEachOnce) {
  for (const char* second : {"a", "b"}) {
    RecordStatement statement = Sample();
    statement.parts = {{"b", Hash256()}, {second, Hash256()}};
    EXPECT_FALSE(ReadRecordStatement(ToJson(statement))) << second;
  }
}

TEST(Record, RefsReadBack) {
  for (const RecordVersion version : {RecordVersion::k1, RecordVersion::k2}) {
    for (EvidenceRef ref : Sample().evidence) {
      if (version == RecordVersion::k1) ref.base.clear();
      EXPECT_EQ(*ReadEvidenceRef(ToJson(ref, version), version), ref);
    }
    json::Object broken = ToJson(Sample().evidence[0], version);
    broken["chunk_idx"] = -1;
    EXPECT_FALSE(ReadEvidenceRef(broken, version));
  }
}

TEST(Record, APassageOfNoSourceIsRefused) {
  Inputs inputs = SampleInputs();
  inputs.sources.pop_back();
  EXPECT_FALSE(EvidenceOf(inputs));
}

}  // namespace
}  // namespace arborist::run
