// SPDX-License-Identifier: AGPL-3.0-only
#include "training.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "forest.h"

namespace arborist::training {

namespace {

constexpr std::size_t kScoreTrees = 120;
constexpr std::size_t kConfidenceTrees = 80;
// Weights of a set are held nearer to those of all sets than those are to nothing.
constexpr double kOwnDecay = 60;
constexpr double kConfidenceDecay = 4;
// Few heavy examples are soon known by heart by trees: there they count for no more than this.
constexpr double kScoreTreeCap = 4;
constexpr double kConfidenceTreeCap = 2;
// Of squad and its kin each question has several evidences that lack the answer: for the confidence
// they count for less, as if a fifth of the questions had none.
constexpr double kRemovedShare = 0.3;

double Dot(const Features& features, std::size_t group, const Weights& weights) {
  double sum = 0;
  const double* own = &weights.own[group * kRow];
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    if (features[i] != 0) sum += features[i] * (weights.shared[i] + own[i]);
  }
  return sum / 1000;
}

// Adam.
class Climber {
 public:
  Climber(double decay, const std::set<std::size_t>& without) : decay_(decay), without_(without) {}

  void Add(const Features& features, std::size_t group, double pull) {
    double* own = &slope_.own[group * kRow];
    for (std::size_t k = 0; k < kFeatureCount; ++k) {
      const double part = pull * features[k] / 1000;
      slope_.shared[k] += part;
      own[k] += part;
    }
  }

  void Step(double count, double rate, Weights* weights) {
    ++round_;
    Move(slope_.shared, count, rate, decay_, &first_.shared, &second_.shared, &weights->shared);
    Move(slope_.own, count, rate, decay_ * kOwnDecay, &first_.own, &second_.own, &weights->own);
    slope_ = Weights();
  }

 private:
  void Move(const std::vector<double>& slope, double count, double rate, double decay,
            std::vector<double>* first, std::vector<double>* second, std::vector<double>* weights) {
    for (std::size_t k = 0; k < slope.size(); ++k) {
      if (without_.contains(k % kRow)) continue;
      const double g = slope[k] / count - decay * (*weights)[k];
      (*first)[k] = 0.9 * (*first)[k] + 0.1 * g;
      (*second)[k] = 0.999 * (*second)[k] + 0.001 * g * g;
      (*weights)[k] += rate * ((*first)[k] / (1 - std::pow(0.9, round_))) /
                       (std::sqrt((*second)[k] / (1 - std::pow(0.999, round_))) + 1e-8);
    }
  }
  double decay_;
  const std::set<std::size_t>& without_;
  int round_ = 0;
  Weights slope_, first_, second_;
};

// The likelihood that a sentence drawn by softmax answers.
Weights FitScore(const std::vector<const Example*>& examples, const std::set<std::size_t>& without,
                 double decay) {
  Weights weights;
  Climber climber(decay, without);
  std::vector<double> chance;
  for (int round = 1; round <= 160; ++round) {
    double count = 0;
    for (const Example* pointer : examples) {
      const Example& example = *pointer;
      count += example.weight;
      chance.assign(example.features.size(), 0);
      double highest = -1e300;
      for (std::size_t i = 0; i < chance.size(); ++i) {
        chance[i] = Dot(example.features[i], example.group, weights);
        highest = std::max(highest, chance[i]);
      }
      double all = 0, right = 0;
      for (std::size_t i = 0; i < chance.size(); ++i) {
        chance[i] = std::exp(chance[i] - highest);
        all += chance[i];
        if (example.answers[i]) right += chance[i];
      }
      for (std::size_t i = 0; i < chance.size(); ++i) {
        const double pull =
            example.weight * ((example.answers[i] ? chance[i] / right : 0) - chance[i] / all);
        if (std::abs(pull) > 1e-5) climber.Add(example.features[i], example.group, pull);
      }
    }
    climber.Step(count, round < 110 ? 0.1 : 0.02, &weights);
  }
  return weights;
}

double JudgedWeight(const Example& example) {
  return example.weight * (example.removed && example.fold == 0 ? kRemovedShare : 1);
}

// The features of the chosen sentence, with what the choice itself tells.
Features Chosen(const Example& example, std::size_t* best) {
  *best = Best(example);
  const double top = example.scores[*best];
  double next = top - 4;
  for (std::size_t i = 0; i < example.scores.size(); ++i) {
    if (i != *best) next = std::max(next, example.scores[i]);
  }
  Features features = example.features[*best];
  extractive::AddChoice(std::lround(top * 1000), std::lround(next * 1000), &features);
  return features;
}

double ValueOf(const std::vector<extractive::Tree>& trees, const Features& features) {
  std::int64_t sum = 0;
  for (const extractive::Tree& tree : trees) {
    std::size_t at = 0;
    for (std::size_t level = 0; level < extractive::kTreeDepth; ++level) {
      at = 2 * at + (features[tree.feature[at]] > tree.above[at] ? 2 : 1);
    }
    sum += tree.leaf[at - (extractive::kTreeLeaves - 1)];
  }
  return static_cast<double>(sum) / 1000;
}

std::vector<extractive::Tree> GrowScore(const std::vector<const Example*>& examples,
                                        const Weights& weights,
                                        const std::set<std::size_t>& without) {
  std::vector<const Features*> rows;
  std::vector<double> sums;
  for (const Example* example : examples) {
    for (const Features& features : example->features) {
      rows.push_back(&features);
      sums.push_back(Dot(features, example->group, weights));
    }
  }
  std::set<std::size_t> left_out = without;
  left_out.insert({extractive::Feature::kChoiceScore, extractive::Feature::kChoiceLead});
  const TreeGrower grower(std::move(rows), left_out);
  std::vector<extractive::Tree> trees;
  std::vector<double> slopes(sums.size()), bends(sums.size());
  for (std::size_t round = 0; round < kScoreTrees; ++round) {
    std::size_t first = 0;
    for (const Example* example : examples) {
      const std::size_t count = example->features.size();
      const double highest =
          *std::max_element(sums.begin() + static_cast<std::ptrdiff_t>(first),
                            sums.begin() + static_cast<std::ptrdiff_t>(first + count));
      const double weight = std::min(kScoreTreeCap, example->weight);
      double all = 0, right = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const double chance = std::exp(sums[first + i] - highest);
        all += chance;
        if (example->answers[i]) right += chance;
      }
      for (std::size_t i = 0; i < count; ++i) {
        const double chance = std::exp(sums[first + i] - highest);
        const double of_all = chance / all;
        slopes[first + i] = weight * ((example->answers[i] ? chance / right : 0) - of_all);
        bends[first + i] = of_all < 1e-4 ? 0 : weight * of_all * (1 - of_all) + 1e-6;
      }
      first += count;
    }
    trees.push_back(grower.Grow(slopes, bends, &sums));
  }
  return trees;
}

