// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/verifier.md, "JSON answers". Parses the answer leniently (the
// repair of the verifier's name), checks the shape of each claim, and judges pairs of claim and id
// with LatticeRun. Where the reference's Python treats values as false (null, 0, "", []), so does
// this: the counts of the verdict depend on it. All claims are read before the first is judged, so
// that passages are searched once.
#include <algorithm>
#include <utility>

#include "json/lenient.h"
#include "judge/reference/lattice.h"
#include "judge/reference/lattice_run.h"
#include "judge/reference/violations.h"
#include "text/scan.h"

namespace arborist::judge {

const std::string_view kClaimLatticeJsonSchema =
    R"({"type":"object","properties":{"claims":{"type":"array","items":{"type":"object",)"
    R"("properties":{"text":{"type":"string"},"evidence_ids":{"type":"array",)"
    R"("items":{"type":"string"}}},"required":["text","evidence_ids"],)"
    R"("additionalProperties":false}}},"required":["claims"],"additionalProperties":false})";

namespace {

// Values that Python takes for false. Such a member counts as absent.
bool IsFalsy(const json::Value& value) {
  if (value.is_bool()) return !value.as_bool();
  if (value.is_number()) return value.as_double() == 0;
  if (value.is_string()) return value.as_string().empty();
  if (value.is_array()) return value.as_array().empty();
  if (value.is_object()) return value.as_object().empty();
  return true;
}

std::string_view KindOf(const json::Value& value) {
  if (value.is_bool()) return "a boolean";
  if (value.is_number()) return "a number";
  if (value.is_string()) return "a string";
  if (value.is_array()) return "a list";
  return value.is_object() ? "an object" : "null";
}

// True for text with a double quotation mark: a claim must state, not quote.
bool HasQuoteMark(std::string_view text) {
  return text.find('"') != std::string_view::npos || text.find("“") != std::string_view::npos ||
         text.find("”") != std::string_view::npos;
}

// Text and pointers of a claim that will be judged; empty for any other.
LatticeRun::Claim JudgedClaim(const json::Value& claim) {
  const json::Value* text = claim.is_object() ? claim.Find("text") : nullptr;
  const json::Value* ids = claim.is_object() ? claim.Find("evidence_ids") : nullptr;
  if (text == nullptr || !text->is_string() || ids == nullptr || IsFalsy(*ids)) return {};
  if (HasQuoteMark(text->as_string())) return {};
  LatticeRun::Claim judged{text->as_string(), {}};
  if (!ids->is_array()) return judged;
  for (const json::Value& id : ids->as_array()) {
    if (id.is_string()) judged.pointer_ids.emplace_back(id.as_string());
  }
  return judged;
}

// The named repair that belongs to the verifier.
json::Repair RepairOf(Verifier verifier) {
  return verifier == Verifier::kReferenceV98 ? json::Repair::kReferenceV98
                                             : json::Repair::kRepairV2;
}

class JsonRun {
 public:
  JsonRun(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
          const LatticeQuestion& question, const LatticePolicy& policy, std::size_t answer_bytes)
      : policy_(policy), run_(evidence, sentences, question, policy, answer_bytes) {}

  LatticeVerdict Verify(std::string_view answer) {
    verdict().json_fixups.emplace();
    auto parsed = json::ParseLenient(answer, RepairOf(policy_.verifier));
    if (parsed) {
      *verdict().json_fixups = std::move(parsed->fixups);
      CheckClaims(parsed->value);
    } else {
      run_.AddViolation(SchemaInvalid(std::nullopt, "no JSON: " + parsed.error().message));
    }
    run_.Conclude();
    run_.CheckLinkedClaims();
    return std::move(verdict());
  }

 private:
  LatticeVerdict& verdict() { return run_.verdict(); }

  void CheckClaims(const json::Value& answer) {
    if (answer.is_null()) return;
    if (!answer.is_object()) {
      run_.AddViolation(SchemaInvalid(
          std::nullopt, "the answer is " + std::string(KindOf(answer)) + ", not an object"));
      return;
    }
    const json::Value* claims = answer.Find("claims");
    if (claims == nullptr || !claims->is_array()) {
      run_.AddViolation(SchemaInvalid(std::nullopt, "claims is not a list"));
      return;
    }
    const json::Array& list = claims->as_array();
    if (std::cmp_greater(list.size(), policy_.max_claims_per_answer)) {
      run_.AddViolation(TooManyClaims(list.size(), policy_.max_claims_per_answer));
    }
    std::vector<LatticeRun::Claim> judged;
    judged.reserve(list.size());
    for (const json::Value& claim : list) judged.push_back(JudgedClaim(claim));
    run_.ReadClaims(judged);
    for (std::size_t i = 0; i < list.size(); ++i) {
      CheckClaim(static_cast<std::int64_t>(i), list[i]);
    }
  }

  void CheckClaim(std::int64_t index, const json::Value& claim) {
    if (!claim.is_object()) {
      run_.AddViolation(
          SchemaInvalid(index, "the claim is " + std::string(KindOf(claim)) + ", not an object"));
      return AddStatus("", {}, "SCHEMA_INVALID", "not_object");
    }
    static const json::Value kNoText(""), kNoIds{json::Array()};
    const auto member = [&](std::string_view key, const json::Value& fallback) -> const auto& {
      const json::Value* found = claim.Find(key);
      return found == nullptr || IsFalsy(*found) ? fallback : *found;
    };
    const json::Value& text = member("text", kNoText);
    const json::Value& ids = member("evidence_ids", kNoIds);
    if (!text.is_string() || !ids.is_array()) {
      run_.AddViolation(
          SchemaInvalid(index, "text must be a string and evidence_ids a list of strings"));
      const std::string shown = text.is_string() ? text.as_string() : json::Dump(text);
      return AddStatus(ShownText(shown), {}, "SCHEMA_INVALID", "bad_field_types");
    }
    CheckText(index, text.as_string(), ids.as_array());
  }

