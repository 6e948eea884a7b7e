// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "run/dimensions.h"
#include "verify/check.h"

namespace arborist::run {

// FROZEN: shown where answer_mode is select and no sentence that the model points to holds.
inline constexpr std::string_view kNothingSelected =
    "No sentence of the sources can be quoted as an answer.";

// What the model's answer is worth: pure, so that whoever has the inputs comes to the same.
struct Assessment {
  std::string raw_answer;            // as the model wrote it
  std::vector<std::string> repairs;  // of quotes; docs/format/policy.md
  std::string answer_text;           // what is kept: repaired quotes, or claims with their excerpts
  bool declined = false;             // it says that the sources do not answer
  verify::CheckReport report;        // label, rung, units with diagnosis
  json::Value verdict;               // the reference's object, wording included

  std::string verifier_method() const;
  json::Array List(std::string_view field) const;  // of the verdict; empty when absent
};

// What a declined answer says: a model that the sources do not answer, the answerer without a model
// that no sentence clearly does.
std::string DeclineText(const Inputs& inputs);

// explain: also why units failed, which is under no hash.
Assessment Assess(const Inputs& inputs, std::string_view raw_answer, bool explain = true);

}  // namespace arborist::run
