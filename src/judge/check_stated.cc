// SPDX-License-Identifier: AGPL-3.0-only
// Reports of lexical-v3: verdict, reason, unsupported words and place of each unit, for people.
// Free answers are read once against all passages together, and the verdict follows from the same
// units. The claims of a lattice were judged already (lattice_run.cc); here each is read again
// against each cited passage alone, so that the place shown is in a passage that the claim cites. A
// claim that fails there but is stated by some other passage is `misattributed`. Offsets are
// converted from bytes to code points last, because only people and JSON count code points.
#include "judge/check_stated.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "judge/joined.h"
#include "judge/lexical_v3.h"
#include "judge/reference/known_citations.h"
#include "judge/verdict_json.h"
#include "text/canonical.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

// All passages as one source, with the way back from bytes of the joined text to a place in one
// passage.
class ReadPassages {
 public:
  explicit ReadPassages(const std::vector<evidence::SourceChunk>& passages)
      : joined_(passages), source_(joined_.text(), joined_.Starts(passages)) {}

  const stated::SourceIndex& source() const { return source_; }

  PassagePlace PlaceOf(stated::Extent place) const {
    const std::string_view text = joined_.text();
    const std::string_view said = text.substr(place.begin, place.end - place.begin);
    NearestPassage nearest;
    nearest.begin = text::CountCodePoints(text.substr(0, place.begin));
    nearest.end = nearest.begin + text::CountCodePoints(said);
    nearest.excerpt = std::string(text::Prefix(said, kExcerptChars));
    return joined_.PlaceOf(std::move(nearest));
  }

 private:
  Joined joined_;
  stated::SourceIndex source_;
};

// Extents of the answer as code points of the unit that begins at unit_begin.
std::vector<UnitSpan> SpansIn(std::string_view unit, std::size_t unit_begin,
                              const std::vector<stated::Extent>& extents) {
  std::vector<UnitSpan> spans;
  for (const stated::Extent& extent : extents) {
    const std::size_t begin = text::CountCodePoints(unit.substr(0, extent.begin - unit_begin));
    const std::size_t length =
        text::CountCodePoints(unit.substr(extent.begin - unit_begin, extent.end - extent.begin));
    spans.push_back({begin, begin + length});
  }
  return spans;
}

void Describe(const ClaimReading& reading, CheckedUnit* unit) {
  unit->verdict = Name(reading.verdict);
  unit->diagnosis = DiagnosisOf(reading.verdict, reading.fault, reading.quote);
  unit->reason = ReasonOf(reading.verdict, reading.fault);
  unit->unsupported = SpansIn(unit->text, 0, reading.unsupported);
  unit->subject_from = Name(reading.subject_from);
}

}  // namespace

void CheckFreeStated(const CheckRequest& request, CheckReport* report) {
  const std::string answer = text::Nfc(request.answer);
  const ReadPassages passages(request.passages);
  Budget budget(answer.size() + passages.source().folded().text.size());
  const std::vector<stated::Unit> units =
      stated::ReadAnswer(BlankKnownCitations(answer, request.passages), passages.source(), &budget);
  const QuoteVerdict verdict = VerdictOf(units, answer);
  report->audit_mode = verdict.audit_mode;
  report->rung = Name(verdict.audit_mode);
  report->n_units = static_cast<std::int64_t>(verdict.n_quotes);
  report->n_verified = static_cast<std::int64_t>(verdict.n_verified);
  report->verdict = ToJson(verdict);
  if (!request.explain) return;
  for (std::size_t i = 0; i < units.size(); ++i) {
    CheckedUnit unit;
    unit.text = verdict.claim_statuses[i].text;
    unit.status = verdict.claim_statuses[i].status;
    unit.verified = units[i].verdict == stated::Verdict::kStated;
    unit.verdict = Name(units[i].verdict);
    unit.diagnosis = DiagnosisOf(units[i].verdict, units[i].fault, units[i].quote);
    unit.reason = ReasonOf(units[i].verdict, units[i].fault);
    unit.subject_from = Name(units[i].subject_from);
    if (i < kMaxDiagnosed) {
      unit.unsupported = SpansIn(unit.text, units[i].text.begin, units[i].unsupported);
      if (units[i].place) unit.place = passages.PlaceOf(*units[i].place);
    }
    report->units.push_back(std::move(unit));
  }
}

