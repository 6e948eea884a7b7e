// SPDX-License-Identifier: AGPL-3.0-only
#include "merkle/proof_json.h"

#include <gtest/gtest.h>

namespace arborist::merkle {
namespace {

json::Value Sample() {
  const std::vector<Hash256> leaves{HashLeaf("a"), HashLeaf("b"), HashLeaf("c")};
  return ProofToJson(Prove(leaves, 1), 3);
}

std::string RefusalOf(const json::Value& value) {
  const auto parsed = ProofFromJson(value);
  return parsed ? "accepted" : parsed.error().message;
}

TEST(ProofJson, RoundTrips) {
  const auto parsed = ProofFromJson(Sample());
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->leaf_count, 3u);
  EXPECT_EQ(ProofToJson(parsed->proof, parsed->leaf_count), Sample());
}

TEST(ProofJson, RefusesHexThatIsNotCanonical) {
  json::Value upper = Sample();
  upper.as_object()["leaf"] = std::string(64, 'A');
  EXPECT_TRUE(RefusalOf(upper).starts_with("malformed_hash: field leaf")) << RefusalOf(upper);
  json::Value cut = Sample();
  cut.as_object()["root"] = std::string(62, 'a');
  EXPECT_TRUE(RefusalOf(cut).starts_with("malformed_hash: field root"));
  json::Value prefixed = Sample();
  prefixed.as_object()["siblings"].as_array()[0].as_object()["hash"] = "0x" + std::string(62, 'a');
  EXPECT_TRUE(RefusalOf(prefixed).starts_with("sibling 0: malformed_hash"));
}

TEST(ProofJson, RefusesMissingAndIllTypedFields) {
  json::Value negative = Sample();
  negative.as_object()["leaf_index"] = -1;
  EXPECT_EQ(RefusalOf(negative), "field leaf_index must not be negative");
  json::Value fraction = Sample();
  fraction.as_object()["leaf_index"] = 1.0;
  EXPECT_EQ(RefusalOf(fraction), "field leaf_index must be an integer");
  json::Value side = Sample();
  side.as_object()["siblings"].as_array()[0].as_object()["is_left"] = 1;
  EXPECT_EQ(RefusalOf(side), "sibling 0: field is_left must be true or false");
  EXPECT_EQ(RefusalOf(json::Value("x")), "a proof must be an object");
  json::Value none = Sample();
  none.as_object().erase("siblings");
  EXPECT_EQ(RefusalOf(none), "field siblings must be a list");
}

TEST(ProofJson, RefusesEndlessPaths) {
  json::Value value = Sample();
  const json::Value step = value.as_object()["siblings"].as_array()[0];
  value.as_object()["siblings"] = json::Array(64, step);
  EXPECT_TRUE(RefusalOf(value).starts_with("path_too_long"));
}

}  // namespace
}  // namespace arborist::merkle
