// SPDX-License-Identifier: AGPL-3.0-only
// A table of claim caps: one row per model profile, one column per rung of the quantifier. A small
// model repeats itself or loses its form in long answers, so its caps are lower.
// docs/format/question-classifiers.md.
#include "question/claim_caps.h"

#include <algorithm>
#include <array>
#include <utility>

#include "text/canonical.h"

namespace arborist::question {

namespace {

// A cap for each rung, ABSENT first.
struct Profile {
  std::string_view model;  // lower case, without the publisher
  std::array<int, 10> caps;
};
constexpr Profile kDefault = {"", {3, 4, 4, 12, 12, 6, 10, 12, 15, 12}};
constexpr std::array kProfiles = {
    Profile{"hermes-3-llama-3.1-8b-fp8-dynamic", {3, 4, 4, 8, 8, 5, 6, 8, 5, 5}},
};

const Profile& ProfileOf(std::string_view model_id) {
  const std::string name =
      text::ToLower(model_id.substr(std::min(model_id.rfind('/') + 1, model_id.size())));
  for (const Profile& profile : kProfiles) {
    if (profile.model == name) return profile;
  }
  return kDefault;
}

}  // namespace

int ClaimCap(const Quantifier& quantifier, std::string_view model_id) {
  const int cap = ProfileOf(model_id).caps[std::to_underlying(quantifier.intensity)];
  if (!quantifier.explicit_count) return cap;
  return static_cast<int>(std::clamp<std::int64_t>(*quantifier.explicit_count, 1, cap));
}

}  // namespace arborist::question
