// SPDX-License-Identifier: AGPL-3.0-only
// Bundles of cores: what holds, and every way in which one may be bent.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "base/files.h"
#include "bundle/core_bundle.h"
#include "bundle/log_sample_test.h"
#include "bundle/report.h"
#include "bundle/verify.h"
#include "core/derivation.h"
#include "core/distiller.h"
#include "core/first_sentence.h"
#include "crypto/sha256.h"
#include "document/chunker.h"
#include "text/canonical.h"

namespace arborist::bundle {
namespace {

CoreBundle::Document Doc(const std::string& text, const std::string& kind, std::int64_t depth,
                         const std::string& type) {
  const document::Identity identity = document::Identify(text);
  CoreBundle::Document document{
      .facts = {{.root = identity.root,
                 .leaf_count = identity.leaves.size(),
                 .schema_version = std::string(document::kSchemaVersion),
                 .canonicalization_version = std::string(text::kCanonicalizationVersion),
                 .chunking_version = std::string(document::Name(identity.chunking))},
                type,
                {{"u:1", "A title"}}},
      .kind = kind,
      .compression_depth = depth,
      .chunks = {}};
  for (std::size_t i = 0; i < identity.slices.size(); ++i)
    document.chunks.push_back({.chunk_idx = i, .text = std::string(identity.slices[i])});
  return document;
}

CoreBundle::Derived From(const CoreBundle::Document& core, const CoreBundle::Document& source,
                         std::string_view distiller) {
  std::vector<Hash256> leaves;
  leaves.reserve(source.chunks.size());
  for (const auto& chunk : source.chunks) leaves.push_back(document::LeafOf(chunk.text));
  return {.core = core.facts.root,
          .derivation = {
              .distiller_id = std::string(distiller),
              .distiller_version = "v1",
              .sources = {{source.facts.root, core::ToText(core::ProveAll(leaves, "identity"))}}}};
}

std::string Long() {
  std::string text;
  for (int i = 0; i < 1500; ++i)
    text += "Sentence number " + std::to_string(i) + " says a thing of its own here. ";
  return text;
}

std::vector<std::string> SpansOf(const CoreBundle::Document& document) {
  std::vector<std::string> spans;
  spans.reserve(document.chunks.size());
  for (const auto& chunk : document.chunks) spans.push_back(chunk.text);
  return spans;
}

// A core that was compressed twice more: three depths over one surface.
CoreBundle Deep() {
  CoreBundle bundle;
  const auto surface = Doc(Long(), "surface", 0, "text");
  const auto one = Doc(core::FirstSentences(SpansOf(surface)), "core", 1, "first-sentence");
  const auto two = Doc(core::FirstSentences(SpansOf(one)), "core", 2, "first-sentence");
  bundle.documents = {two, one, surface};
  bundle.derivations = {From(two, one, core::kFirstSentence),
                        From(one, surface, core::kFirstSentence)};
  return bundle;
}

CoreBundle Keyworded() {
  CoreBundle bundle;
  const auto surface = Doc("Mars is a red planet with two moons.", "surface", 0, "text");
  const auto core = Doc("moon planet mars", "core", 1, "tfidf");
  bundle.documents = {core, surface};
  bundle.derivations = {From(core, surface, core::kKeywords)};
  bundle.derivations[0].derivation.scope_root = crypto::Sha256("scope");
  return bundle;
}

CoreBundle Claimed(const std::string& claim, const std::string& passage) {
  CoreBundle bundle;
  const auto surface =
      Doc("The Erie Canal opened on October 26, 1825. It is long.", "surface", 0, "text");
  const auto core = Doc(claim, "core", 0, "claim-pack");
  bundle.documents = {core, surface};
  bundle.derivations = {From(core, surface, core::kClaimPack)};
  auto& source = bundle.derivations[0].derivation.sources[0];
  auto proof = core::ParseSourceProof(source.proof).value();
  proof.detail = {{"passage", passage}};
  source.proof = core::ToText(proof);
  return bundle;
}

std::string Verdict(const json::Value& bundle) {
  const auto report = VerifyBundleValue(bundle);
  if (!report) return "error: " + report.error().message;
  std::string failed;
  for (const Check& check : report->checks) {
    if (check.state != CheckState::kOk) failed += check.name + " ";
  }
  return failed;
}

TEST(CoreBundle, HoldsThroughEveryDepth) {
  const json::Value made = MakeCoreBundle(Deep());
  EXPECT_EQ(Verdict(made), "");
  const auto again = VerifyBundle(ToFileText(made));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->valid());
  EXPECT_EQ(again->roots.size(), 3u);
}

TEST(CoreBundle, KeywordsHoldAndSayWhatIsNotProved) {
  const auto report = VerifyBundleValue(MakeCoreBundle(Keyworded()));
  ASSERT_TRUE(report && report->valid());
  EXPECT_TRUE(std::ranges::any_of(report->not_proved, [](const std::string& sentence) {
    return sentence.contains("strongest");
  }));
}

TEST(CoreBundle, AClaimHoldsWithItsPassage) {
  EXPECT_EQ(Verdict(MakeCoreBundle(Claimed("The Erie Canal opened in 1825.",
                                           "The Erie Canal opened on October 26, 1825."))),
            "");
  EXPECT_EQ(Verdict(MakeCoreBundle(Claimed("The Erie Canal opened in 1925.",
                                           "The Erie Canal opened on October 26, 1825."))),
            "distilled ");
  EXPECT_EQ(Verdict(MakeCoreBundle(
                Claimed("The Erie Canal opened in 1825.", "The Erie Canal opened in 1825."))),
            "distilled ");
}

// Each of these is made whole again afterwards: the hashes in the bundle are right.
TEST(CoreBundle, ABentBundleIsRefusedByName) {
  const std::map<std::string, std::function<void(CoreBundle*)>> bends{
      {"core_text ", [](CoreBundle* b) { b->documents[0].chunks[0].text += " more"; }},
      {"distilled ",
       [](CoreBundle* b) {
         const auto other = Doc("Another sentence.", "core", 2, "first-sentence");
         b->documents[0] = other;
         b->derivations[0].core = other.facts.root;
       }},
      {"source_proofs distilled ",
       [](CoreBundle* b) { b->documents[2].chunks[1].text = b->documents[2].chunks[0].text; }},
      {"derivation source_proofs distilled ",
       [](CoreBundle* b) { std::swap(b->documents[1], b->documents[2]); }},
      {"derivation source_proofs chunk_rule distilled ",
       [](CoreBundle* b) {
         b->documents.push_back(Doc("A text that nothing needs.", "surface", 0, "text"));
         b->documents.back().chunks[0].text = " \n";
       }},
  };
  for (const auto& [wanted, bend] : bends) {
    CoreBundle bundle = Deep();
    bend(&bundle);
    const std::string verdict = Verdict(MakeCoreBundle(bundle));
    EXPECT_FALSE(verdict.empty()) << wanted;
    EXPECT_TRUE(verdict.contains(wanted.substr(0, wanted.find(' ')))) << wanted << "| " << verdict;
  }
}

TEST(CoreBundle, ASurfaceAloneIsNoCoreWhateverRootItNames) {
  CoreBundle bundle;
  bundle.documents = {Doc("An invented text.", "surface", 0, "text")};
  EXPECT_TRUE(Verdict(MakeCoreBundle(bundle)).contains("derivation"));
  bundle.documents[0].facts.root = DocumentRoot(crypto::Sha256("a root that somebody trusts"));
  bundle.documents[0].chunks.clear();
  EXPECT_TRUE(Verdict(MakeCoreBundle(bundle)).contains("derivation"));
}

TEST(CoreBundle, DepthKindAndDistillerMustFit) {
  const std::vector<std::function<void(CoreBundle*)>> bends{
      [](CoreBundle* b) { b->documents[1].compression_depth = 2; },
      [](CoreBundle* b) { b->documents[0].compression_depth = 0; },
      [](CoreBundle* b) { b->documents[2].kind = "core"; },
      [](CoreBundle* b) { b->documents[2].kind = "other"; },
      [](CoreBundle* b) { b->documents[0].facts.source_type = "tfidf"; },
      [](CoreBundle* b) { b->derivations[0].derivation.scope_root = crypto::Sha256("s"); },
      [](CoreBundle* b) { b->derivations.pop_back(); },
      [](CoreBundle* b) { b->derivations.push_back(b->derivations[0]); },
      [](CoreBundle* b) { b->documents.pop_back(); },
      [](CoreBundle* b) { b->documents[2].chunks.pop_back(); },
      [](CoreBundle* b) { b->documents[2].facts.leaf_count += 1; },
      [](CoreBundle* b) { b->derivations[1].derivation.sources.clear(); },
  };
  for (std::size_t i = 0; i < bends.size(); ++i) {
    CoreBundle bundle = Deep();
    bends[i](&bundle);
    EXPECT_NE(Verdict(MakeCoreBundle(bundle)), "") << i;
  }
}

TEST(CoreBundle, UnknownNamesAreNotChecked) {
  CoreBundle bundle = Deep();
  bundle.derivations[0].derivation.distiller_version = "v2";
  const auto report = VerifyBundleValue(MakeCoreBundle(bundle));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->outcome(), Outcome::kNotChecked);
}

