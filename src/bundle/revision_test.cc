// SPDX-License-Identifier: AGPL-3.0-only
// The newer form of passage and document bundles: number of chunks and raw text are bound by the
// event in the log.
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "bundle/log_sample_test.h"
#include "bundle/places_test.h"
#include "bundle/report.h"
#include "bundle/sample_test.h"
#include "document/descriptor.h"

namespace arborist::bundle {
namespace {

class RevisionBundle : public testing::Test {
 protected:
  static Hash256 DescriptorOf(const document::Identity& identity) {
    return document::HashDescriptor({.root = identity.root,
                                     .leaf_count = identity.leaves.size(),
                                     .text_bytes = RecordedOf(identity).text_bytes,
                                     .kind = "surface",
                                     .compression_depth = 0,
                                     .source_type = "text",
                                     .chunking_version = document::Name(identity.chunking),
                                     .canonicalization_version = "norm-v1",
                                     .schema_version = "v9.8.0"});
  }
  // The bundle with the signed log of a home that holds this document.
  json::Value Signed(json::Value bundle, std::map<std::string, Hash256> hashes) {
    SampleHome home("main", bundle.Find("document_root")->as_string(), 3, std::move(hashes));
    key_ = home.key.verifier();
    bundle.as_object().emplace("log", ToJson(home.Part()));
    return bundle;
  }
  std::map<std::string, Hash256> HashesOf(const document::Identity& identity) {
    const document::Revision revision = document::RevisionOf(identity.slices);
    std::map<std::string, Hash256> hashes{{"document", DescriptorOf(identity)},
                                          {"text", revision.text_hash}};
    if (identity.slices.size() > 1) hashes.emplace("slices", revision.slices);
    return hashes;
  }
  VerifyReport Check(const json::Value& bundle) {
    auto report = VerifyBundleValue(bundle, {.key = key_});
    EXPECT_TRUE(report) << report.error().message;
    return report ? std::move(*report) : VerifyReport();
  }
  std::string Failures(const json::Value& bundle) {
    std::string all;
    for (const bundle::Check& check : Check(bundle).checks) {
      if (check.state == CheckState::kOk) continue;
      all += (all.empty() ? "" : "; ") + check.name + " " +
             check.detail.substr(0, check.detail.find(':'));
    }
    return all;
  }
  std::string NotProved(const json::Value& bundle) {
    std::string all;
    for (const std::string& sentence : Check(bundle).not_proved) all += sentence + "\n";
    return all;
  }

