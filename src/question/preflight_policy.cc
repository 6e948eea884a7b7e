// SPDX-License-Identifier: AGPL-3.0-only
// The preflight fields of a policy as one table of names and members, used for reading, writing and
// hashing alike, so that a field cannot be forgotten in one of them.
#include <algorithm>
#include <array>

#include "crypto/sha256.h"
#include "question/preflight.h"

namespace arborist::question {

namespace {

struct Switch {
  std::string_view name;
  bool PreflightPolicy::* field;
};
constexpr std::array kSwitches = {
    Switch{"quantifier_guard_enabled", &PreflightPolicy::quantifier_guard_enabled},
    Switch{"quantifier_guard_apply_caps", &PreflightPolicy::quantifier_guard_apply_caps},
    Switch{"quantifier_reminder_enabled", &PreflightPolicy::quantifier_reminder_enabled},
    Switch{"reject_broad", &PreflightPolicy::reject_broad},
    Switch{"block_on_contradiction", &PreflightPolicy::block_on_contradiction},
    Switch{"metacognition_enabled", &PreflightPolicy::metacognition_enabled},
    Switch{"metacognition_quantifier", &PreflightPolicy::metacognition_quantifier},
    Switch{"metacognition_temporal", &PreflightPolicy::metacognition_temporal},
    Switch{"metacognition_contradiction", &PreflightPolicy::metacognition_contradiction},
    Switch{"metacognition_false_premise", &PreflightPolicy::metacognition_false_premise},
    Switch{"metacognition_out_of_corpus", &PreflightPolicy::metacognition_out_of_corpus},
    Switch{"metacognition_reference_frame", &PreflightPolicy::metacognition_reference_frame},
};
constexpr std::string_view kModes = "quantifier_apply_caps_modes";

bool IsGiven(const json::Value* value) { return value != nullptr && !value->is_null(); }

}  // namespace

Result<PreflightPolicy> ReadPreflightPolicy(const json::Value& policy) {
  PreflightPolicy resolved;
  for (const auto& [name, field] : kSwitches) {
    if (!IsGiven(policy.Find(name))) continue;
    TRY_ASSIGN(resolved.*field, policy.Bool(name));
  }
  if (IsGiven(policy.Find(kModes))) {
    TRY_ASSIGN(const json::Array* modes, policy.List(kModes));
    resolved.quantifier_apply_caps_modes.clear();
    for (const json::Value& mode : *modes) {
      if (!mode.is_string()) {
        return Fail(ErrorCode::kInvalidArgument,
                    "field " + std::string(kModes) + " must be a list of strings");
      }
      resolved.quantifier_apply_caps_modes.push_back(mode.as_string());
    }
  }
  return resolved;
}

json::Object ToJson(const PreflightPolicy& policy) {
  json::Object object;
  for (const auto& [name, field] : kSwitches) object.emplace(name, policy.*field);
  // Sorted and without repeats, for neither order nor repetition means anything.
  std::vector<std::string> modes = policy.quantifier_apply_caps_modes;
  std::ranges::sort(modes);
  modes.erase(std::unique(modes.begin(), modes.end()), modes.end());
  object.emplace(kModes, json::Array(modes.begin(), modes.end()));
  return object;
}

Hash256 PreflightPolicyHash(const PreflightPolicy& policy) {
  json::Object object = ToJson(policy);
  object.emplace("metacognition_version", kMetacognitionVersion);
  object.emplace("quantifier_version", kQuantifierVersion);
  return crypto::Sha256(json::Dump(object));
}

}  // namespace arborist::question
