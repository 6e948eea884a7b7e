// SPDX-License-Identifier: AGPL-3.0-only
#include "run_dag/preflight_clauses.h"

#include "crypto/sha256.h"

namespace arborist::run_dag {

json::Object PreflightPayload(const Preflight& preflight) {
  return {{"stage", "preflight"},
          {"node_version", kPreflightNodeVersion},
          {"classifier", preflight.classifier},
          {"answer_contract", preflight.answer_contract},
          {"prompt_contract", preflight.prompt_contract},
          {"evidence_contract", preflight.evidence_contract},
          {"policy_refs", preflight.policy_refs},
          {"question_state", preflight.question_state}};
}

Result<Hash256> PreflightNodeHash(const Preflight& preflight) {
  TRY_ASSIGN(const std::string canonical, json::Canonical(PreflightPayload(preflight)));
  return crypto::Sha256(canonical);
}

}  // namespace arborist::run_dag
