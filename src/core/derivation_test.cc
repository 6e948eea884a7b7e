// SPDX-License-Identifier: AGPL-3.0-only
#include "core/derivation.h"

#include <gtest/gtest.h>

#include "core/claim.h"
#include "crypto/sha256.h"
#include "document/derivation.h"

namespace arborist::core {
namespace {

std::vector<Hash256> Leaves(int count) {
  std::vector<Hash256> leaves;
  leaves.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) leaves.push_back(crypto::Sha256("leaf " + std::to_string(i)));
  return leaves;
}
DocumentRoot RootOf(const std::vector<Hash256>& leaves) {
  return DocumentRoot(merkle::Root(leaves));
}

TEST(SourceProof, AllLeavesProveEveryChunk) {
  const auto leaves = Leaves(5);
  const SourceProof proof = ProveAll(leaves, "identity");
  EXPECT_TRUE(Verify(proof, RootOf(leaves)));
  EXPECT_EQ(proof.Chunks(), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(*proof.LeafOf(3), leaves[3]);
  EXPECT_EQ(proof.LeafOf(5), nullptr);
}

TEST(SourceProof, PathsProveTheChunksThatWereUsed) {
  const auto leaves = Leaves(5);
  const SourceProof proof = ProveSome(leaves, std::vector<std::uint64_t>{1, 4}, "identity");
  EXPECT_TRUE(Verify(proof, RootOf(leaves)));
  EXPECT_EQ(proof.Chunks(), (std::vector<std::uint64_t>{1, 4}));
  EXPECT_EQ(*proof.LeafOf(4), leaves[4]);
  EXPECT_EQ(proof.LeafOf(0), nullptr);
}

TEST(SourceProof, ComesBackFromItsText) {
  const auto leaves = Leaves(3);
  for (const std::size_t used : {1u, 2u, 3u}) {
    const std::vector<std::uint64_t> all{0, 1, 2};
    SourceProof proof = ProveSome(leaves, std::span(all).first(used), "wikitext-base-v1");
    proof.detail = {{"passage", "words"}};
    const auto again = ParseSourceProof(ToText(proof));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(ToText(*again), ToText(proof));
    EXPECT_TRUE(Verify(*again, RootOf(leaves)));
  }
}

TEST(SourceProof, RefusesByName) {
  const auto leaves = Leaves(4);
  const auto refusal = [](const SourceProof& proof, const DocumentRoot& root) {
    const Status status = Verify(proof, root);
    return status ? std::string()
                  : status.error().message.substr(0, status.error().message.find(':'));
  };
  SourceProof proof = ProveAll(leaves, "identity");
  EXPECT_EQ(refusal(proof, RootOf(Leaves(3))), "root_mismatch");
  proof.leaf_count = 5;
  EXPECT_EQ(refusal(proof, RootOf(leaves)), "leaf_count_mismatch");
  EXPECT_EQ(refusal({.leaf_count = 4, .base = "identity"}, RootOf(leaves)), "no_chunk");
  SourceProof path = ProveSome(leaves, std::vector<std::uint64_t>{2}, "identity");
  path.proofs[0].leaf = crypto::Sha256("another");
  EXPECT_EQ(refusal(path, RootOf(leaves)), "root_mismatch");
  path = ProveSome(leaves, std::vector<std::uint64_t>{2}, "identity");
  path.leaf_count = 9;
  EXPECT_EQ(refusal(path, RootOf(leaves)), "path_too_short");
}

TEST(SourceProof, RefusesWhatIsNotOneSpelling) {
  for (const char* text :
       {"", "[]", "{}", "{\"base\":\"identity\",\"leaf_count\":1}",
        "{\"base\":\"identity\",\"leaf_count\":0,\"leaves\":[]}",
        "{\"base\":\"identity\",\"leaf_count\":1,\"leaves\":[7]}",
        "{\"base\":\"identity\",\"detail\":{},\"leaf_count\":1,\"leaves\":[]}",
        "{\"base\":\"identity\",\"extra\":1,\"leaf_count\":1,\"leaves\":[]}",
        "{\"base\":\"identity\",\"leaf_count\":1,\"leaves\":[],\"proofs\":[]}"}) {
    EXPECT_FALSE(ParseSourceProof(text)) << text;
  }
}

// The example of docs/format/core.md.
TEST(HashDerivation, IsTheOneOfTheFormatsExample) {
  const auto leaves = Leaves(1);
  const document::Derivation derivation{
      .distiller_id = "first-sentence",
      .distiller_version = "v1",
      .sources = {{RootOf(leaves), ToText(ProveAll(leaves, "identity"))}}};
  EXPECT_EQ(ToText(ProveAll(leaves, "identity")),
            "{\"base\":\"identity\",\"leaf_count\":1,\"leaves\":[\"" + leaves[0].hex() + "\"]}");
  EXPECT_EQ(document::HashDerivation(DocumentRoot(crypto::Sha256("core")), derivation).hex(),
            "934766649fc94e84c08e02aacc9bd38bf0cc8df91c80c1ac1fdc699a9e1f8e8d");
}

TEST(ClaimProblem, WantsThePassageVerbatimAndTheClaimInIt) {
  const std::string span = "The Erie Canal opened on October 26, 1825.\nIt joined two waters.";
  EXPECT_EQ(ClaimProblem("The Erie Canal opened in 1825.",
                         "The Erie Canal opened on October 26, 1825.", span),
            "");
  EXPECT_TRUE(ClaimProblem("The Erie Canal opened in 1825.", "The canal opened in 1825.", span)
                  .starts_with("not_verbatim"));
  EXPECT_TRUE(ClaimProblem("The Erie Canal opened in 1826.",
                           "The Erie Canal opened on October 26, 1825.", span)
                  .starts_with("unsupported"));
  EXPECT_TRUE(ClaimProblem("Anything.", "", span).starts_with("not_verbatim"));
}

}  // namespace
}  // namespace arborist::core