  void CheckText(std::int64_t index, const std::string& text, const json::Array& ids) {
    const auto pairs = static_cast<std::int64_t>(std::max<std::size_t>(1, ids.size()));
    if (HasQuoteMark(text)) {
      run_.AddViolation({{"kind", "MANUAL_QUOTE_VIOLATION"},
                         {"claim_idx", index},
                         {"claim_text", ShownText(text)}});
      verdict().unverified_quotes.push_back(text);
      verdict().n_quotes += pairs;
      return AddStatus(text, ids, "MANUAL_QUOTE_VIOLATION", "double_quote_in_text");
    }
    if (text::Strip(text).empty()) {
      run_.AddViolation(SchemaInvalid(index, "a claim without text"));
      return AddStatus("", ids, "SCHEMA_INVALID", "empty_text");
    }
    if (std::cmp_greater(ids.size(), policy_.max_pointers_per_claim)) {
      run_.AddViolation({{"kind", "TOO_MANY_EVIDENCE_IDS"},
                         {"claim_idx", index},
                         {"claim_text", ShownText(text)},
                         {"n_ids", static_cast<std::int64_t>(ids.size())},
                         {"max", policy_.max_pointers_per_claim}});
    }
    verdict().n_quotes += pairs;
    if (ids.empty()) {
      verdict().n_quotes += 1;  // as the reference counts: decision 36
      verdict().unverified_quotes.push_back(text);
      return AddStatus(text, {}, "NO_EVIDENCE_POINTER", "no_evidence_ids");
    }
    Judge(index, text, ids);
  }

  void Judge(std::int64_t index, const std::string& text, const json::Array& ids) {
    ClaimSupport support = run_.Support(static_cast<std::size_t>(index), text);
    run_.SetCited(static_cast<std::size_t>(index), &support);
    std::vector<std::string> held;
    std::vector<std::string> evidence_ids;
    ClaimStatus status{.claim_idx = std::nullopt,
                       .text = text,
                       .pointer_ids = ids,
                       .evidence_ids = {},
                       .status = {},
                       .reasons = {}};
    for (const json::Value& id : ids) {
      if (!id.is_string()) {
        status.reasons.emplace_back("SCHEMA_INVALID");
        continue;
      }
      evidence::Pointed pointed;
      if (const auto refusal = run_.Refusal(id.as_string(), &support, &pointed)) {
        status.reasons.push_back(*refusal);
        AddRefusal(*refusal, index, text, id.as_string(), pointed);
        continue;
      }
      held.push_back(id.as_string());
      evidence_ids.emplace_back(pointed.evidence_id());
    }
    verdict().n_verified += static_cast<std::int64_t>(held.size());
    status.evidence_ids.assign(evidence_ids.begin(), evidence_ids.end());
    if (held.empty()) {
      status.status = status.reasons.front();
      verdict().unverified_quotes.push_back(text);
      verdict().work += support.work();
      return run_.AddStatus(std::move(status));
    }
    status.status = status.reasons.empty() ? "EVIDENCE_LINKED" : "EVIDENCE_LINKED_PARTIAL";
    verdict().evidence_id_pairs.push_back(std::move(evidence_ids));
    run_.AddLinked(std::move(status), &support, std::move(held));
  }

  void AddRefusal(std::string_view kind, std::int64_t index, std::string_view text,
                  const std::string& pointer_id, const evidence::Pointed& pointed) {
    json::Object violation{{"kind", kind}, {"claim_idx", index}};
    if (pointed.passage == nullptr) {
      violation.emplace("evidence_id", pointer_id);
    } else {
      violation.emplace("evidence_id", pointed.evidence_id());
      violation.emplace("pointer_id", pointer_id);
    }
    if (kind == "SOURCE_ROLE_BLOCKED") {
      violation.emplace("source_role", run_.Repeated(pointed.passage->source_role));
    }
    if (kind == "CITATION_MISMATCH") violation.emplace("claim_text", ShownText(text));
    run_.AddViolation(std::move(violation));
  }

  // Adds a claim that was refused before any passage was looked at.
  void AddStatus(std::string_view text, json::Array ids, std::string_view status,
                 std::string_view reason) {
    run_.AddStatus({.claim_idx = std::nullopt,
                    .text = std::string(text),
                    .pointer_ids = std::nullopt,
                    .evidence_ids = std::move(ids),
                    .status = status,
                    .reasons = {reason}});
  }

  const LatticePolicy& policy_;
  LatticeRun run_;
};

}  // namespace

LatticeVerdict JudgeClaimLatticeJson(std::string_view answer, const evidence::EvidenceMap& evidence,
                                     const LatticeQuestion& question, const LatticePolicy& policy,
                                     const evidence::SentenceList& sentences) {
  return JsonRun(evidence, sentences, question, policy, answer.size()).Verify(answer);
}

}  // namespace arborist::judge
