// SPDX-License-Identifier: AGPL-3.0-only
// Judges an answer against its passages. The mode of the answer picks the judge: free text, claims
// with pointers, or pointers to sentences (check_selection.cc). The verifier of the policy makes
// the verdict; everything else in a CheckReport explains it to people and is in no hash. Explaining
// searches the whole context for each unit, so it is capped: kMaxDiagnosed units that hold and as
// many that fail; the others are listed without a place. lexical-v3 says itself why a unit failed
// (check_stated.cc). For the older verifiers a Diagnostician finds that out afterwards.
#include "judge/check_answer.h"

#include <algorithm>
#include <utility>

#include "judge/check_selection.h"
#include "judge/check_stated.h"
#include "judge/diagnosis.h"
#include "judge/joined.h"
#include "judge/lexical_v2/lexical_v2.h"
#include "judge/reference/rung.h"
#include "judge/reference/units.h"
#include "judge/verdict_json.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

// Explains units one by one, at most kMaxDiagnosed that hold and kMaxDiagnosed that fail.
class Explainer {
 public:
  Explainer(const std::vector<evidence::SourceChunk>& passages, std::size_t answer_bytes)
      : joined_(passages), diagnostician_(joined_.text(), answer_bytes) {}

  // Sets diagnosis and place of the unit. known_diagnosis: the word, where the caller knows it
  // already.
  void Explain(CheckedUnit* unit, std::string_view known_diagnosis = {}) {
    std::size_t& explained = unit->verified ? verified_ : failed_;
    const bool in_reach = explained++ < kMaxDiagnosed;
    std::optional<NearestPassage> nearest;
    if (known_diagnosis.empty() && !unit->verified && in_reach) {
      Diagnosis diagnosis = diagnostician_.Diagnose(unit->text);
      unit->diagnosis = diagnosis.word;
      nearest = std::move(diagnosis.nearest);
    } else {
      if (!unit->verified || !known_diagnosis.empty()) {
        unit->diagnosis = known_diagnosis.empty() ? "not_checked" : known_diagnosis;
      }
      if (in_reach) nearest = diagnostician_.Nearest(unit->text);
    }
    if (nearest) unit->place = joined_.PlaceOf(std::move(*nearest));
  }
  bool ReachesFailed() const { return failed_ < kMaxDiagnosed; }

 private:
  Joined joined_;
  Diagnostician diagnostician_;
  std::size_t verified_ = 0;
  std::size_t failed_ = 0;
};

void CheckFree(const CheckRequest& request, CheckReport* report) {
  if (request.verifier == Verifier::kLexicalV3) return CheckFreeStated(request, report);
  const Joined joined(request.passages);
  const QuoteVerdict verdict =
      JudgeAnswer(request.answer, joined.text(), request.verifier, request.quote_policy);
  report->audit_mode = verdict.audit_mode;
  report->rung = Name(verdict.audit_mode);
  report->n_units = static_cast<std::int64_t>(verdict.n_quotes);
  report->n_verified = static_cast<std::int64_t>(verdict.n_verified);
  report->verdict = ToJson(verdict);
  if (!request.explain) return;
  Explainer explainer(request.passages, request.answer.size());
  for (const UnitStatus& status : verdict.claim_statuses) {
    CheckedUnit unit;
    unit.text = status.text;
    unit.status = status.status;
    unit.verified = status.status != "UNSUPPORTED";
    explainer.Explain(&unit);
    report->units.push_back(std::move(unit));
  }
}

// For each claim, whether its text occurs verbatim in some passage. One search for all claims.
std::vector<bool> StandSomewhere(const std::vector<const ClaimStatus*>& claims,
                                 const std::string& text) {
  std::vector<std::string> needles;
  needles.reserve(claims.size());
  for (const ClaimStatus* claim : claims) {
    needles.push_back(Normalize(text::StripAny(text::Strip(claim->text), ".!?\"")));
  }
  std::vector<bool> stand;
  stand.reserve(claims.size());
  const Context context(text);
  for (const std::size_t place :
       context.FindEach(std::vector<std::string_view>(needles.begin(), needles.end()))) {
    stand.push_back(place != std::string_view::npos);
  }
  return stand;
}