void ExplainStated(const CheckRequest& request, const evidence::EvidenceMap& evidence,
                   const evidence::SentenceList& sentences, const LatticeVerdict& verdict,
                   CheckReport* report) {
  const ReadPassages all(request.passages);
  Budget budget(request.answer.size() + all.source().folded().text.size());
  // Each passage as a source of its own, made when the first claim that cites it is explained.
  std::map<std::size_t, std::unique_ptr<stated::SourceIndex>> alone;
  const auto passage_of = [&](const evidence::EvidenceObject* object) {
    return static_cast<std::size_t>(object - evidence.objects().data());
  };
  std::size_t explained = 0;
  for (const ClaimStatus& claim : verdict.claim_statuses) {
    CheckedUnit unit;
    unit.text = claim.text;
    unit.status = claim.status;
    unit.verified = claim.status == "EVIDENCE_LINKED";
    unit.partly = claim.status == "EVIDENCE_LINKED_PARTIAL";
    if (explained++ >= kMaxDiagnosed) {
      unit.verdict = unit.verified ? "stated" : "not_checked";
      if (!unit.verified) unit.diagnosis = "not_checked";
      report->units.push_back(std::move(unit));
      continue;
    }
    // Of the passages that the claim cites, the one that comes nearest is shown.
    std::optional<ClaimReading> best;
    for (const json::Value& id : claim.pointer_ids.value_or(json::Array())) {
      if (!id.is_string()) continue;
      const evidence::Pointed pointed = evidence::Resolve(evidence, sentences, id.as_string());
      const evidence::EvidenceObject* object = pointed.passage;
      if (object == nullptr) continue;
      std::vector<stated::Extent> scope;
      for (const evidence::SpanPlace place : evidence::PlacesOf(sentences, pointed)) {
        scope.push_back({place.begin, place.end});
      }
      const std::size_t number = passage_of(object);
      std::unique_ptr<stated::SourceIndex>& source = alone[number];
      if (source == nullptr)
        source = std::make_unique<stated::SourceIndex>(
            object->span, std::vector<stated::PassageStart>{{0, object->title.value_or("")}});
      ClaimReading reading = ReadClaim(claim.text, *source, &budget, scope);
      if (best && reading.verdict >= best->verdict) continue;
      best = std::move(reading);
      unit.place.reset();
      if (best->place && number < request.passages.size()) {
        const std::string_view span = object->span;
        const std::string_view said =
            span.substr(best->place->begin, best->place->end - best->place->begin);
        const std::size_t begin = text::CountCodePoints(span.substr(0, best->place->begin));
        unit.place = PassagePlace{.passage = number,
                                  .begin = begin,
                                  .end = begin + text::CountCodePoints(said),
                                  .shared_words = 0,
                                  .text = std::string(text::Prefix(said, kExcerptChars))};
      }
    }
    if (best) Describe(*best, &unit);
    if (unit.verified) {
      // The verdict was made from all cited passages together, where each clause may be stated by
      // another one. It counts; the readings of single passages do not.
      unit.verdict = "stated";
      unit.diagnosis = {};
      unit.unsupported.clear();
      unit.reason = {};
    } else if (HasReason(claim, "UNKNOWN_EVIDENCE_ID")) {
      unit.diagnosis = "unresolved_pointer";
    } else if (!unit.partly && (!best || best->verdict != stated::Verdict::kStated)) {
      const ClaimReading anywhere = ReadClaim(claim.text, all.source(), &budget);
      if (anywhere.verdict == stated::Verdict::kStated) {
        unit.diagnosis = "misattributed";
        unit.verdict = best ? unit.verdict : "not_checked";
        if (anywhere.place) unit.place = all.PlaceOf(*anywhere.place);
      } else if (!best) {
        Describe(anywhere, &unit);
        if (anywhere.place) unit.place = all.PlaceOf(*anywhere.place);
      }
    } else if (!unit.verified && unit.diagnosis.empty()) {
      unit.diagnosis = "not_checked";
    }
    report->units.push_back(std::move(unit));
  }
}

}  // namespace arborist::judge