TEST(CoreBundle, WordsThatTheSourceDoesNotHoldAreRefused) {
  CoreBundle bundle = Keyworded();
  bundle.documents[0] = Doc("moon venus", "core", 1, "tfidf");
  bundle.derivations[0].core = bundle.documents[0].facts.root;
  EXPECT_EQ(Verdict(MakeCoreBundle(bundle)), "distilled ");
}

// Every member of the file, changed alone: refused, or no bundle at all.
void Mutate(json::Value* value, const std::function<void()>& check) {
  if (value->is_object()) {
    for (auto& [key, member] : value->as_object()) {
      if (key == "locations") continue;  // never proved, and said so
      Mutate(&member, check);
    }
    return;
  }
  if (value->is_array()) {
    for (json::Value& member : value->as_array()) Mutate(&member, check);
    return;
  }
  const json::Value before = *value;
  if (value->is_string()) {
    std::string text = value->as_string();
    if (text.empty()) return;
    text.back() = text.back() == 'a' ? 'b' : 'a';
    *value = text;
  } else if (value->is_int()) {
    *value = value->as_int() + 1;
  } else if (value->is_null()) {
    *value = std::string(64, 'a');
  }
  check();
  *value = before;
}

TEST(CoreBundle, EveryMemberCounts) {
  for (const CoreBundle& sample : {Keyworded(), Claimed("The Erie Canal opened in 1825.",
                                                        "The Erie Canal opened on October 26, "
                                                        "1825.")}) {
    json::Value bundle = MakeCoreBundle(sample);
    int mutations = 0;
    Mutate(&bundle, [&] {
      ++mutations;
      const auto report = VerifyBundleValue(bundle);
      // The source type of a surface is informative.
      if (report && report->valid()) {
        const auto& surface = bundle.as_object()["documents"].as_array().back();
        EXPECT_NE(surface.Find("source_type")->as_string(), "text") << json::Dump(bundle);
      }
    });
    EXPECT_GT(mutations, 15);
    EXPECT_EQ(Verdict(bundle), "");
  }
}

