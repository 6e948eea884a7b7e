// SPDX-License-Identifier: AGPL-3.0-only
#include <array>
#include <string>

#include "app/methods.h"
#include "verify/diagnosis.h"
#include "verify/lexical_v2.h"
#include "verify/quotes.h"

namespace arborist::app {

namespace {

Result<std::int64_t> IntOr(const json::Value& params, std::string_view key, std::int64_t fallback) {
  return params.Find(key) == nullptr ? Result<std::int64_t>(fallback) : params.Int(key);
}

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

// Beside the verdict, for people: asked for with diagnose, never hashed.
json::Value ToJson(const std::vector<verify::Diagnosis>& diagnoses) {
  json::Array list;
  for (const verify::Diagnosis& diagnosis : diagnoses) {
    json::Object entry{{"text", diagnosis.text}, {"diagnosis", diagnosis.word}};
    if (diagnosis.nearest) {
      entry.emplace(
          "nearest",
          json::Object{{"offset_start", static_cast<std::int64_t>(diagnosis.nearest->begin)},
                       {"offset_end", static_cast<std::int64_t>(diagnosis.nearest->end)},
                       {"shared_words", static_cast<std::int64_t>(diagnosis.nearest->shared_words)},
                       {"text", diagnosis.nearest->excerpt}});
    }
    list.emplace_back(std::move(entry));
  }
  return list;
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
  TRY_ASSIGN(const std::string verifier_name, params.StringOr("verifier", "reference-v9.8"));
  const auto verifier = verify::VerifierFromName(verifier_name);
  if (!verifier) {
    return Fail(ErrorCode::kInvalidArgument, "field verifier must be reference-v9.8 or lexical-v2");
  }
  const verify::QuoteVerdict verdict = verify::VerifyAnswer(answer, context, *verifier, policy);
  json::Value result = ToJson(verdict);
  const json::Value* diagnose = params.Find("diagnose");
  if (diagnose != nullptr && diagnose->is_bool() && diagnose->as_bool()) {
    result.as_object().emplace("diagnosis", ToJson(verify::DiagnoseFailed(verdict, context)));
  }
  return result;
}

constexpr std::array kMethods = {
    RpcMethod{"verify_quotes", VerifyQuotes},
};

}  // namespace

std::span<const RpcMethod> VerifyMethods() { return kMethods; }

}  // namespace arborist::app
