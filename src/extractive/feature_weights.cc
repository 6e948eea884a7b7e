// SPDX-License-Identifier: AGPL-3.0-only
// The fitted weights of the features, from features.inc (written by arborist_extractive_fit), and
// the two sums over them. Part of extractive-v2.
#include <algorithm>

#include "extractive/features.h"

namespace arborist::extractive {

namespace {

struct Weights {
  std::string_view name;
  std::array<std::int32_t, kWeightSets> score;
  std::array<std::int32_t, kWeightSets> confidence;
};
#define ARBORIST_SCORE(...) {__VA_ARGS__}
#define ARBORIST_CONFIDENCE(...) {__VA_ARGS__}
constexpr Weights kWeights[kFeatureCount] = {
#define ARBORIST_FEATURE(name, score, confidence) {#name, score, confidence},
#include "extractive/features.inc"
#undef ARBORIST_FEATURE
};

}  // namespace

std::string_view FeatureName(std::size_t feature) { return kWeights[feature].name; }

std::int64_t Score(const Features& features, std::size_t weight_set) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    sum += std::int64_t{features[i]} * kWeights[i].score[weight_set];
  }
  return sum / 1000 + (weight_set < kFirstForeignSet ? ScoreOfTrees(features) : 0);
}

std::int64_t Confidence(const Features& features, std::size_t weight_set) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    sum += std::int64_t{features[i]} * kWeights[i].confidence[weight_set];
  }
  return sum / 1000 + (weight_set < kFirstForeignSet ? ConfidenceOfTrees(features) : 0);
}

std::size_t WeightSetOf(const Asked& asked, const std::vector<Sentence>& sentences) {
  const auto group = static_cast<std::size_t>(GroupOf(asked.type()));
  if (!asked.english()) return kFirstForeignSet + group;
  const bool subject = std::ranges::any_of(sentences, [](const Sentence& sentence) {
    return sentence.features[Feature::kAbout] >= kAboutSubject;
  });
  return subject ? kTypeGroups + group : group;
}

void AddChoice(std::int64_t score, std::int64_t next, Features* features) {
  (*features)[Feature::kChoiceScore] =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(score, -20000, 20000));
  (*features)[Feature::kChoiceLead] =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(score - next, 0, 4000));
}

}  // namespace arborist::extractive
