// SPDX-License-Identifier: AGPL-3.0-only
// Sums the leaves of small decision trees of fixed depth. A tree is three arrays: the children of
// fork i are 2i + 1 and 2i + 2, and the leaves follow the forks in the same numbering. trees.inc is
// written by arborist_extractive_fit. Part of extractive-v2.
#include <span>

#include "extractive/features.h"

namespace arborist::extractive {

namespace {

#include "extractive/trees.inc"

std::int64_t Sum(std::span<const Tree> trees, const Features& features) {
  std::int64_t sum = 0;
  for (const Tree& tree : trees) {
    std::size_t at = 0;
    for (std::size_t level = 0; level < kTreeDepth; ++level) {
      at = 2 * at + (features[tree.feature[at]] > tree.above[at] ? 2 : 1);
    }
    sum += tree.leaf[at - (kTreeLeaves - 1)];
  }
  return sum;
}

}  // namespace

std::int64_t ScoreOfTrees(const Features& features) { return Sum(kScoreTrees, features); }
std::int64_t ConfidenceOfTrees(const Features& features) { return Sum(kConfidenceTrees, features); }

}  // namespace arborist::extractive
