// SPDX-License-Identifier: AGPL-3.0-only
#include "run/run_record.h"

#include <gtest/gtest.h>

#include "run/sample_test.h"

namespace arborist::run {
namespace {

Finished Sample(judge::AnswerMode mode = judge::AnswerMode::kClaimLatticePointer) {
  const Inputs inputs = SampleInputs(mode);
  const Assessment assessment = Assess(inputs, "The Erie Canal opened on October 26, 1825. [E1]");
  FinishInput input{.inputs = &inputs, .assessment = &assessment};
  for (const document::Facts& source : inputs.sources) {
    input.sources.push_back({.document = source,
                             .ranked = {source.root, "primary_answer_source", 2.5, 0},
                             .document_uri = "file:///x",
                             .title = "X"});
  }
  input.retrieval_plan = {{"top_k", 8}};
  input.corpus_profile = {{"corpus_latest_timestamp", "2003-05-16"}};
  return *Finish(std::move(input));
}

TEST(RunRecord, JsonReadsBackToTheSame) {
  for (const auto mode : {judge::AnswerMode::kQuote, judge::AnswerMode::kClaimLatticePointer}) {
    const Finished finished = Sample(mode);
    const json::Value written = ToJson(finished.record);
    const auto read = ReadRunRecord(*json::Parse(json::Dump(written)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(json::Value(ToJson(*read)), written);
  }
}

TEST(RunRecord, WithItsPassagesItIsTheSameRunAgain) {
  const Finished finished = Sample();
  std::vector<std::string> spans;
  for (const auto& passage : SampleInputs().passages) spans.push_back(passage.span);
  const auto inputs = InputsOf(finished.record, spans);
  ASSERT_TRUE(inputs) << inputs.error().message;
  EXPECT_EQ(ToJson(DimensionsOf(*inputs)), ToJson(finished.record.dimensions));
  EXPECT_EQ(HashRecord(StatementOf(finished.record)), finished.record_hash);
  const Assessment again = Assess(*inputs, finished.record.raw_answer);
  EXPECT_EQ(again.answer_text, finished.record.answer_text);
  EXPECT_EQ(again.verdict, finished.record.verdict);
  spans.pop_back();
  EXPECT_FALSE(InputsOf(finished.record, spans));
}

TEST(RunRecord, RefusesByFieldName) {
  const json::Object good = ToJson(Sample().record);
  for (const auto& [name, unused] : good) {
    json::Object missing = good;
    missing.erase(name);
    const auto read = ReadRunRecord(missing);
    if (name == "frame_title" || name == "units" || name == "reply") {
      EXPECT_TRUE(read) << name << " may be absent";
      continue;
    }
    ASSERT_FALSE(read) << name;
    EXPECT_TRUE(read.error().message.contains(name)) << name << ": " << read.error().message;
  }
  json::Object newer = good;
  newer["v"] = 3;
  EXPECT_EQ(ReadRunRecord(newer).error().code, ErrorCode::kUnsupported);
}

}  // namespace
}  // namespace arborist::run
