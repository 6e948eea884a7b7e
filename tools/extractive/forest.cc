// SPDX-License-Identifier: AGPL-3.0-only
#include "forest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace arborist::training {

namespace {

using extractive::Features;
using extractive::kFeatureCount;
using extractive::Tree;

constexpr double kRate = 0.12;
constexpr double kRidge = 20;      // pulls the leaves of few rows to nothing
constexpr double kLeastBend = 40;  // that a leaf must have

double Gain(double slope, double bend) { return slope * slope / (bend + kRidge); }

}  // namespace

TreeGrower::TreeGrower(std::vector<const Features*> rows, const std::set<std::size_t>& without)
    : rows_(std::move(rows)), without_(without), cuts_(kFeatureCount) {
  bins_.resize(rows_.size() * kFeatureCount);
  std::vector<std::int32_t> values;
  for (std::size_t k = 0; k < kFeatureCount; ++k) {
    values.clear();
    for (std::size_t i = 0; i < rows_.size(); i += 1 + rows_.size() / 50000) {
      values.push_back((*rows_[i])[k]);
    }
    std::ranges::sort(values);
    for (std::size_t bin = 1; bin < kBins && !values.empty(); ++bin) {
      const std::int32_t cut = values[bin * values.size() / kBins];
      if (cut < values.back() && (cuts_[k].empty() || cuts_[k].back() < cut)) {
        cuts_[k].push_back(cut);
      }
    }
    // Rare flags would have no cut otherwise.
    if (cuts_[k].empty() && !values.empty() && values.front() < values.back()) {
      cuts_[k].push_back(values.front());
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      bins_[i * kFeatureCount + k] = static_cast<std::uint8_t>(
          std::ranges::lower_bound(cuts_[k], (*rows_[i])[k]) - cuts_[k].begin());
    }
  }
}

Tree TreeGrower::Grow(const std::vector<double>& slopes, const std::vector<double>& bends,
                      std::vector<double>* sums) const {
  struct Cell {
    double slope = 0;
    double bend = 0;
  };
  Tree tree{};
  tree.above.fill(std::numeric_limits<std::int32_t>::max());
  std::vector<std::uint8_t> node(rows_.size(), 0);  // of the level
  for (std::size_t level = 0; level < extractive::kTreeDepth; ++level) {
    const std::size_t nodes = std::size_t{1} << level;
    std::vector<Cell> cells(nodes * kFeatureCount * kBins);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (bends[i] == 0) continue;
      Cell* here = &cells[node[i] * kFeatureCount * kBins];
      const std::uint8_t* bins = &bins_[i * kFeatureCount];
      for (std::size_t k = 0; k < kFeatureCount; ++k) {
        Cell& cell = here[k * kBins + bins[k]];
        cell.slope += slopes[i];
        cell.bend += bends[i];
      }
    }
    std::vector<std::size_t> feature(nodes, 0), cut(nodes, kBins);
    for (std::size_t n = 0; n < nodes; ++n) {
      double best = 1e-6;
      for (std::size_t k = 0; k < kFeatureCount; ++k) {
        if (without_.contains(k)) continue;
        const Cell* here = &cells[(n * kFeatureCount + k) * kBins];
        Cell all;
        for (std::size_t bin = 0; bin < kBins; ++bin) {
          all.slope += here[bin].slope;
          all.bend += here[bin].bend;
        }
        Cell left;
        for (std::size_t bin = 0; bin < cuts_[k].size(); ++bin) {
          left.slope += here[bin].slope;
          left.bend += here[bin].bend;
          if (left.bend < kLeastBend || all.bend - left.bend < kLeastBend) continue;
          const double gain = Gain(left.slope, left.bend) +
                              Gain(all.slope - left.slope, all.bend - left.bend) -
                              Gain(all.slope, all.bend);
          if (gain <= best) continue;
          best = gain;
          feature[n] = k;
          cut[n] = bin;
        }
      }
      const std::size_t at = nodes - 1 + n;
      tree.feature[at] = static_cast<std::uint8_t>(feature[n]);
      if (cut[n] < kBins) tree.above[at] = cuts_[feature[n]][cut[n]];
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::size_t n = node[i];
      const bool right = bins_[i * kFeatureCount + feature[n]] > cut[n];
      node[i] = static_cast<std::uint8_t>(2 * n + (right ? 1 : 0));
    }
  }
  std::array<Cell, extractive::kTreeLeaves> leaves{};
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    leaves[node[i]].slope += slopes[i];
    leaves[node[i]].bend += bends[i];
  }
  for (std::size_t n = 0; n < leaves.size(); ++n) {
    tree.leaf[n] = static_cast<std::int32_t>(
        std::lround(1000 * kRate * leaves[n].slope / (leaves[n].bend + kRidge)));
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) (*sums)[i] += tree.leaf[node[i]] / 1000.0;
  return tree;
}

std::string TreeLine(const Tree& tree) {
  std::string line = "{{";
  for (std::size_t i = 0; i < tree.feature.size(); ++i) {
    line += (i == 0 ? "Feature::k" : ", Feature::k") +
            std::string(extractive::FeatureName(tree.feature[i]));
  }
  line += "}, {";
  for (std::size_t i = 0; i < tree.above.size(); ++i) {
    line += (i == 0 ? "" : ", ") + std::to_string(tree.above[i]);
  }
  line += "}, {";
  for (std::size_t i = 0; i < tree.leaf.size(); ++i) {
    line += (i == 0 ? "" : ", ") + std::to_string(tree.leaf[i]);
  }
  return line + "}},\n";
}

}  // namespace arborist::training
