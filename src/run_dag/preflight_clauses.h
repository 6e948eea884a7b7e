// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>

#include "base/hash256.h"
#include "base/result.h"
#include "json/value.h"

namespace arborist::run_dag {

// FROZEN: docs/format/run-dag.md.
inline constexpr std::string_view kPreflightNodeVersion = "preflight-node-v1";

// The stage's clauses in the form that is hashed; an empty clause is {}.
struct Preflight {
  json::Object classifier;
  json::Object answer_contract;
  json::Object prompt_contract;
  json::Object evidence_contract;
  json::Object policy_refs;
  json::Object question_state;
};

json::Object PreflightPayload(const Preflight& preflight);

// sha256 of the payload's canonical JSON. Fails only on numbers that JSON cannot hold.
Result<Hash256> PreflightNodeHash(const Preflight& preflight);

}  // namespace arborist::run_dag