std::vector<extractive::Tree> GrowConfidence(const std::vector<const Example*>& examples,
                                             const Weights& weights,
                                             const std::set<std::size_t>& without) {
  std::vector<Features> chosen(examples.size());
  std::vector<const Features*> rows;
  std::vector<double> sums, labels;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    std::size_t best = 0;
    chosen[i] = Chosen(*examples[i], &best);
    rows.push_back(&chosen[i]);
    sums.push_back(Dot(chosen[i], examples[i]->group, weights));
    labels.push_back(FirstAnswers(*examples[i]) ? 1 : 0);
  }
  const TreeGrower grower(std::move(rows), without);
  std::vector<extractive::Tree> trees;
  std::vector<double> slopes(sums.size()), bends(sums.size());
  for (std::size_t round = 0; round < kConfidenceTrees; ++round) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const double weight = std::min(kConfidenceTreeCap, JudgedWeight(*examples[i]));
      const double chance = 1 / (1 + std::exp(-sums[i]));
      slopes[i] = weight * (labels[i] - chance);
      bends[i] = weight * chance * (1 - chance);
    }
    trees.push_back(grower.Grow(slopes, bends, &sums));
  }
  return trees;
}

// Logistic regression: does the chosen sentence answer?
Weights FitConfidence(const std::vector<const Example*>& examples,
                      const std::set<std::size_t>& without, double decay) {
  struct Line {
    Features features;
    std::size_t group;
    double label;
    double weight;
  };
  std::vector<Line> lines;
  double count = 0;
  for (const Example* example : examples) {
    std::size_t best = 0;
    const Features features = Chosen(*example, &best);
    lines.push_back(
        {features, example->group, FirstAnswers(*example) ? 1.0 : -1.0, JudgedWeight(*example)});
    count += JudgedWeight(*example);
  }
  Weights weights;
  Climber climber(decay, without);
  for (int round = 1; round <= 250; ++round) {
    for (const Line& line : lines) {
      const double value = Dot(line.features, line.group, weights);
      climber.Add(line.features, line.group,
                  line.weight * line.label / (1 + std::exp(line.label * value)));
    }
    climber.Step(count, round < 170 ? 0.05 : 0.01, &weights);
  }
  return weights;
}

void ScoreOne(const Choice& choice, bool foreign, Example* example) {
  example->scores.clear();
  for (const Features& features : example->features) {
    example->scores.push_back(Dot(features, example->group, choice.score) +
                              (foreign ? 0 : ValueOf(choice.forest.score, features)));
  }
}

