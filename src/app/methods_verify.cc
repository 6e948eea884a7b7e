// SPDX-License-Identifier: AGPL-3.0-only
// The verifiers as methods of rpc. Parameters have the names and defaults of the reference; a
// verifier that is not named is reference-v9.8, unlike elsewhere, so that the reference's tests run
// unchanged.
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/methods.h"
#include "app/params.h"
#include "judge/diagnosis.h"
#include "judge/lexical_v2/lexical_v2.h"
#include "judge/reference/deflection.h"
#include "judge/reference/lattice.h"
#include "judge/reference/quotes.h"
#include "judge/reference/rung.h"
#include "judge/reference/warrant.h"
#include "judge/verdict_json.h"

namespace arborist::app {

namespace {

Result<judge::Verifier> VerifierOf(const json::Value& params) {
  TRY_ASSIGN(const std::string name, params.StringOr("verifier", "reference-v9.8"));
  const auto verifier = judge::VerifierFromName(name);
  if (!verifier) {
    return Fail(ErrorCode::kInvalidArgument,
                "field verifier must be reference-v9.8, lexical-v2 or lexical-v3");
  }
  return *verifier;
}

Result<json::Value> JudgeQuotes(const json::Value& params) {
  TRY_ASSIGN(const std::string answer, params.String("answer_text"));
  TRY_ASSIGN(const std::string context, params.String("context"));
  TRY_ASSIGN(const std::string entity_policy, params.StringOr("entity_policy", "proximity"));
  judge::QuotePolicy policy;
  const auto known = judge::EntityPolicyFromName(entity_policy);
  if (!known) {
    return Fail(ErrorCode::kInvalidArgument,
                "field entity_policy must be strict, hybrid, drop or proximity");
  }
  policy.entity_policy = *known;
  TRY_ASSIGN(policy.proximity_n, IntOr(params, "proximity_n", policy.proximity_n));
  TRY_ASSIGN(policy.proximity_window, IntOr(params, "proximity_window", policy.proximity_window));
  TRY_ASSIGN(const judge::Verifier verifier, VerifierOf(params));
  const judge::QuoteVerdict verdict = judge::JudgeAnswer(answer, context, verifier, policy);
  json::Value result = judge::ToJson(verdict);
  TRY_ASSIGN(const bool diagnose, BoolOr(params, "diagnose", false));
  if (diagnose) {
    result.as_object().emplace("diagnosis", judge::ToJson(judge::DiagnoseFailed(verdict, context)));
  }
  return result;
}

// The policy fields that both lattice verifiers have; the limit on pointers has a name in each.
Result<judge::LatticePolicy> PolicyOf(const json::Value& params, std::string_view max_pointers) {
  judge::LatticePolicy policy;
  TRY_ASSIGN(policy.verifier, VerifierOf(params));
  if (params.Find("allowed_source_roles") != nullptr) {
    TRY_ASSIGN(const std::vector<std::string> roles, Strings(params, "allowed_source_roles"));
    policy.allowed_source_roles = {roles.begin(), roles.end()};
  }
  TRY_ASSIGN(policy.max_pointers_per_claim,
             IntOr(params, max_pointers, policy.max_pointers_per_claim));
  TRY_ASSIGN(policy.min_citation_coverage,
             NumberOr(params, "min_citation_coverage", policy.min_citation_coverage));
  TRY_ASSIGN(policy.max_claims_per_answer,
             IntOr(params, "max_claims_per_answer", policy.max_claims_per_answer));
  TRY_ASSIGN(
      policy.subject_tokens_absent_threshold,
      IntOr(params, "subject_tokens_absent_threshold", policy.subject_tokens_absent_threshold));
  TRY_ASSIGN(policy.warrant_check_enabled,
             BoolOr(params, "warrant_check_enabled", policy.warrant_check_enabled));
  TRY_ASSIGN(policy.deflection_check_enabled,
             BoolOr(params, "deflection_check_enabled", policy.deflection_check_enabled));
  TRY_ASSIGN(policy.rendering, RenderingOf(params));
  return policy;
}

// question and warrant_chain_roots, both of which may be absent or null.
Result<judge::LatticeQuestion> QuestionOf(const json::Value& params) {
  judge::LatticeQuestion question;
  const auto given = [&](std::string_view key) {
    const json::Value* member = params.Find(key);
    return member != nullptr && !member->is_null();
  };
  if (given("question")) {
    TRY_ASSIGN(question.question, params.String("question"));
  }
  if (given("warrant_chain_roots")) {
    TRY_ASSIGN(const std::vector<std::string> roots, Strings(params, "warrant_chain_roots"));
    question.warrant_chain_roots = {roots.begin(), roots.end()};
  }
  return question;
}

Result<json::Value> JudgeClaimLattice(const json::Value& params) {
  TRY_ASSIGN(const std::string answer, params.String("answer_text"));
  TRY_ASSIGN(const evidence::EvidenceMap evidence, EvidenceOf(params));
  TRY_ASSIGN(const judge::LatticeQuestion question, QuestionOf(params));
  TRY_ASSIGN(judge::LatticePolicy policy, PolicyOf(params, "max_pointers_per_claim"));
  TRY_ASSIGN(policy.min_claim_content_tokens,
             IntOr(params, "min_claim_content_tokens", policy.min_claim_content_tokens));
  TRY_ASSIGN(policy.lazy_anchor_demote_threshold,
             NumberOr(params, "lazy_anchor_demote_threshold", policy.lazy_anchor_demote_threshold));
  TRY_ASSIGN(policy.lazy_anchor_demote_min_pairs,
             IntOr(params, "lazy_anchor_demote_min_pairs", policy.lazy_anchor_demote_min_pairs));
  TRY_ASSIGN(policy.format_collapse_check_enabled,
             BoolOr(params, "format_collapse_check_enabled", policy.format_collapse_check_enabled));
  return judge::ToJson(judge::JudgeClaimLattice(answer, evidence, question, policy));
}

Result<json::Value> JudgeClaimLatticeJson(const json::Value& params) {
  TRY_ASSIGN(const std::string answer, params.String("answer_json_text"));
  TRY_ASSIGN(const evidence::EvidenceMap evidence, EvidenceOf(params));
  TRY_ASSIGN(const judge::LatticeQuestion question, QuestionOf(params));
  TRY_ASSIGN(const judge::LatticePolicy policy, PolicyOf(params, "max_evidence_per_claim"));
  return judge::ToJson(judge::JudgeClaimLatticeJson(answer, evidence, question, policy));
}

Result<json::Value> WarrantCheck(const json::Value& params) {
  TRY_ASSIGN(const std::string claim, params.String("claim_text"));
  TRY_ASSIGN(const std::vector<std::string> cited, Strings(params, "cited_spans"));
  TRY_ASSIGN(const judge::LatticeQuestion question, QuestionOf(params));
  const std::vector<judge::Context> spans(cited.begin(), cited.end());
  judge::WarrantClaim warranted{.text = claim, .cited_spans = {}};
  std::size_t bytes = claim.size();
  for (const judge::Context& span : spans) {
    warranted.cited_spans.push_back(&span);
    bytes += span.normalized().size();
  }
  Budget budget(bytes);
  const judge::Warrant warrant =
      judge::CheckWarrants({&warranted, 1}, judge::WarrantQuestion(question.question), &budget)
          .front();
  return json::Object{{"ok", warrant.ok},
                      {"missing", json::Array(warrant.missing.begin(), warrant.missing.end())},
                      {"active", json::Array(warrant.active.begin(), warrant.active.end())}};
}

Result<json::Value> DiagnoseDeflection(const json::Value& params) {
  TRY_ASSIGN(const std::string question, params.String("question"));
  TRY_ASSIGN(const std::string answer, params.String("answer"));
  const judge::Deflection deflection = judge::DiagnoseDeflection(question, answer);
  return json::Object{{"kind", deflection.detected ? "deflection" : "none"},
                      {"subject_anchor", deflection.subject_anchor.empty()
                                             ? json::Value(nullptr)
                                             : json::Value(deflection.subject_anchor)},
                      {"overlap_ratio", deflection.overlap_ratio}};
}

Result<json::Value> DisplayRung(const json::Value& params) {
  TRY_ASSIGN(const std::string name, params.String("audit_mode"));
  const auto mode = judge::AuditModeFromName(name);
  if (!mode) {
    return Fail(ErrorCode::kInvalidArgument,
                "field audit_mode must be STRICT, HYBRID or UNGROUNDED");
  }
  TRY_ASSIGN(const std::string method, params.String("verifier_method"));
  TRY_ASSIGN(const json::Array* violations, params.List("violations"));
  std::vector<std::string> kinds;
  for (const json::Value& violation : *violations) {
    TRY_ASSIGN(std::string kind, violation.String("kind"));
    kinds.push_back(std::move(kind));
  }
  TRY_ASSIGN(const bool warrant_applied, BoolOr(params, "warrant_applied", true));
  const std::vector<std::string_view> views(kinds.begin(), kinds.end());
  return json::Value(judge::DisplayRung(*mode, method, views, warrant_applied));
}

constexpr std::array kVerifyMethods = {
    RpcMethod{"verify_quotes", JudgeQuotes},
    RpcMethod{"verify_claim_lattice", JudgeClaimLattice},
    RpcMethod{"verify_claim_lattice_json", JudgeClaimLatticeJson},
    RpcMethod{"warrant_check", WarrantCheck},
    RpcMethod{"diagnose_deflection", DiagnoseDeflection},
    RpcMethod{"display_rung", DisplayRung},
};

}  // namespace

std::span<const RpcMethod> VerifyMethods() { return kVerifyMethods; }

}  // namespace arborist::app
