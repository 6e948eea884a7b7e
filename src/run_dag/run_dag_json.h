// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "run_dag/preflight_clauses.h"
#include "run_dag/run_dag.h"

// Run DAGs as JSON: the blob that a record keeps, and the params that other programs send. Errors
// name the field.
namespace arborist::run_dag {

// {root, nodes:[{stage, hash}], preflight_payload?}
json::Value ToJson(const RunDag& dag);

// Refuses missing or ill-typed members and unknown stages. Whether it holds is the question of
// Verify.
Result<RunDag> FromJson(const json::Value& blob);

// The reference's check of a blob, or of its text: whether the root is that over the nodes,
// whatever their stages are called. False without nodes or root; an error if it is no blob.
Result<bool> VerifyBlob(const json::Value& blob);

Result<AnsweredRun> AnsweredRunFromJson(const json::Value& params);
Result<Rejection> RejectionFromJson(const json::Value& params);
// The classifier clause is named `quantifier` here, as in the reference's arguments.
Result<Preflight> PreflightFromJson(const json::Value& params);

}  // namespace arborist::run_dag
