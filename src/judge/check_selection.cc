// SPDX-License-Identifier: AGPL-3.0-only
// Judges a selection (an answer that only points to sentences) and shows where its sentences are.
// The text of a claim is that of the source, so the place is exact and no search is needed.
#include "judge/check_selection.h"

#include <utility>

#include "evidence/sentence_list.h"
#include "judge/lexical_v3.h"
#include "judge/selection.h"
#include "judge/verdict_json.h"
#include "text/scan.h"
#include "text/utf8.h"

namespace arborist::judge {

namespace {

PassagePlace PlaceOf(std::size_t passage, evidence::SpanPlace place, std::string_view span) {
  const std::string_view said = span.substr(place.begin, place.end - place.begin);
  const std::size_t begin = text::CountCodePoints(span.substr(0, place.begin));
  return {.passage = passage,
          .begin = begin,
          .end = begin + text::CountCodePoints(said),
          .shared_words = 0,
          .text = std::string(text::Prefix(said, kExcerptChars))};
}

CheckedUnit Explained(const SelectedUnit& selected, const ClaimStatus& status,
                      std::string_view span) {
  CheckedUnit unit;
  unit.text = status.text;
  unit.status = status.status;
  unit.verified = status.reasons.empty();
  unit.verdict = Name(selected.verdict);
  unit.diagnosis = DiagnosisOf(selected.verdict, selected.fault, false);
  unit.reason = ReasonOf(selected.verdict, selected.fault);
  const std::size_t passage = selected.objects.front()->passage;
  unit.place = PlaceOf(passage, selected.place, span);
  for (const evidence::SentenceObject* object : selected.context) {
    unit.context.push_back(PlaceOf(passage, object->place, span));
  }
  return unit;
}

}  // namespace

void CheckSelection(const CheckRequest& request, CheckReport* report) {
  const evidence::EvidenceMap evidence(request.passages);
  // If the list does not fit the passages, it is replaced by an empty one, so that every pointer is
  // unknown.
  const evidence::SentenceList sentences =
      evidence::SentenceList::Make(evidence, request.sentences).value_or(evidence::SentenceList());
  const SelectionVerdict verdict =
      JudgeSelection(request.answer, evidence, sentences, request.lattice_policy);
  for (const json::Object& violation : verdict.verdict.violations) {
    report->violations.push_back(violation.at("kind").as_string());
  }
  report->audit_mode = verdict.verdict.audit_mode;
  report->rung = SelectionRung(report->audit_mode);
  report->n_units = verdict.verdict.n_quotes;
  report->n_verified = verdict.verdict.n_verified;
  report->verdict = ToJson(verdict.verdict);
  if (!request.explain) return;
  for (std::size_t i = 0; i < verdict.units.size(); ++i) {
    const SelectedUnit& unit = verdict.units[i];
    report->units.push_back(Explained(unit, verdict.verdict.claim_statuses[i],
                                      evidence.objects()[unit.objects.front()->passage].span));
  }
}

}  // namespace arborist::judge
