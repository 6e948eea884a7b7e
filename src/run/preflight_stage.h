// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "question/preflight.h"
#include "run/dimensions.h"
#include "run_dag/preflight_clauses.h"

namespace arborist::run {

// The state of the question before anything is retrieved. The corpus profile comes from what was
// ingested, never from a clock, so that the same corpus gives the same run.
question::QuestionState StateOf(std::string_view question, const Policy& policy,
                                std::string_view model_id, const json::Object& corpus_profile);

// Hashes that the preflight stage refers to; both are dimensions of the key.
struct PolicyRefs {
  std::string governance_policy_hash;
  std::string model_profile_hash;
};
PolicyRefs RefsOf(const Inputs& inputs);

// The preflight stage of the run.
run_dag::Preflight PreflightOf(const Inputs& inputs, const json::Object& corpus_profile,
                               const PolicyRefs& refs);

// Whether the prompt has the reminder of the passages' limits, and how many claims the answer may
// have (nullopt: no cap).
bool ReminderInjected(const Inputs& inputs);
std::optional<std::int64_t> ClaimCapApplied(const Inputs& inputs);

// Why a question is rejected before retrieval.
struct Rejected {
  std::string_view kind;    // of the violation: BROAD_QUANTIFIER_REJECTED, ...
  std::string_view reason;  // the fixed string that is hashed (decision 18)
  std::string answer_text;  // for people: what happened and what to do
};
std::optional<Rejected> RejectionOf(const question::QuestionState& state, const Policy& policy);

}  // namespace arborist::run
