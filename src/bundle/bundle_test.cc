// SPDX-License-Identifier: AGPL-3.0-only
#include "bundle/bundle.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/files.h"
#include "bundle/sample_test.h"
#include "crypto/sha256.h"
#include "json/value.h"

namespace arborist::bundle {
namespace {

class PassageBundle : public testing::Test {
 protected:
  json::Value& Field(const char* name) { return bundle_.as_object()[name]; }
  json::Value& Proof(const char* name) { return Field("proof").as_object()[name]; }
  // The text and every hash of it in the file, as a forger would write them.
  void Forge(const std::string& text) {
    Field("text") = text;
    Field("text_hash") = crypto::Sha256(text).hex();
    Field("leaf_hash") = document::LeafOf(text).hex();
    Proof("leaf") = document::LeafOf(text).hex();
  }

  std::string text_ = Words(2000);  // four chunks, the last not full
  document::Identity identity_ = document::Identify(text_);
  json::Value bundle_ = PassageOf(identity_, 2);
};

TEST_F(PassageBundle, OfEveryChunkIsValid) {
  ASSERT_EQ(identity_.slices.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(Judge(PassageOf(identity_, i)), "valid");
}
TEST_F(PassageBundle, ChecksStandInTheirOrder) {
  const VerifyReport report = *VerifyBundleValue(bundle_);
  std::string names;
  for (const Check& check : report.checks) names += check.name + " ";
  EXPECT_EQ(names, "format versions text_hash leaf_hash proof_shape root consistency chunk_rule ");
  EXPECT_EQ(report.not_proved.size(), 4u);
}
TEST_F(PassageBundle, FileHoldsTheTextUnescapedOnOneLine) {
  const document::Identity identity = document::Identify("Grüße 😀 \"x\"");
  const std::string file = ToFileText(PassageOf(identity, 0));
  EXPECT_NE(file.find("\n  \"text\": \"Grüße 😀 \\\"x\\\"\",\n"), std::string::npos) << file;
  EXPECT_TRUE(file.ends_with("}\n"));
}
TEST_F(PassageBundle, WithALoneSurrogateIsValidUtf8AndHolds) {
  const document::Identity identity = document::Identify("a\xED\xA0\x80z");
  const std::string file = ToFileText(PassageOf(identity, 0));
  EXPECT_NE(file.find("a\\ud800z"), std::string::npos);
  EXPECT_TRUE(VerifyBundle(file)->valid());
}

TEST_F(PassageBundle, ChangedTextIsRefused) {
  std::string text = Field("text").as_string();
  text[1] = '9';
  Field("text") = text;
  EXPECT_EQ(Judge(bundle_), "text_hash; leaf_hash");
}
TEST_F(PassageBundle, ForgedTextDoesNotReachTheRoot) {
  Forge(Words(512, "x"));
  EXPECT_EQ(Judge(bundle_), "root root_mismatch");
}
TEST_F(PassageBundle, WhitespaceIsCoveredByTheTextHashOnly) {
  std::string text = Field("text").as_string();
  text.replace(text.find(' '), 1, "\t \n");
  Field("text") = text;
  EXPECT_EQ(Judge(bundle_), "text_hash");
  Field("text_hash") = crypto::Sha256(text).hex();
  EXPECT_EQ(Judge(bundle_), "valid");  // as not_proved says
}
TEST_F(PassageBundle, OtherRootIsRefused) {
  Field("document_root") = std::string(64, '0');
  EXPECT_EQ(Judge(bundle_), "consistency");
  Proof("root") = std::string(64, '0');
  EXPECT_EQ(Judge(bundle_), "root root_mismatch");
}
TEST_F(PassageBundle, DisagreementWithTheProofIsRefused) {
  Field("chunk_idx") = 1;
  EXPECT_EQ(Judge(bundle_), "consistency");
  Field("chunk_idx") = 2;
  Proof("leaf_count") = 3;
  EXPECT_EQ(Judge(bundle_), "consistency");
  bundle_.as_object()["proof"].as_object().erase("leaf_count");
  EXPECT_EQ(Judge(bundle_), "consistency");
}
TEST_F(PassageBundle, MovedIndexIsRefused) {
  for (const int index : {0, 1, 3}) {
    Field("chunk_idx") = index;
    Proof("leaf_index") = index;
    EXPECT_EQ(Judge(bundle_), "proof_shape side_mismatch");
  }
  Field("chunk_idx") = 4;
  Proof("leaf_index") = 4;
  EXPECT_EQ(Judge(bundle_), "proof_shape leaf_index_out_of_range");
}
TEST_F(PassageBundle, WrongPathsAreRefusedByName) {
  json::Array& siblings = Proof("siblings").as_array();
  const json::Value last = siblings.back();
  siblings.pop_back();
  EXPECT_EQ(Judge(bundle_), "proof_shape path_too_short; root root_mismatch");
  siblings.push_back(last);
  siblings.push_back(last);
  EXPECT_EQ(Judge(bundle_), "proof_shape path_too_long; root root_mismatch");
  siblings.pop_back();
  std::swap(siblings[0].as_object()["hash"], siblings[1].as_object()["hash"]);
  EXPECT_EQ(Judge(bundle_), "root root_mismatch");
}
TEST_F(PassageBundle, HashesInAnotherSpellingAreRefused) {
  std::string upper = Field("leaf_hash").as_string();
  for (char& c : upper) c = c >= 'a' ? static_cast<char>(c - 32) : c;
  Proof("leaf") = upper;
  EXPECT_EQ(Judge(bundle_), "proof_shape malformed_hash; root?; consistency?");
  Field("leaf_hash") = upper;
  EXPECT_EQ(Judge(bundle_), "leaf_hash; proof_shape malformed_hash; root?; consistency?");
}

TEST_F(PassageBundle, UnknownVersionsAreNotChecked) {
  Field("chunking_version") = "tok-999-v7";
  EXPECT_EQ(Judge(bundle_), "versions?; chunk_rule?");
  EXPECT_EQ(VerifyBundleValue(bundle_)->outcome(), Outcome::kNotChecked);
  Field("canonicalization_version") = "norm-v9";
  EXPECT_EQ(Judge(bundle_), "versions?; leaf_hash?; chunk_rule?");
  Field("schema_version") = "v10";
  EXPECT_EQ(Judge(bundle_), "versions?; leaf_hash?; proof_shape?; root?; chunk_rule?");
}
TEST_F(PassageBundle, FailureBeatsAnUnknownVersion) {
  Field("chunking_version") = "tok-999-v7";
  Field("text") = "other";
  EXPECT_EQ(VerifyBundleValue(bundle_)->outcome(), Outcome::kRefused);
}
TEST_F(PassageBundle, UnknownFormatIsUnsupported) {
  Field("format") = "arborist-passage-v9";
  EXPECT_EQ(VerifyBundleValue(bundle_).error().code, ErrorCode::kUnsupported);
}

TEST_F(PassageBundle, MissingAndIllTypedFieldsAreNamed) {
  for (const char* name : {"format", "document_root", "leaf_count", "chunk_idx", "schema_version",
                           "canonicalization_version", "chunking_version", "text", "text_hash",
                           "leaf_hash", "proof"}) {
    for (const bool missing : {true, false}) {
      json::Value damaged = bundle_;
      if (missing) {
        damaged.as_object().erase(name);
      } else {
        damaged.as_object()[name] = json::Array{};
      }
      const auto report = VerifyBundleValue(damaged);
      ASSERT_FALSE(report) << name;
      EXPECT_EQ(report.error().code, ErrorCode::kInvalidData);
      EXPECT_NE(report.error().message.find(std::string("field ") + name), std::string::npos)
          << report.error().message;
    }
  }
  bundle_.as_object()["proof"].as_object().erase("siblings");
  EXPECT_EQ(Judge(bundle_), "error: bundle: proof: field siblings must be a list");
}
TEST_F(PassageBundle, LocationsMayBeLeftOutButNotBeNonsense) {
  bundle_.as_object().erase("locations");
  bundle_.as_object().erase("source_type");
  EXPECT_EQ(Judge(bundle_), "valid");
  Field("locations") = json::Array{json::Value(1)};
  EXPECT_EQ(Judge(bundle_), "error: bundle: field uri must be a string");
}
TEST(Bundle, ThatIsNoJsonObjectIsRefusedWithAnError) {
  for (const std::string_view text : {"", "{", "[]", "1", "nul", "{\"format\":1}"}) {
    const auto report = VerifyBundle(text);
    ASSERT_FALSE(report) << text;
    EXPECT_EQ(report.error().code, ErrorCode::kInvalidData);
  }
  EXPECT_EQ(VerifyBundle(std::string(65, '[')).error().code, ErrorCode::kLimitExceeded);
}

TEST_F(PassageBundle, AMemberThatStandsTwiceIsNoBundle) {
  std::string file = ToFileText(bundle_);
  ASSERT_TRUE(VerifyBundle(file)->valid());
  file.insert(file.find("\"text\":"), "\"\\u0074ext\": \"Who paid the bribe?\", ");
  const auto report = VerifyBundle(file);
  ASSERT_FALSE(report) << "an escape makes no other name";
  EXPECT_EQ(report.error().code, ErrorCode::kInvalidData);
  EXPECT_TRUE(
      report.error().message.starts_with("bundle: JSON: the member \"text\" stands twice in the "))
      << report.error().message;
}
TEST(BundleVectors, OfNoKindMayHaveAMemberTwiceAtAnyDepth) {
  const char* source = std::getenv("ARBORIST_SOURCE");
  if (source == nullptr) GTEST_SKIP() << "ARBORIST_SOURCE does not say where the vectors are";
  for (const char* name : {"passage", "passage-log", "passage-v2", "document", "document-v2",
                           "record", "core", "snapshot", "event", "consistency"}) {
    const auto file =
        ReadFile(std::string(source) + "/docs/format/vectors/" + name + ".bundle.json", 1 << 20);
    ASSERT_TRUE(file) << file.error().message;
    ASSERT_TRUE(VerifyBundle(*file)) << name;
    int members = 0;
    ForEachTwice(*file, [&](const std::string& member, const std::string& changed) {
      ++members;
      const auto report = VerifyBundle(changed);
      ASSERT_FALSE(report) << name << " " << member;
      EXPECT_EQ(report.error().code, ErrorCode::kInvalidData);
      EXPECT_TRUE(report.error().message.contains("the member \"" + member + "\" stands twice"))
          << report.error().message;
    });
    EXPECT_GE(members, 4) << name;
  }
}

TEST_F(PassageBundle, ChunksThatTheRuleCannotMakeAreRefused) {
  Forge(Words(513));
  EXPECT_EQ(Judge(bundle_), "root root_mismatch; chunk_rule too_many_tokens");
  Forge(Words(511));
  EXPECT_EQ(Judge(bundle_), "root root_mismatch; chunk_rule too_few_tokens");
  Forge(" " + Words(512));
  EXPECT_EQ(Judge(bundle_), "root root_mismatch; chunk_rule leading_whitespace");
  Forge(" \n ");
  EXPECT_EQ(Judge(bundle_), "root root_mismatch; chunk_rule no_token");
  Forge(std::string(9000, 'x'));
  EXPECT_EQ(Judge(bundle_), "root root_mismatch; chunk_rule too_long");
}

// Whatever the text, every chunk of it makes a valid bundle.
TEST(ChunkRule, NeverRefusesAChunkOfADocument) {
  const std::string bom = "\xEF\xBB\xBF";
  std::string thai;
  for (int i = 0; i < 3000; ++i) thai += i % 3 == 1 ? "\u0E31" : "\u0E01";
  std::string run;
  for (int i = 0; i < 20000; ++i) run += i % 16 == 15 ? "\u0301" : "x";
  std::string marks = "x";
  for (int i = 0; i < 20000; ++i) marks += "\u0301";
  const std::vector<std::string> texts = {
      " \n lead",
      bom + bom + "two marks",
      bom + bom + " ",
      Words(512) + bom,
      Words(512) + bom + " \n",
      Words(512) + bom + " " + Words(511),
      Words(1024),
      thai,
      "  " + thai + " " + Words(5) + thai,
      run,
      marks + " " + run + Words(700),
      std::string(8193, 'y') + " \n" + Words(600) + std::string(8193, 'z'),
  };
  for (const std::string& text : texts) {
    const document::Identity identity = document::Identify(text);
    ASSERT_FALSE(identity.slices.empty());
    for (std::size_t i = 0; i < identity.slices.size(); ++i) {
      EXPECT_EQ(Judge(PassageOf(identity, i)), "valid") << text.substr(0, 30) << " chunk " << i;
    }
    EXPECT_EQ(Judge(WholeOf(identity)), "valid") << text.substr(0, 30);
  }
}

}  // namespace
}  // namespace arborist::bundle
