// SPDX-License-Identifier: AGPL-3.0-only
// The run-DAG as methods of rpc: built, verified, and where a failed run failed.
#include <array>
#include <string>
#include <utility>

#include "app/methods.h"
#include "run_dag/run_dag_json.h"

namespace arborist::app {

namespace {

Result<json::Value> BuildRunDag(const json::Value& params) {
  TRY_ASSIGN(const run_dag::AnsweredRun run, run_dag::AnsweredRunFromJson(params));
  TRY_ASSIGN(const run_dag::RunDag dag, run_dag::Build(run));
  return run_dag::ToJson(dag);
}

Result<json::Value> BuildRejectRunDag(const json::Value& params) {
  TRY_ASSIGN(const run_dag::Rejection rejection, run_dag::RejectionFromJson(params));
  TRY_ASSIGN(const run_dag::RunDag dag, run_dag::BuildReject(rejection));
  return run_dag::ToJson(dag);
}

Result<json::Value> VerifyRunDag(const json::Value& params) {
  const json::Value* blob = params.Find("blob");
  if (blob == nullptr) return Fail(ErrorCode::kInvalidArgument, "field blob is missing");
  auto holds = run_dag::VerifyBlob(*blob);
  if (!holds) return std::unexpected(std::move(holds).error().In("field blob"));
  return json::Value(*holds);
}

Result<json::Value> LocalizeFailure(const json::Value& params) {
  TRY_ASSIGN(const std::string audit_mode, params.String("audit_mode"));
  TRY_ASSIGN(const std::int64_t n_sources, params.Int("n_sources"));
  TRY_ASSIGN(const std::int64_t n_quotes, params.Int("n_quotes"));
  TRY(params.Int("n_verified"));
  const auto stage = run_dag::LocalizeFailure(audit_mode, n_sources, n_quotes);
  return stage ? json::Value(run_dag::Name(*stage)) : json::Value();
}

Result<json::Value> PreflightNodeHash(const json::Value& params) {
  TRY_ASSIGN(const run_dag::Preflight preflight, run_dag::PreflightFromJson(params));
  TRY_ASSIGN(const Hash256 hash, run_dag::PreflightNodeHash(preflight));
  return hash.hex();
}

constexpr std::array kRunDagMethods = {
    RpcMethod{"build_run_dag", BuildRunDag},
    RpcMethod{"build_reject_run_dag", BuildRejectRunDag},
    RpcMethod{"verify_run_dag", VerifyRunDag},
    RpcMethod{"localize_failure", LocalizeFailure},
    RpcMethod{"preflight_node_hash", PreflightNodeHash},
};

}  // namespace

std::span<const RpcMethod> RunDagMethods() { return kRunDagMethods; }

}  // namespace arborist::app
