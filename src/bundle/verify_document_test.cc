// SPDX-License-Identifier: AGPL-3.0-only
#include <gtest/gtest.h>

#include "bundle/sample_test.h"
#include "crypto/sha256.h"

namespace arborist::bundle {
namespace {

class DocumentBundle : public testing::Test {
 protected:
  json::Value& Field(const char* name) { return bundle_.as_object()[name]; }

  std::string text_ = Words(2000);
  document::Identity identity_ = document::Identify(text_);
  json::Value bundle_ = WholeOf(identity_);
};

TEST_F(DocumentBundle, IsValidAndItsChecksStandInTheirOrder) {
  EXPECT_EQ(Judge(bundle_), "valid");
  std::string names;
  const VerifyReport report = *VerifyBundleValue(bundle_);
  for (const Check& check : report.checks) names += check.name + " ";
  EXPECT_EQ(names, "format versions text_hash chunk_rule leaf_hashes root consistency ");
}
TEST_F(DocumentBundle, ChangedTextIsRefused) {
  text_[1] = '9';
  Field("text") = text_;
  EXPECT_EQ(Judge(bundle_), "text_hash; leaf_hashes; root");
  Field("text_hash") = crypto::Sha256(text_).hex();
  EXPECT_EQ(Judge(bundle_), "leaf_hashes; root");
}
TEST_F(DocumentBundle, WrongLeavesAreRefused) {
  json::Array& leaves = Field("leaf_hashes").as_array();
  std::swap(leaves[0], leaves[1]);
  EXPECT_EQ(Judge(bundle_), "leaf_hashes");
  std::swap(leaves[0], leaves[1]);
  leaves.push_back(leaves.back());  // the odd rule's twin
  EXPECT_EQ(Judge(bundle_), "leaf_hashes; consistency");
  Field("leaf_count") = 5;
  EXPECT_EQ(Judge(bundle_), "leaf_hashes");
}
TEST_F(DocumentBundle, WrongCountOrRootIsRefused) {
  Field("leaf_count") = 5;
  EXPECT_EQ(Judge(bundle_), "consistency");
  Field("leaf_count") = 4;
  Field("document_root") = identity_.leaves[0].hex();
  EXPECT_EQ(Judge(bundle_), "root");
}
TEST_F(DocumentBundle, TheOtherChunkingIsRefused) {
  const document::Identity other = document::Identify(text_, document::Chunking::kTok512V2);
  EXPECT_EQ(Judge(WholeOf(other)), "chunk_rule wrong_rule");
  const std::string wide(9000, 'x');
  EXPECT_EQ(Judge(WholeOf(document::Identify(wide))), "valid");
  EXPECT_EQ(Judge(WholeOf(document::Identify(wide, document::Chunking::kTok512V1))),
            "chunk_rule wrong_rule");
}
TEST_F(DocumentBundle, UnknownVersionsAreNotChecked) {
  Field("chunking_version") = "tok-9";
  EXPECT_EQ(Judge(bundle_), "versions?; chunk_rule?; leaf_hashes?; root?");
}
TEST_F(DocumentBundle, IllTypedLeavesAreNamed) {
  Field("leaf_hashes") = json::Array{json::Value(1)};
  EXPECT_EQ(Judge(bundle_), "error: bundle: field leaf_hashes must be a list of strings");
}

}  // namespace
}  // namespace arborist::bundle
