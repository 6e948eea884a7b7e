// SPDX-License-Identifier: AGPL-3.0-only
#include "merkle/log_proof.h"

#include <gtest/gtest.h>

#include "crypto/sha256.h"
#include "merkle/log_tree.h"

namespace arborist::merkle {
namespace {

struct Log {
  explicit Log(std::uint64_t size) {
    for (std::uint64_t i = 0; i < size; ++i) {
      const EventHash event(crypto::Sha256("event " + std::to_string(i)));
      tree.Append(AsText(event.view()));
      leaves.push_back(LogLeaf(event));
    }
  }
  std::string Judge(std::uint64_t index, std::uint64_t size, std::span<const Hash256> path) const {
    const Status status = VerifyInclusion(leaves[index], index, size, path, tree.Root());
    return status ? "" : status.error().message.substr(0, status.error().message.find(':'));
  }
  LogTree tree;
  std::vector<Hash256> leaves;
};

TEST(LogProof, EveryLeafOfEveryTreeIsProvedToTheRootOfTheTree) {
  for (std::uint64_t size = 1; size <= 70; ++size) {
    const Log log(size);
    for (std::uint64_t i = 0; i < size; ++i) {
      EXPECT_EQ(log.Judge(i, size, ProveInclusion(log.leaves, i)), "") << i << " of " << size;
    }
  }
}
TEST(LogProof, ThePathIsTheOneOfTheRfcsExample) {
  const Log log(7);  // RFC 6962, 2.1.3: the path of d0 is [b, h, l], of d6 [i, k]
  const auto node = [](const Hash256& a, const Hash256& b) { return HashLogNode(a, b); };
  const auto& leaf = log.leaves;
  const Hash256 g = node(leaf[0], leaf[1]), h = node(leaf[2], leaf[3]), i = node(leaf[4], leaf[5]);
  EXPECT_EQ(ProveInclusion(leaf, 0), (std::vector<Hash256>{leaf[1], h, node(i, leaf[6])}));
  EXPECT_EQ(ProveInclusion(leaf, 6), (std::vector<Hash256>{i, node(g, h)}));
}
TEST(LogProof, AnotherPlaceIsRefused) {
  const Log log(11);
  for (std::uint64_t i = 0; i < 11; ++i) {
    const auto path = ProveInclusion(log.leaves, i);
    for (std::uint64_t other = 0; other < 11; ++other) {
      const Status status = VerifyInclusion(log.leaves[i], other, 11, path, log.tree.Root());
      EXPECT_EQ(status.has_value(), other == i) << i << " as " << other;
    }
  }
  EXPECT_EQ(log.Judge(3, 3, ProveInclusion(log.leaves, 3)), "leaf_index_out_of_range");
}
TEST(LogProof, APathThatIsCutLongerOrChangedIsRefused) {
  const Log log(11);
  for (std::uint64_t i = 0; i < 11; ++i) {
    auto path = ProveInclusion(log.leaves, i);
    path.push_back(log.leaves[0]);
    EXPECT_EQ(log.Judge(i, 11, path), "path_too_long");
    path.resize(path.size() - 2);
    EXPECT_EQ(log.Judge(i, 11, path), "path_too_short");
    path = ProveInclusion(log.leaves, i);
    for (Hash256& step : path) {
      step.bytes[5] ^= 1;
      EXPECT_EQ(log.Judge(i, 11, path), "root_mismatch");
      step.bytes[5] ^= 1;
    }
  }
}

}  // namespace
}  // namespace arborist::merkle