// The core's event in a shard's log, and its way to a signature.
class LoggedCore : public testing::Test {
 protected:
  LoggedCore() {
    bundle_ = Deep();
    const DocumentRoot& core = bundle_.documents[0].facts.root;
    const Hash256 derivation = document::HashDerivation(core, bundle_.derivations[0].derivation);
    shard_.Append("log_created", shard_.id().hex());
    shard_.Append("core_derived", core.hex(), {{"derivation", derivation}});
    shard_.Append("core_derived", core.hex(), {{"derivation", crypto::Sha256("another")}});
    shard_.Append("document_added", core.hex(), {{"derivation", derivation}});
    shard_.Append("core_derived", bundle_.documents[1].facts.root.hex(),
                  {{"derivation", derivation}});
    home_.Append("log_created", home_.id().hex());
    home_.AppendHead("main", shard_);
  }
  json::Value With(std::uint64_t event, bool checkpoint = true) const {
    CoreBundle bundle = bundle_;
    LogPart part;
    static_cast<LogPlace&>(part) = shard_.PlaceOf(event);
    part.home = home_.PlaceOf(1);
    if (checkpoint) part.checkpoint = audit::SignCheckpoint(home_.CheckpointOf(home_.size()), key_);
    bundle.log = part;
    return MakeCoreBundle(bundle);
  }
  std::string Problems(const json::Value& bundle, bool key = true) const {
    VerifyOptions options;
    if (key) options.key = key_.verifier();
    const auto report = VerifyBundleValue(bundle, options);
    if (!report) return "error: " + report.error().message;
    std::string failed;
    for (const Check& check : report->checks) {
      if (check.state == CheckState::kOk) continue;
      failed += (failed.empty() ? "" : "; ") + check.name + " " +
                check.detail.substr(0, check.detail.find(':'));
    }
    return failed;
  }