  const std::string text_ = Words(1300);
  const document::Identity identity_ = document::Identify(text_);
  std::optional<audit::VerifierKey> key_;
};

TEST_F(RevisionBundle, BindsNumberOfChunksAndRawTextThroughTheEvent) {
  for (const json::Value& made : {PassageV2Of(identity_, 1), WholeV2Of(identity_)}) {
    const json::Value bundle = Signed(made, HashesOf(identity_));
    EXPECT_EQ(Failures(bundle), "");
    EXPECT_FALSE(NotProved(bundle).contains("whitespace")) << NotProved(bundle);
    EXPECT_FALSE(NotProved(bundle).contains("number of leaves")) << NotProved(bundle);
  }
  const document::Identity small = document::Identify("one two");
  EXPECT_EQ(Failures(Signed(PassageV2Of(small, 0), HashesOf(small))), "");
}

TEST_F(RevisionBundle, WithoutALogSaysThatNeitherIsProved) {
  for (const json::Value& bundle : {PassageV2Of(identity_, 1), WholeV2Of(identity_)}) {
    EXPECT_EQ(Failures(bundle), "");
    EXPECT_TRUE(NotProved(bundle).contains("whitespace")) << NotProved(bundle);
    EXPECT_TRUE(NotProved(bundle).contains("number of leaves")) << NotProved(bundle);
  }
}

TEST_F(RevisionBundle, AnOlderEventLeavesOpenWhatItDoesNotBind) {
  const json::Value bundle =
      Signed(PassageV2Of(identity_, 1), {{"document", DescriptorOf(identity_)}});
  EXPECT_EQ(Failures(bundle), "");
  EXPECT_TRUE(NotProved(bundle).contains("whitespace"));
  EXPECT_FALSE(NotProved(bundle).contains("number of leaves"));
  const json::Value older = Signed(PassageV2Of(identity_, 1), {});
  EXPECT_EQ(Failures(older), "");
  EXPECT_TRUE(NotProved(older).contains("number of leaves"));
}

TEST_F(RevisionBundle, TheOlderFormSaysWhatItDoesNotProve) {
  for (const json::Value& made : {PassageOf(identity_, 1), WholeOf(identity_)}) {
    const json::Value bundle = Signed(made, HashesOf(identity_));
    EXPECT_EQ(Failures(bundle), "");
    EXPECT_TRUE(NotProved(bundle).contains("whitespace"));
    EXPECT_TRUE(NotProved(bundle).contains("number of leaves"));
    EXPECT_TRUE(NotProved(bundle).contains("older form"));
  }
}

// [a,b,c] and [a,b,c,c] share their root: the last chunk of three passes for the fourth of four.
TEST_F(RevisionBundle, AChunkIsNotOneOfMoreThanThereAre) {
  std::vector<Hash256> doubled = identity_.leaves;
  doubled.push_back(doubled.back());
  ASSERT_EQ(merkle::Root(doubled), identity_.root);
  const std::string last(identity_.slices[2]);
  std::vector<Hash256> raw;
  for (const std::string_view slice : identity_.slices) raw.push_back(document::SliceLeafOf(slice));
  raw.push_back(raw.back());
  DocumentFacts facts = FactsOf(identity_);
  facts.leaf_count = 4;
  const json::Value forged =
      MakePassageBundle(facts, RecordedOf(identity_), last, merkle::Prove(doubled, 3),
                        {.text_hash = document::RevisionOf(identity_.slices).text_hash,
                         .slice = merkle::Prove(raw, 3)});
  EXPECT_EQ(Failures(Signed(forged, HashesOf(identity_))), "event event_document");
  EXPECT_EQ(Failures(Signed(AsV1(forged, kPassageFormatV1), HashesOf(identity_))), "")
      << "which the older form cannot tell, and says so";
}

TEST_F(RevisionBundle, ATextWithItsLastChunkTwiceIsNotTheDocument) {
  std::string text(text_);
  const std::string last(identity_.slices[2]);
  // A last chunk that is full can be followed by itself.
  const std::string words = Words(1536);  // slices are views of it
  const document::Identity full = document::Identify(words);
  const std::string twice = words + std::string(full.slices[2]);
  const document::Identity four = document::Identify(twice);
  ASSERT_EQ(four.root, full.root);
  EXPECT_EQ(Failures(Signed(WholeV2Of(four), HashesOf(full))), "event event_document");
}

TEST_F(RevisionBundle, WhiteSpaceThatWasChangedIsRefused) {
  std::string other(identity_.slices[1]);
  other.replace(other.find(' '), 1, "\t");
  json::Value passage = Signed(PassageV2Of(identity_, 1), HashesOf(identity_));
  passage.as_object()["text"] = other;
  passage.as_object()["text_hash"] = crypto::Sha256(other).hex();
  EXPECT_EQ(Failures(passage), "revision slice_mismatch");
  // With a path of its own it is another revision than the event's.
  std::string changed = text_;
  changed.replace(identity_.slices[0].size() + other.find('\t'), 1, "\t");
  const document::Identity revised = document::Identify(changed);
  ASSERT_EQ(revised.root, identity_.root);
  EXPECT_EQ(Failures(Signed(PassageV2Of(revised, 1), HashesOf(identity_))), "event event_text");
  EXPECT_EQ(Failures(Signed(WholeV2Of(revised), HashesOf(identity_))), "event event_text");
  // The hash of the whole beside other slices.
  json::Value mixed = Signed(PassageV2Of(revised, 1), HashesOf(identity_));
  GetToChange(&mixed, {"revision", "text_hash"}) =
      document::RevisionOf(identity_.slices).text_hash.hex();
  EXPECT_EQ(Failures(mixed), "event event_slices");
  const document::Identity one = document::Identify("one two");
  EXPECT_EQ(Failures(Signed(PassageV2Of(document::Identify("one\ttwo"), 0), HashesOf(one))),
            "event event_text");
}

TEST_F(RevisionBundle, WhatTheDescriptorBindsCannotBeChanged) {
  for (const auto& [name, value] :
       std::vector<std::pair<std::string, json::Value>>{{"kind", "core"},
                                                        {"compression_depth", 1},
                                                        {"text_bytes", 7},
                                                        {"source_type", "html"}}) {
    json::Value bundle = Signed(PassageV2Of(identity_, 1), HashesOf(identity_));
    bundle.as_object()[name] = value;
    EXPECT_EQ(Failures(bundle), "event event_document") << name;
  }
}

TEST_F(RevisionBundle, EveryMemberIsNeeded) {
  const json::Value whole = Signed(PassageV2Of(identity_, 1), HashesOf(identity_));
  ForEachLess(whole, [&](const Path& place, const json::Value& less) {
    // Names of places and of the source's kind are no proof; the latter is in the descriptor.
    if (place.front() == "locations") return;
    const auto report = VerifyBundleValue(less, {.key = key_});
    EXPECT_FALSE(report && report->valid()) << Shown(place);
  });
}

TEST_F(RevisionBundle, NoMemberRidesAlongUnread) {
  for (const json::Value& good : {PassageV2Of(identity_, 1), WholeV2Of(identity_),
                                  PassageOf(identity_, 1), WholeOf(identity_)}) {
    ASSERT_EQ(Judge(good), "valid");
    int objects = 0;
    const auto refuse = [&](const Path& place) {
      json::Value more = good;
      json::Value& at = GetToChange(&more, place);
      if (!at.is_object()) return;
      ++objects;
      at.as_object().emplace("note", "VALID, says the bank");
      EXPECT_EQ(Judge(more), "format unknown_field") << Shown(place);
    };
    refuse({});
    Path path;
    Walk(good, &path, refuse);
    EXPECT_GE(objects, 2);
  }
}

TEST(RevisionVectors, MadeByAnotherImplementationHold) {
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  for (const char* name : {"passage-v2", "document-v2"}) {
    const auto file =
        ReadFile(std::string(source) + "/docs/format/vectors/" + name + ".bundle.json", 1 << 20);
    ASSERT_TRUE(file) << file.error().message;
    const auto report = VerifyBundle(*file);
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(report->valid()) << ReportToText(*report, false);
    for (const std::string& sentence : report->not_proved) {
      EXPECT_FALSE(sentence.contains("whitespace") || sentence.contains("leaves")) << sentence;
    }
  }
}

}  // namespace
}  // namespace arborist::bundle
