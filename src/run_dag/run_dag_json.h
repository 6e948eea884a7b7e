// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "json/value.h"
#include "run_dag/preflight.h"
#include "run_dag/run_dag.h"

// The run-DAG as JSON: the blob that a record keeps, and the params that other programs send. All
// reading stands here; errors name the field.
namespace arborist::run_dag {

// {root, nodes:[{stage, hash}], preflight_payload?}
json::Value ToJson(const RunDag& dag);

// Refuses what is missing, ill-typed, or names a stage that we do not know. Whether it holds is
// Verify's question.
Result<RunDag> FromJson(const json::Value& blob);

// The reference's check of a blob, or of its text: that the root is the one over the nodes,
// whatever their stages are called. False without nodes or root; an error for what is no blob.
Result<bool> VerifyBlob(const json::Value& blob);

Result<AnsweredRun> AnsweredRunFromJson(const json::Value& params);
Result<Rejection> RejectionFromJson(const json::Value& params);
// The classifier's clause is called `quantifier` here, as the reference calls its argument.
Result<Preflight> PreflightFromJson(const json::Value& params);

}  // namespace arborist::run_dag
