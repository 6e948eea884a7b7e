// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <set>
#include <vector>

#include "extractive/features.h"

// How the weights and trees of extractive-v2 are found, whatever the questions are.
namespace arborist::training {

using extractive::Features;
using extractive::kFeatureCount;

// The sentences of one question's evidence, and which of them answer.
struct Example {
  std::vector<Features> features;
  std::vector<bool> answers;
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<std::size_t> behind;  // the sentence that may be joined, as its successor; or kNone
  std::vector<double> scores;       // once they are fitted
  bool tuning = false;
  bool removed = false;   // nothing answers, on purpose
  std::size_t fold = 0;   // not 0: scored by a fit that has not seen its fold
  std::size_t group = 0;  // which set of weights
  double weight = 1;
};

// A weight for each group and feature: one for all groups, and what a group adds to it.
constexpr std::size_t kRow = kFeatureCount;
struct Weights {
  std::vector<double> shared = std::vector<double>(kRow, 0);
  std::vector<double> own = std::vector<double>(kRow * extractive::kWeightSets, 0);

  double At(std::size_t group, std::size_t feature) const {
    return shared[feature] + own[group * kRow + feature];
  }
};

// What the trees add to the choice, and to the confidence in it.
struct Forest {
  std::vector<extractive::Tree> score;
  std::vector<extractive::Tree> confidence;
};

struct Choice {
  Weights score;
  Weights confidence;
  Forest forest;
};

// The best sentence, once there are scores: the first of equals.
std::size_t Best(const Example& example);

// Whether the first claim answers: the best sentence, or what is joined to it.
bool FirstAnswers(const Example& example);

// Scores for all sentences of these.
void ScoreAll(const std::vector<std::vector<Example>*>& sets, const Choice& choice, bool foreign);

// How sure the choice is that its best sentence answers; whether it does.
double SureOf(const Example& example, const Choice& choice, bool* right);

// Fits the sets of weights for English questions, with trees, or those for all others, and sets the
// scores. Few questions are soon known by heart: examples with a fold are scored by weights that
// were fitted without their fold, and the confidence is fitted to these scores.
void FitSets(const std::vector<std::vector<Example>*>& sets, bool foreign,
             const std::set<std::size_t>& without, double decay, bool skip_confidence,
             Choice* choice);

}  // namespace arborist::training
