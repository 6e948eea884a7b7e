// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "extractive/features.h"

namespace arborist::training {

// Grows the small trees of extractive-v2 one by one, each towards what the ones before it missed.
class TreeGrower {
 public:
  TreeGrower(std::vector<const extractive::Features*> rows, const std::set<std::size_t>& without);

  // A tree that follows the slopes; what it says of each row is added to `sums`.
  extractive::Tree Grow(const std::vector<double>& slopes, const std::vector<double>& bends,
                        std::vector<double>* sums) const;

 private:
  static constexpr std::size_t kBins = 32;

  std::vector<const extractive::Features*> rows_;
  std::set<std::size_t> without_;
  std::vector<std::vector<std::int32_t>> cuts_;  // of each feature, ascending
  std::vector<std::uint8_t> bins_;               // rows of features
};

// A line of the table that src/extractive/trees.cc reads.
std::string TreeLine(const extractive::Tree& tree);

}  // namespace arborist::training
