// SPDX-License-Identifier: AGPL-3.0-only
// Any field of one bundle put into another makes it fail.
#include <gtest/gtest.h>

#include "bundle/places_test.h"
#include "bundle/record_sample_test.h"

namespace arborist::bundle {
namespace {

struct Counted {
  int refused = 0;  // by a check with a name
  int errors = 0;   // no bundle at all, by the name of a field
};

// Puts each part of `from` into `into`, one at a time.
Counted SwapAll(const json::Value& into, const json::Value& from) {
  Counted counted;
  ForEachSwap(into, from, [&](const Path& place, const json::Value& swapped) {
    const auto report = VerifyBundleValue(swapped);
    if (!report) {
      EXPECT_TRUE(report.error().message.starts_with("bundle: ")) << Shown(place);
      ++counted.errors;
      return;
    }
    EXPECT_EQ(report->outcome(), Outcome::kRefused) << Shown(place) << " " << FailuresOf(swapped);
    for (const Check& check : report->checks) {
      if (check.state != CheckState::kFailed) continue;
      EXPECT_FALSE(check.detail.empty()) << Shown(place);
      ++counted.refused;
      return;
    }
  });
  return counted;
}

TEST(RecordSwap, AnyPartOfOneBundleInAnotherIsRefused) {
  const std::vector<json::Value> bundles = {ToJson(BundleOf(CanalRun())),
                                            ToJson(BundleOf(LighthouseRun())),
                                            ToJson(BundleOf(VolcanoRun()))};
  for (const json::Value& into : bundles) {
    for (const json::Value& from : bundles) {
      if (into == from) continue;
      const Counted counted = SwapAll(into, from);
      EXPECT_GT(counted.refused, 100);
      EXPECT_LT(counted.errors, counted.refused / 4);
    }
  }
}
TEST(RecordSwap, AnyPartOfARedactedBundleInAnotherIsRefused) {
  const json::Value canal = ToJson(Redacted(BundleOf(CanalRun())));
  const json::Value lighthouse = ToJson(Redacted(BundleOf(LighthouseRun())));
  EXPECT_GT(SwapAll(canal, lighthouse).refused, 50);
  EXPECT_GT(SwapAll(lighthouse, canal).refused, 50);
}
TEST(RecordSwap, NothingCanBeLeftOut) {
  const json::Value whole = ToJson(BundleOf(LighthouseRun()));
  int tried = 0;
  ForEachLess(whole, [&](const Path& place, const json::Value& less) {
    const auto report = VerifyBundleValue(less);
    EXPECT_FALSE(report && report->valid()) << Shown(place);
    ++tried;
  });
  EXPECT_GT(tried, 200);
}
// Each part has a check of its own that speaks of it, with a code.
TEST(RecordSwap, EachPartFailsByItsOwnCode) {
  const json::Value into = ToJson(BundleOf(CanalRun()));
  const json::Value from = ToJson(BundleOf(LighthouseRun()));
  const std::vector<std::pair<Path, std::string>> expected = {
      {{"statement", "run", "question"}, "question_hash"},
      {{"statement", "run", "policy", "temperature"}, "policy policy_hash_mismatch"},
      {{"statement", "run", "policy", "verifier"}, "policy policy_hash_mismatch"},
      {{"statement", "run", "model", "model_id"}, "model"},
      {{"statement", "run", "model", "revision"}, "model"},
      {{"statement", "run", "nine_dimensions"}, "policy dimensions_mismatch"},
      {{"statement", "run", "conversation"}, "messages message_count"},
      {{"statement", "run", "frame_title"}, "messages message_mismatch"},
      {{"statement", "run", "corpus_profile"}, "run_dag stage_mismatch"},
      {{"statement", "run", "retrieval_plan", "plan"}, "run_dag stage_mismatch"},
      {{"statement", "run", "sources", "0", "document_root"}, "sources source_root_mismatch"},
      {{"statement", "run", "sources", "0", "leaf_count"}, "sources leaf_count_mismatch"},
      {{"statement", "run", "sources", "0", "document_uri"}, "consistency other_name"},
      {{"statement", "run", "sources", "0", "title"}, "consistency other_name"},
      {{"statement", "run", "sources", "1", "score"}, "run_dag stage_mismatch"},
      {{"statement", "run", "sources", "0", "base"}, "spans"},
      {{"statement", "run", "passages", "0", "document_uri"}, "consistency other_name"},
      {{"statement", "run", "passages", "0", "title"}, "messages message_mismatch"},
      {{"statement", "run", "passages", "0", "offset_end"}, "spans text_hash_mismatch"},
      {{"statement", "run", "passages", "0", "text_hash"}, "spans text_hash_mismatch"},
      {{"statement", "run", "passages", "0", "chunk_root"}, "record record_mismatch"},
      {{"statement", "run", "raw_answer"}, "answer answer_mismatch"},
      {{"statement", "run", "answer_text"}, "answer answer_mismatch"},
      {{"statement", "run", "verdict", "audit_mode"}, "verdict label_mismatch"},
      {{"statement", "run", "verdict", "n_verified"}, "verdict verdict_mismatch"},
      {{"statement", "run", "rung"}, "verdict rung_mismatch"},
      {{"statement", "run", "run_dag", "root"}, "run_dag root_mismatch"},
      {{"statement", "run", "run_dag", "nodes", "3", "hash"}, "run_dag root_mismatch"},
      {{"statement", "run", "run_dag", "preflight_payload"}, "run_dag preflight_mismatch"},
      {{"statement", "run", "dimensions", "source_root"}, "sources source_root_mismatch"},
      {{"statement", "run", "dimensions", "question_hash"}, "question_hash"},
      {{"statement", "run", "dimensions", "conversation_hash"}, "messages conversation_hash"},
      {{"statement", "record", "answer_hash"}, "answer answer_hash_mismatch"},
      {{"statement", "record", "audit_mode"}, "verdict label_mismatch"},
      {{"statement", "record", "evidence", "0", "text_hash"}, "record record_mismatch"},
      {{"statement", "record_hash"}, "record record_hash_mismatch"},
      {{"statement", "cache_key"}, "cache_key"},
      {{"statement", "messages", "0", "content"}, "messages message_mismatch"},
      {{"statement", "chunks", "0", "text"}, "chunk_proofs leaf_mismatch"},
      {{"statement", "chunks", "0", "proof", "leaf"}, "chunk_proofs leaf_mismatch"},
      {{"statement", "chunks", "0", "proof", "root"}, "chunk_proofs document_root_mismatch"},
      {{"statement", "chunks", "0", "proof", "leaf_count"}, "chunk_proofs leaf_count_mismatch"},
      {{"statement", "chunks", "0", "proof", "siblings"}, "chunk_proofs path_too_short"},
      {{"log", "event", "time"}, "event event_hash_mismatch"},
      {{"log", "event", "log"}, "event event_hash_mismatch"},
      {{"log", "previous"}, "event event_hash_mismatch"},
      {{"log", "event_hash"}, "event event_hash_mismatch"},
      {{"log", "event"}, "event event_hash_mismatch"},
      {{"log"}, "event event_subject"},
      {{"log", "tree", "size"}, "log_place checkpoint_hash_mismatch"},
      {{"log", "tree", "root"}, "log_place root_mismatch"},
      {{"log", "tree", "path"}, "log_place root_mismatch"},
      {{"log", "tree", "checkpoint_hash"}, "log_place checkpoint_hash_mismatch"},
      {{"statement"}, "event event_subject"}};
  for (const auto& [place, code] : expected) {
    ASSERT_NE(*Get(into, place), *Get(from, place)) << Shown(place);
    json::Value swapped = into;
    GetToChange(&swapped, place) = *Get(from, place);
    EXPECT_TRUE(FailuresOf(swapped).contains(code)) << Shown(place) << ": " << FailuresOf(swapped);
  }
}

}  // namespace
}  // namespace arborist::bundle
