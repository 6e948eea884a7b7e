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

class Consistency : public testing::Test {
 protected:
  static TreeHead HeadOf(const Log& log) { return {log.leaves.size(), log.tree.Root()}; }
  static std::vector<Hash256> Path(const Log& log, std::uint64_t old_size) {
    return ProveConsistency(old_size, log.leaves.size(), SubtreesOf(log.leaves)).value();
  }
  static std::string Judge(const TreeHead& older, const TreeHead& newer,
                           std::span<const Hash256> path) {
    const Status status = VerifyConsistency(older, newer, path);
    return status ? "" : status.error().message.substr(0, status.error().message.find(':'));
  }
};

TEST_F(Consistency, EveryOlderTreeIsProvedToBeTheBeginningOfEveryNewer) {
  for (std::uint64_t size = 1; size <= 40; ++size) {
    const Log newer(size);
    EXPECT_EQ(LogRoot(size, SubtreesOf(newer.leaves)).value(), newer.tree.Root());
    for (std::uint64_t old = 1; old <= size; ++old) {
      EXPECT_EQ(Judge(HeadOf(Log(old)), HeadOf(newer), Path(newer, old)), "") << old << " " << size;
    }
  }
}
TEST_F(Consistency, ThePathIsTheOneOfTheRfcsExample) {  // RFC 6962, 2.1.3: PROOF(3) = [c, d, g, l]
  const Log log(7);
  const auto& leaf = log.leaves;
  const Hash256 l = HashLogNode(HashLogNode(leaf[4], leaf[5]), leaf[6]);
  EXPECT_EQ(Path(log, 3),
            (std::vector<Hash256>{leaf[2], leaf[3], HashLogNode(leaf[0], leaf[1]), l}));
  EXPECT_EQ(Path(log, 4), (std::vector<Hash256>{l}));
  EXPECT_EQ(Path(log, 7), std::vector<Hash256>{});
}
TEST_F(Consistency, AnotherOldTreeIsRefused) {
  const Log log(23);
  for (std::uint64_t old = 1; old <= 23; ++old) {
    TreeHead wrong = HeadOf(Log(old));
    wrong.root.bytes[0] ^= 1;
    const auto path = Path(log, old);
    const std::string name = Judge(wrong, HeadOf(log), path);
    EXPECT_TRUE(name == "old_root_mismatch" || name == "root_mismatch") << old << name;
    for (std::uint64_t other = 1; other <= 24; ++other) {
      if (other == old) continue;
      EXPECT_NE(Judge({other, Log(old).tree.Root()}, HeadOf(log), path), "") << old << " " << other;
    }
  }
}
TEST_F(Consistency, APathThatIsCutLongerOrChangedIsRefused) {
  const Log log(23);
  for (std::uint64_t old = 1; old <= 22; ++old) {
    const TreeHead older = HeadOf(Log(old));
    auto path = Path(log, old);
    path.push_back(log.leaves[0]);
    EXPECT_EQ(Judge(older, HeadOf(log), path), "path_too_long");
    path.resize(path.size() - 2);
    EXPECT_EQ(Judge(older, HeadOf(log), path), "path_too_short");
    path = Path(log, old);
    for (Hash256& step : path) {
      step.bytes[9] ^= 1;
      EXPECT_NE(Judge(older, HeadOf(log), path), "");
      step.bytes[9] ^= 1;
    }
  }
}
TEST_F(Consistency, NothingAndShrinkingAreRefusedByName) {
  EXPECT_EQ(Judge(HeadOf(Log(0)), HeadOf(Log(3)), {}), "old_size_zero");
  EXPECT_EQ(Judge(HeadOf(Log(4)), HeadOf(Log(3)), {}), "size_shrank");
}

}  // namespace
}  // namespace arborist::merkle