  CoreBundle bundle_;
  SampleLog shard_{"shard"};
  SampleLog home_{"home"};
  audit::SigningKey key_ = audit::SigningKey::Generate(audit::OriginOf(home_.id()));
};

TEST_F(LoggedCore, TheEventThatBindsItsDerivationLeadsToTheSignature) {
  EXPECT_EQ(Problems(With(1)), "");
  EXPECT_EQ(Problems(With(1), false), "");
  EXPECT_EQ(Problems(With(1, false), false), "");
  EXPECT_EQ(VerifyBundle(ToFileText(With(1)))->outcome(), Outcome::kValid);
}
TEST_F(LoggedCore, WithoutALogOrACheckpointItFailsUnderAKey) {
  EXPECT_EQ(Problems(MakeCoreBundle(bundle_)), "checkpoint no_checkpoint");
  EXPECT_EQ(Problems(With(1, false)), "checkpoint no_checkpoint");
}
TEST_F(LoggedCore, AnotherEventIsRefusedByName) {
  EXPECT_EQ(Problems(With(0)), "event event_type");
  EXPECT_EQ(Problems(With(2)), "event event_derivation");
  EXPECT_EQ(Problems(With(3)), "event event_type");
  EXPECT_EQ(Problems(With(4)), "event event_subject");
  json::Value extra = With(1);
  extra.as_object()["log"].as_object().emplace("note", "trust me");
  EXPECT_TRUE(Problems(extra).starts_with("format"));
}
TEST_F(LoggedCore, EveryMemberOfTheLogCounts) {
  json::Value bundle = With(1);
  int mutations = 0;
  Mutate(&bundle.as_object()["log"], [&] {
    ++mutations;
    EXPECT_NE(Problems(bundle), "") << json::Dump(bundle.as_object()["log"]);
  });
  EXPECT_GT(mutations, 20);
  EXPECT_EQ(Problems(bundle), "");
}

// What a name means never changes: the file was written when it was released.
TEST(CoreBundleVector, StillHoldsUnderItsKey) {
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  const std::string folder = std::string(source) + "/docs/format/vectors/";
  const auto options = OptionsFor("", ReadFile(folder + "core.pub", kMaxKeyFileBytes).value());
  ASSERT_TRUE(options) << options.error().message;
  const std::string file = ReadFile(folder + "core.bundle.json", kMaxBundleBytes).value_or("");
  const auto report = VerifyBundle(file, *options);
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_TRUE(report->valid()) << ReportToText(*report, false);
  const auto read = ReadCoreBundle(json::Parse(file).value());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->documents.size(), 3u) << "a core of a core of a text";
  EXPECT_EQ(ToFileText(ToJson(*read)), file);
}

TEST(CoreBundle, AMemberTooManyIsRefused) {
  json::Value bundle = MakeCoreBundle(Keyworded());
  bundle.as_object().emplace("note", "trust me");
  EXPECT_EQ(Verdict(bundle), "format ");
}

}  // namespace
}  // namespace arborist::bundle