std::set<std::size_t> FoldsOf(const std::vector<const Example*>& examples) {
  std::set<std::size_t> folds;
  for (const Example* example : examples) folds.insert(example->fold);
  folds.erase(0);
  return folds;
}

}  // namespace

std::size_t Best(const Example& example) {
  const auto best = std::ranges::max_element(example.scores);
  return static_cast<std::size_t>(best - example.scores.begin());
}

bool FirstAnswers(const Example& example) {
  const std::size_t best = Best(example);
  if (example.answers[best]) return true;
  std::vector<std::size_t> order(example.scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::size_t count = std::min(order.size(), extractive::kJoinFrom);
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
                    [&](std::size_t a, std::size_t b) {
                      return example.scores[a] != example.scores[b]
                                 ? example.scores[a] > example.scores[b]
                                 : a < b;
                    });
  for (std::size_t k = 1; k < count; ++k) {
    if (example.scores[best] - example.scores[order[k]] > extractive::kJoinGap / 1000.0) break;
    if (example.behind[best] == order[k] || example.behind[order[k]] == best) {
      return example.answers[order[k]];
    }
  }
  return false;
}

void ScoreAll(const std::vector<std::vector<Example>*>& sets, const Choice& choice, bool foreign) {
  for (std::vector<Example>* examples : sets) {
    for (Example& example : *examples) ScoreOne(choice, foreign, &example);
  }
}

double SureOf(const Example& example, const Choice& choice, bool* right) {
  std::size_t best = 0;
  const Features chosen = Chosen(example, &best);
  *right = FirstAnswers(example);
  double value = Dot(chosen, example.group, choice.confidence);
  if (example.group < extractive::kFirstForeignSet) {
    value += ValueOf(choice.forest.confidence, chosen);
  }
  return value;
}

void FitSets(const std::vector<std::vector<Example>*>& sets, bool foreign,
             const std::set<std::size_t>& without, double decay, bool skip_confidence,
             Choice* choice) {
  constexpr std::size_t kFirstForeign = extractive::kFirstForeignSet;
  std::vector<const Example*> choices, judged;
  std::vector<std::pair<Example*, std::size_t>> moved;
  for (std::vector<Example>* examples : sets) {
    for (Example& example : *examples) {
      if (foreign) {
        moved.emplace_back(&example, example.group);
        example.group = kFirstForeign + example.group % extractive::kTypeGroups;
      }
      if (!example.tuning || example.features.empty()) continue;
      judged.push_back(&example);
      if (std::ranges::find(example.answers, true) == example.answers.end()) continue;
      if (std::ranges::find(example.answers, false) == example.answers.end()) continue;
      choices.push_back(&example);
    }
  }
  const auto copy = [&](const Weights& from, Weights* to) {
    for (std::size_t group = 0; group < extractive::kWeightSets; ++group) {
      if ((group >= kFirstForeign) != foreign) continue;
      for (std::size_t k = 0; k < kRow; ++k) to->own[group * kRow + k] = from.At(group, k);
    }
  };
  const auto fit = [&](const std::vector<const Example*>& seen, Choice* fitted) {
    const Weights score = FitScore(seen, without, decay);
    copy(score, &fitted->score);
    if (!foreign) fitted->forest.score = GrowScore(seen, score, without);
  };
  fit(choices, choice);
  ScoreAll(sets, *choice, foreign);
  // The blind fits see every kBlindStep-th of the many examples that have no fold.
  const auto scale = [&](double factor) {
    for (std::vector<Example>* examples : sets) {
      for (Example& example : *examples) example.weight *= example.fold != 0 ? factor : 1;
    }
  };
  constexpr std::size_t kBlindStep = 4;
  scale(1.0 / kBlindStep);
  for (const std::size_t fold : FoldsOf(judged)) {
    std::vector<const Example*> seen;
    std::size_t number = 0;
    for (const Example* example : choices) {
      if (example->fold == 0 ? number++ % kBlindStep == 0 : example->fold != fold)
        seen.push_back(example);
    }
    Choice blind;
    fit(seen, &blind);
    for (std::vector<Example>* examples : sets) {
      for (Example& example : *examples) {
        if (example.fold == fold) ScoreOne(blind, foreign, &example);
      }
    }
  }
  scale(kBlindStep);
  if (!skip_confidence) {
    const Weights confidence = FitConfidence(judged, without, decay * kConfidenceDecay);
    copy(confidence, &choice->confidence);
    if (!foreign) choice->forest.confidence = GrowConfidence(judged, confidence, without);
  }
  for (const auto& [example, group] : moved) example->group = group;
}

}  // namespace arborist::training
