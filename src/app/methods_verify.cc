// SPDX-License-Identifier: AGPL-3.0-only
#include <array>
#include <string>

#include "app/methods.h"
#include "app/params.h"
#include "verify/quotes.h"

namespace arborist::app {

namespace {

json::Value ToJson(const verify::QuoteVerdict& verdict) {
  json::Array statuses;
  for (const verify::UnitStatus& unit : verdict.claim_statuses) {
    statuses.push_back(
        json::Object{{"text", unit.text}, {"status", unit.status}, {"method", unit.method}});
  }
  return json::Object{{"n_quotes", static_cast<std::int64_t>(verdict.n_quotes)},
                      {"n_verified", static_cast<std::int64_t>(verdict.n_verified)},
                      {"audit_mode", verify::Name(verdict.audit_mode)},
                      {"unverified_quotes", json::Array(verdict.unverified_quotes.begin(),
                                                        verdict.unverified_quotes.end())},
                      {"verifier_method", verdict.verifier_method},
                      {"claim_statuses", std::move(statuses)}};
}

Result<json::Value> VerifyQuotes(const json::Value& params) {
  TRY_ASSIGN(const std::string answer, params.String("answer_text"));
  TRY_ASSIGN(const std::string context, params.String("context"));
  TRY_ASSIGN(const std::string entity_policy, params.StringOr("entity_policy", "proximity"));
  verify::QuotePolicy policy;
  const auto known = verify::EntityPolicyFromName(entity_policy);
  if (!known) {
    return Fail(ErrorCode::kInvalidArgument,
                "field entity_policy must be strict, hybrid, drop or proximity");
  }
  policy.entity_policy = *known;
  TRY_ASSIGN(policy.proximity_n, IntOr(params, "proximity_n", policy.proximity_n));
  TRY_ASSIGN(policy.proximity_window, IntOr(params, "proximity_window", policy.proximity_window));
  return ToJson(verify::VerifyQuotes(answer, verify::Context(context), policy));
}

constexpr std::array kMethods = {
    RpcMethod{"verify_quotes", VerifyQuotes},
};

}  // namespace

std::span<const RpcMethod> VerifyMethods() { return kMethods; }

}  // namespace arborist::app