void CheckLattice(const CheckRequest& request, CheckReport* report) {
  const evidence::EvidenceMap evidence(request.passages);
  LatticePolicy policy = request.lattice_policy;
  policy.verifier = request.verifier;
  const LatticeQuestion question{.question = request.question,
                                 .warrant_chain_roots = request.warrant_chain_roots};
  // If the list does not fit the passages, it is replaced by an empty one, so that every pointer to
  // a sentence is unknown.
  const evidence::SentenceList sentences =
      policy.tags == evidence::Tags::kPassages
          ? evidence::SentenceList()
          : evidence::SentenceList::Make(evidence, request.sentences)
                .value_or(evidence::SentenceList());
  const LatticeVerdict verdict =
      request.mode == AnswerMode::kClaimLattice
          ? JudgeClaimLatticeJson(request.answer, evidence, question, policy, sentences)
          : JudgeClaimLattice(request.answer, evidence, question, policy, sentences);
  for (const json::Object& violation : verdict.violations) {
    report->violations.push_back(violation.at("kind").as_string());
  }
  report->audit_mode = verdict.audit_mode;
  report->rung = DisplayRung(
      verdict.audit_mode, kLatticeMethod,
      std::vector<std::string_view>(report->violations.begin(), report->violations.end()),
      verdict.warrant_applied);
  report->n_units = verdict.n_quotes;
  report->n_verified = verdict.n_verified;
  report->verdict = ToJson(verdict);
  if (!request.explain) return;
  if (request.verifier == Verifier::kLexicalV3) {
    return ExplainStated(request, evidence, sentences, verdict, report);
  }

  const Joined joined(request.passages);
  std::vector<const ClaimStatus*> claims;
  claims.reserve(verdict.claim_statuses.size());
  for (const ClaimStatus& claim : verdict.claim_statuses) claims.push_back(&claim);
  const std::vector<bool> stands = StandSomewhere(claims, joined.text());
  std::vector<std::string_view> spans;
  spans.reserve(request.passages.size());
  for (const evidence::SourceChunk& passage : request.passages) spans.emplace_back(passage.span);
  const lexical::SourceIndex all_passages = EvidenceSource(spans);
  lexical::Budget budget(request.answer.size() + all_passages.folded().size());
  Explainer explainer(request.passages, request.answer.size());
  for (std::size_t i = 0; i < claims.size(); ++i) {
    const ClaimStatus& claim = *claims[i];
    CheckedUnit unit;
    unit.text = claim.text;
    unit.status = claim.status;
    unit.verified = claim.status == "EVIDENCE_LINKED";
    unit.partly = claim.status == "EVIDENCE_LINKED_PARTIAL";
    std::string_view diagnosis;
    if (!unit.verified) {
      if (HasReason(claim, "UNKNOWN_EVIDENCE_ID")) {
        diagnosis = "unresolved_pointer";
      } else if (!HasReason(claim, "CITATION_MISMATCH")) {
        diagnosis = "not_checked";
      } else if (stands[i] || (explainer.ReachesFailed() &&
                               SupportsClaim(claim.text, all_passages, &budget).support !=
                                   lexical::Support::kNone)) {
        diagnosis = "misattributed";
      }
    }
    explainer.Explain(&unit, diagnosis);
    report->units.push_back(std::move(unit));
  }
}

}  // namespace

std::string_view Name(AnswerMode mode) {
  switch (mode) {
    case AnswerMode::kQuote:
      return "quote";
    case AnswerMode::kClaimLatticePointer:
      return "claim_lattice_pointer";
    case AnswerMode::kSelect:
      return "select";
    case AnswerMode::kClaimLattice:
      break;
  }
  return "claim_lattice";
}

std::optional<AnswerMode> AnswerModeFromName(std::string_view name) {
  for (const AnswerMode mode : {AnswerMode::kQuote, AnswerMode::kClaimLatticePointer,
                                AnswerMode::kClaimLattice, AnswerMode::kSelect}) {
    if (Name(mode) == name) return mode;
  }
  return std::nullopt;
}

CheckReport Check(const CheckRequest& request) {
  CheckReport report;
  report.mode = request.mode;
  report.verifier = request.verifier;
  if (request.mode == AnswerMode::kQuote) {
    CheckFree(request, &report);
  } else if (request.mode == AnswerMode::kSelect) {
    CheckSelection(request, &report);
  } else {
    CheckLattice(request, &report);
  }
  return report;
}

void AddVerdict(const CheckedUnit& unit, json::Object* to) {
  if (unit.verdict.empty()) return;
  json::Array unsupported;
  for (const UnitSpan& span : unit.unsupported) {
    unsupported.emplace_back(json::Object{{"begin", static_cast<std::int64_t>(span.begin)},
                                          {"end", static_cast<std::int64_t>(span.end)}});
  }
  to->emplace("verdict", unit.verdict);
  to->emplace("unsupported", std::move(unsupported));
  if (!unit.reason.empty()) to->emplace("reason", unit.reason);
  if (!unit.subject_from.empty()) to->emplace("subject_from", unit.subject_from);
}

json::Value ToJson(const CheckReport& report, const CheckRequest& request) {
  json::Value value = report.verdict;
  json::Object& object = value.as_object();
  object.emplace("mode", Name(report.mode));
  object.emplace("verifier", Name(report.verifier));
  object.emplace("rung", report.rung);
  json::Array& statuses = object.at("claim_statuses").as_array();
  for (std::size_t i = 0; i < statuses.size() && i < report.units.size(); ++i) {
    const CheckedUnit& unit = report.units[i];
    json::Object& status = statuses[i].as_object();
    status.emplace("diagnosis",
                   unit.diagnosis.empty() ? json::Value(nullptr) : json::Value(unit.diagnosis));
    AddVerdict(unit, &status);
    if (!unit.place) continue;
    status.emplace(
        "passage",
        json::Object{{"source", request.passages[unit.place->passage].document_uri},
                     {"number", static_cast<std::int64_t>(unit.place->passage) + 1},
                     {"offset_start", static_cast<std::int64_t>(unit.place->begin)},
                     {"offset_end", static_cast<std::int64_t>(unit.place->end)},
                     {"shared_words", static_cast<std::int64_t>(unit.place->shared_words)},
                     {"text", unit.place->text}});
  }
  return value;
}

}  // namespace arborist::judge
