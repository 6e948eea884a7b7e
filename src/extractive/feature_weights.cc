// SPDX-License-Identifier: AGPL-3.0-only
#include <algorithm>

#include "extractive/features.h"

namespace arborist::extractive {

namespace {

struct Weights {
  std::string_view name;
  std::array<std::int32_t, kTypeGroups> score;
  std::array<std::int32_t, kTypeGroups> confidence;
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

std::int64_t Score(const Features& features, TypeGroup group) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    sum += std::int64_t{features[i]} * kWeights[i].score[static_cast<std::size_t>(group)];
  }
  return sum / 1000;
}

std::int64_t Confidence(const Features& features, TypeGroup group) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < kFeatureCount; ++i) {
    sum += std::int64_t{features[i]} * kWeights[i].confidence[static_cast<std::size_t>(group)];
  }
  return sum / 1000;
}

void AddChoice(std::int64_t score, std::int64_t next, Features* features) {
  (*features)[Feature::kChoiceScore] =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(score, -20000, 20000));
  (*features)[Feature::kChoiceLead] =
      static_cast<std::int32_t>(std::clamp<std::int64_t>(score - next, 0, 4000));
}

}  // namespace arborist::extractive
