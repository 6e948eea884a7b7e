// SPDX-License-Identifier: AGPL-3.0-only
// Verdicts as JSON, with the names of the reference. These objects are hashed into the run DAG, so
// their members are fixed: fields that only pointer lines or only JSON answers have are absent
// elsewhere, not null.
#include "judge/verdict_json.h"

#include "judge/reference/violations.h"

namespace arborist::judge {

namespace {

template <typename Strings>
json::Array List(const Strings& strings) {
  return json::Array(strings.begin(), strings.end());
}

json::Array Indexes(const ClaimIndexes& indexes) {
  json::Array list;
  for (const ClaimIndex& index : indexes) list.push_back(ToJson(index));
  return list;
}

json::Value StatusToJson(const ClaimStatus& status) {
  json::Object object{{"text", status.text},
                      {"evidence_ids", status.evidence_ids},
                      {"status", status.status},
                      {"reasons", List(status.reasons)}};
  if (status.claim_idx) object.emplace("claim_idx", *status.claim_idx);
  if (status.pointer_ids) object.emplace("pointer_ids", *status.pointer_ids);
  return object;
}

}  // namespace

json::Value ToJson(const QuoteVerdict& verdict) {
  json::Array statuses;
  for (const UnitStatus& unit : verdict.claim_statuses) {
    statuses.emplace_back(
        json::Object{{"text", unit.text}, {"status", unit.status}, {"method", unit.method}});
  }
  return json::Object{{"n_quotes", static_cast<std::int64_t>(verdict.n_quotes)},
                      {"n_verified", static_cast<std::int64_t>(verdict.n_verified)},
                      {"audit_mode", Name(verdict.audit_mode)},
                      {"unverified_quotes", List(verdict.unverified_quotes)},
                      {"verifier_method", verdict.verifier_method},
                      {"claim_statuses", std::move(statuses)}};
}

json::Value ToJson(const LatticeVerdict& verdict) {
  json::Array statuses, pairs;
  for (const ClaimStatus& status : verdict.claim_statuses) statuses.push_back(StatusToJson(status));
  for (const auto& ids : verdict.evidence_id_pairs) pairs.emplace_back(List(ids));
  json::Object object{{"n_quotes", verdict.n_quotes},
                      {"n_verified", verdict.n_verified},
                      {"audit_mode", Name(verdict.audit_mode)},
                      {"unverified_quotes", List(verdict.unverified_quotes)},
                      {"verifier_method", kLatticeMethod},
                      {"claim_statuses", std::move(statuses)},
                      {"violations", List(verdict.violations)},
                      {"rendered_text", verdict.rendered_text},
                      {"evidence_id_pairs", std::move(pairs)},
                      {"warrant_missing_claim_idxs", Indexes(verdict.warrant_missing_claim_idxs)},
                      {"warrant_proven_claim_idxs", Indexes(verdict.warrant_proven_claim_idxs)},
                      {"title_mismatch_claim_idxs", Indexes(verdict.title_mismatch_claim_idxs)},
                      {"deflection_detected", verdict.deflection_detected},
                      {"warrant_applied", verdict.warrant_applied}};
  if (const auto& lines = verdict.pointer_lines) {
    json::Object distribution;
    for (const auto& [id, count] : lines->pointer_id_distribution) distribution.emplace(id, count);
    object.emplace("partially_verified_quotes", List(lines->partially_verified_quotes));
    object.emplace("pointer_id_distribution", std::move(distribution));
    object.emplace("lazy_anchor_ratio", lines->lazy_anchor_ratio);
    object.emplace("lazy_anchor_demoted", lines->lazy_anchor_demoted);
    object.emplace("format_collapsed", lines->format_collapsed);
  }
  if (verdict.json_fixups) object.emplace("json_fixups", List(*verdict.json_fixups));
  return object;
}

json::Value ToJson(const std::vector<Diagnosis>& diagnoses) {
  json::Array list;
  for (const Diagnosis& diagnosis : diagnoses) {
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

}  // namespace arborist::judge
