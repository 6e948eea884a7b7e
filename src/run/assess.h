// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "judge/check_answer.h"
#include "run/dimensions.h"

namespace arborist::run {

// FROZEN: shown in mode select if no sentence that the model points to holds.
inline constexpr std::string_view kNothingSelected =
    "No sentence of the sources can be quoted as an answer.";

// The judgement of a model's answer. A pure function of the inputs and the raw answer: an auditor
// gets the same.
struct Assessment {
  std::string raw_answer;            // as the model wrote it
  std::vector<std::string> repairs;  // of quotes: docs/format/policy.md
  std::string answer_text;    // what is shown and kept: repaired quotes, or claims with excerpts
  bool declined = false;      // the answer says that the sources do not answer
  judge::CheckReport report;  // label, rung, units with diagnosis
  json::Value verdict;        // the reference's object, with its wording

  std::string verifier_method() const;
  json::Array List(std::string_view field) const;  // a list of the verdict; empty if absent
};

// The text of a declined answer. It differs by who declines: a model says that the sources do not
// answer; without a model it is said that no sentence clearly does.
std::string DeclineText(const Inputs& inputs);

// explain: also find out why units failed, which is under no hash.
Assessment Assess(const Inputs& inputs, std::string_view raw_answer, bool explain = true);

}  // namespace arborist::run
