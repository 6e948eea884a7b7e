// SPDX-License-Identifier: AGPL-3.0-only
#include "run/dimensions.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <vector>

#include "run/sample_test.h"

namespace arborist::run {
namespace {

CacheKey KeyOf(const Inputs& inputs) { return question::MakeCacheKey(DimensionsOf(inputs)); }

TEST(Dimensions, OneSourceIsItsOwnRootAndOrderOrRepetitionOfMoreDecidesNothing) {
  const Inputs inputs = SampleInputs();
  EXPECT_EQ(ContextRoot(std::vector<document::Facts>{inputs.sources[0]}), inputs.sources[0].root);
  const document::Facts& a = inputs.sources[0];
  const document::Facts& b = inputs.sources[1];
  EXPECT_EQ(ContextRoot(std::vector<document::Facts>{a, b}),
            ContextRoot(std::vector<document::Facts>{b, a, b}));
  EXPECT_NE(ContextRoot(std::vector<document::Facts>{a, b}),
            ContextRoot(std::vector<document::Facts>{a}));
}

TEST(Dimensions, LeaveOutWhatWasFoundLater) {
  Inputs inputs = SampleInputs();
  const question::KeyDimensions before = DimensionsOf(inputs);
  inputs.sources.push_back(inputs.sources[0]);
  inputs.sources.back().root.bytes[0] ^= 1;
  inputs.sources.back().chunking_version = "another";
  inputs.passages.push_back(inputs.passages[0]);
  inputs.passages.back().span = "Found when the answer was judged again.";
  EXPECT_NE(question::MakeCacheKey(DimensionsOf(inputs)), question::MakeCacheKey(before));
  inputs.added = {.sources = 1, .passages = 1};
  EXPECT_EQ(question::MakeCacheKey(DimensionsOf(inputs)), question::MakeCacheKey(before));
}

TEST(Dimensions, TheModelGetsTheVerbatimQuestionAndTheCanonicalOneIsHashed) {
  Inputs inputs = SampleInputs();
  inputs.question = "When did THE canal open??";
  EXPECT_TRUE(MessagesToSend(inputs)[1].content.ends_with("Question: When did THE canal open??"));
  EXPECT_TRUE(MessagesToHash(inputs)[1].content.ends_with("Question: when did canal open"));
}

TEST(Dimensions, PhrasingsOfOneClassShareTheKeyAndStrictOnesDoNot) {
  Inputs a = SampleInputs(), b = SampleInputs();
  a.question = "When did the Erie Canal open?";
  b.question = "when did erie canal open";
  EXPECT_EQ(KeyOf(a), KeyOf(b));
  a.policy = *WithAlternateDedup(a.policy);
  b.policy = *WithAlternateDedup(b.policy);
  EXPECT_NE(KeyOf(a), KeyOf(b));
}

TEST(Dimensions, AnyChangeOfAnyInputIsAnotherKey) {
  const std::pair<const char*, std::function<void(Inputs*)>> changes[] = {
      {"nothing", [](Inputs*) {}},
      {"question", [](Inputs* i) { i->question = "Why?"; }},
      {"model", [](Inputs* i) { i->model.model_id = "m"; }},
      {"revision", [](Inputs* i) { i->model.revision = "r"; }},
      {"quantization", [](Inputs* i) { i->model.quantization = "q4"; }},
      {"temperature", [](Inputs* i) { i->policy.temperature = 0.2; }},
      {"verifier", [](Inputs* i) { i->policy.verifier = judge::Verifier::kReferenceV98; }},
      {"mode", [](Inputs* i) { i->policy.answer_mode = judge::AnswerMode::kClaimLattice; }},
      {"extra", [](Inputs* i) { i->policy.extra_body = json::Object{{"seed", 1}}; }},
      {"passage", [](Inputs* i) { i->passages[0].span += "!"; }},
      {"title", [](Inputs* i) { i->passages[0].title = "Canal"; }},
      {"role", [](Inputs* i) { i->passages[0].source_role = "background_source"; }},
      {"order", [](Inputs* i) { std::swap(i->passages[0], i->passages[1]); }},
      {"fewer passages", [](Inputs* i) { i->passages.pop_back(); }},
      {"source", [](Inputs* i) { i->sources.pop_back(); }},
      {"schema", [](Inputs* i) { i->sources[0].schema_version = "v9.9.0"; }},
      {"canonicalization", [](Inputs* i) { i->sources[0].canonicalization_version = "norm-v2"; }},
      {"chunking", [](Inputs* i) { i->sources[0].chunking_version = "tok-512-v2"; }},
      {"frame", [](Inputs* i) { i->frame_title = "1984"; }},
      {"conversation", [](Inputs* i) { i->conversation = {{"user", "hello"}}; }},
      {"ninth", [](Inputs* i) { i->nine_dimensions = true; }},
  };
  std::set<CacheKey> keys;
  for (const auto& [name, change] : changes) {
    Inputs inputs = SampleInputs();
    change(&inputs);
    EXPECT_TRUE(keys.insert(KeyOf(inputs)).second) << name;
  }
}

TEST(Dimensions, DocumentsOfTwoChunkingsNameBoth) {
  Inputs inputs = SampleInputs();
  inputs.sources[0].chunking_version = "tok-512-v2";
  EXPECT_EQ(DimensionsOf(inputs).chunking_version, "tok-512-v1+tok-512-v2");
}

TEST(Dimensions, JsonReadsBack) {
  Inputs inputs = SampleInputs();
  for (const bool ninth : {false, true}) {
    inputs.nine_dimensions = ninth;
    const auto dimensions = DimensionsOf(inputs);
    const auto read = question::ReadDimensions(ToJson(dimensions));
    ASSERT_TRUE(read);
    EXPECT_EQ(question::MakeCacheKey(*read), question::MakeCacheKey(dimensions));
  }
}

}  // namespace
}  // namespace arborist::run
