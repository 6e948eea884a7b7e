// SPDX-License-Identifier: AGPL-3.0-only
// select-v1 (FROZEN, docs/format/verifier.md): judges an answer that only points to sentences.
// Order: parse the selection (anything but pointers refuses the answer as a whole), resolve every
// pointer (an unknown one refuses it too), drop pointers beyond max_selected, join pointers to
// consecutive sentences into one claim, and judge each claim. The text of a claim is copied from
// the source, so it cannot be wrong by itself. It can be wrong by omission: "It is a myth that" in
// the line above, a question mark, a speaker, or a retraction in the next sentence turns what is
// quoted. So a claim holds only if lexical-v3 finds that its surroundings let each of its sentences
// stand.
#include "judge/selection.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <utility>

#include "evidence/selection.h"
#include "judge/lexical_v3.h"
#include "stated/fold.h"
#include "stated/source.h"
#include "text/canonical.h"

namespace arborist::judge {

using evidence::SentenceObject;
using stated::Fault;
using stated::Verdict;

namespace {

constexpr std::string_view kTurned = "TURNED_BY_SURROUNDINGS";

}  // namespace

// One passage as lexical-v3 reads it, read once for all claims.
class SurroundingsCheck::Passage {
 public:
  explicit Passage(const evidence::EvidenceObject& passage)
      : span_(passage.span),
        source_(passage.span, std::vector<stated::PassageStart>{{0, passage.title.value_or("")}}) {}

  // Whether the passage asserts its text between two of its bytes.
  std::pair<Verdict, Fault> Judge(evidence::SpanPlace place, Budget* budget) const {
    const std::pair unread(Verdict::kUnread, Fault::kUnread);
    const std::string_view said = span_.substr(place.begin, place.end - place.begin);
    if (!budget->Take(said.size() + source_.sentences().size())) return unread;
    if (stated::Fold(said).steers_direction) return unread;  // people may see another text
    bool found = false;
    for (std::uint32_t i = 0; i < source_.sentences().size(); ++i) {
      const evidence::SpanPlace sentence = PlaceOf(i);
      if (sentence.end <= place.begin || sentence.begin >= place.end) continue;
      found = true;
      if (!Holds(place, sentence)) return JudgePart(said, budget);
      const Fault fault = stated::Surroundings(source_, i);
      if (fault == Fault::kNone || IsTurnedWithin(place, i, fault)) continue;
      return {Verdict::kClose, fault};
    }
    return found ? std::pair(Verdict::kStated, Fault::kNone) : unread;
  }

 private:
  evidence::SpanPlace PlaceOf(std::uint32_t number) const {
    const stated::Sentence& sentence = source_.sentences()[number];
    const stated::Extent place = source_.folded().OriginalOf({sentence.begin, sentence.end});
    return {place.begin, place.end};
  }
  static bool Holds(evidence::SpanPlace outer, evidence::SpanPlace inner) {
    return inner.begin >= outer.begin && inner.end <= outer.end;
  }

  // True if the line that turns the sentence belongs to the claim: then the claim shows it too and
  // misleads nobody.
  bool IsTurnedWithin(evidence::SpanPlace place, std::uint32_t number, Fault fault) const {
    const stated::Sentence& sentence = source_.sentences()[number];
    if (fault != Fault::kUncertain || sentence.asks || sentence.spoken) return false;
    const bool led = sentence.lead != stated::kNoSentence;
    if (!led && number == 0) return false;
    return Holds(place, PlaceOf(led ? sentence.lead : number - 1));
  }

  // The claim is only a part of a sentence: it is judged like a model's claim, so that what it
  // leaves out counts.
  std::pair<Verdict, Fault> JudgePart(std::string_view said, Budget* budget) const {
    const ClaimReading reading = ReadClaim(said, source_, budget);
    return {reading.verdict, reading.fault};
  }

  std::string_view span_;
  stated::SourceIndex source_;
};

SurroundingsCheck::SurroundingsCheck(const evidence::EvidenceMap* evidence) : evidence_(evidence) {}
SurroundingsCheck::~SurroundingsCheck() = default;

std::pair<Verdict, Fault> SurroundingsCheck::Judge(std::size_t passage, evidence::SpanPlace place,
                                                   Budget* budget) {
  std::unique_ptr<Passage>& reading = passages_[passage];
  if (reading == nullptr) reading = std::make_unique<Passage>(evidence_->objects()[passage]);
  return reading->Judge(place, budget);
}

namespace {

class SelectionRun {
 public:
  SelectionRun(std::string_view answer, const evidence::EvidenceMap& evidence,
               const evidence::SentenceList& sentences, const LatticePolicy& policy)
      : answer_(answer),
        evidence_(evidence),
        sentences_(sentences),
        policy_(policy),
        budget_(answer.size() + evidence.bytes()),
        surroundings_(&evidence) {}

  SelectionVerdict Run() {
    evidence::Selection selection = evidence::ParseSelection(answer_);
    if (selection.kind == evidence::SelectionKind::kRefused) Refuse(std::move(selection.reason));
    std::vector<const SentenceObject*> objects;
    if (!Find(selection.pointer_ids, &objects)) return std::move(out_);
    Trim(&selection.pointer_ids);
    objects.resize(selection.pointer_ids.size());
    for (std::size_t i = 0; i < objects.size();) {
      std::size_t end = i + 1;
      while (end < objects.size() &&
             evidence::Follows(evidence_, *objects[end - 1], *objects[end])) {
        ++end;
      }
      Judge({objects.begin() + static_cast<std::ptrdiff_t>(i),
             objects.begin() + static_cast<std::ptrdiff_t>(end)});
      i = end;
    }
    Conclude();
    return std::move(out_);
  }

 private:
  LatticeVerdict& verdict() { return out_.verdict; }

  void Refuse(std::string reason, std::string_view pointer_id = {}) {
    json::Object violation{{"kind", "SELECTION_REFUSED"}, {"reason", std::move(reason)}};
    if (!pointer_id.empty()) violation.emplace("pointer_id", pointer_id);
    verdict().violations.push_back(std::move(violation));
    verdict().n_quotes = 1;  // the answer as a whole failed
  }

  bool Find(const std::vector<std::string>& ids, std::vector<const SentenceObject*>* objects) {
    for (const std::string& id : ids) {
      objects->push_back(sentences_.ByPointer(id));
      if (objects->back() != nullptr) continue;
      Refuse("it points to what is not there: " + id, id);
      return false;
    }
    return true;
  }

  // Pointers that are not judged count as failed.
  void Trim(std::vector<std::string>* ids) {
    const auto most = static_cast<std::size_t>(std::max<std::int64_t>(policy_.max_selected, 1));
    if (ids->size() <= most) return;
    json::Array dropped(ids->begin() + static_cast<std::ptrdiff_t>(most), ids->end());
    ids->resize(most);
    verdict().n_quotes += static_cast<std::int64_t>(dropped.size());
    verdict().violations.push_back({{"kind", "SELECTION_TRIMMED"},
                                    {"kept", json::Array(ids->begin(), ids->end())},
                                    {"dropped", std::move(dropped)},
                                    {"max_selected", policy_.max_selected}});
  }

  void Judge(std::vector<const SentenceObject*> objects) {
    const SentenceObject& object = *objects.front();
    const evidence::EvidenceObject& passage = evidence_.objects()[object.passage];
    SelectedUnit unit{.objects = objects,
                      .joined_lead = sentences_.JoinedLead(evidence_, object),
                      .context = sentences_.ContextOf(object),
                      .place = {object.place.begin, objects.back()->place.end}};
    if (unit.joined_lead != nullptr) {
      unit.place.begin = unit.joined_lead->place.begin;
      std::erase(unit.context, unit.joined_lead);
    }
    json::Array pointers;
    for (const SentenceObject* part : objects) pointers.emplace_back(part->pointer_id);
    ClaimStatus status{.claim_idx = static_cast<std::int64_t>(out_.units.size()),
                       .text = {},
                       .pointer_ids = std::move(pointers),
                       .evidence_ids = {},
                       .status = "EVIDENCE_LINKED",
                       .reasons = {}};
    const std::string_view span = passage.span;
    text::CollapseWhitespaceTo(span.substr(unit.place.begin, unit.place.end - unit.place.begin),
                               &status.text);
    verdict().n_quotes += 1;
    if (!policy_.allowed_source_roles.contains(passage.source_role)) {
      Fail(&status, "SOURCE_ROLE_BLOCKED", object);
    } else {
      std::tie(unit.verdict, unit.fault) =
          surroundings_.Judge(object.passage, unit.place, &budget_);
      if (unit.verdict != Verdict::kStated) Fail(&status, kTurned, object);
    }
    std::vector<std::string> held;
    if (status.reasons.empty()) {
      verdict().n_verified += 1;
      if (unit.joined_lead != nullptr) held.push_back(unit.joined_lead->evidence_id);
      for (const SentenceObject* part : objects) held.push_back(part->evidence_id);
      status.evidence_ids.assign(held.begin(), held.end());
      shown_.push_back({status.text, std::move(objects), unit.context});
    }
    verdict().evidence_id_pairs.push_back(std::move(held));
    verdict().claim_statuses.push_back(std::move(status));
    out_.units.push_back(std::move(unit));
  }

  void Fail(ClaimStatus* status, std::string_view kind, const SentenceObject& object) {
    status->status = kind;
    status->reasons = {kind};
    verdict().unverified_quotes.push_back(status->text);
    verdict().violations.push_back({{"kind", kind},
                                    {"claim_idx", *status->claim_idx},
                                    {"pointer_id", object.pointer_id},
                                    {"evidence_id", object.evidence_id}});
  }

  void Conclude() {
    verdict().rendered_text = evidence::RenderSelection(shown_, evidence_, policy_.rendering);
    verdict().work = budget_.spent();
    if (verdict().n_verified == 0) return;
    verdict().audit_mode =
        verdict().n_verified == verdict().n_quotes ? AuditMode::kStrict : AuditMode::kHybrid;
  }

  std::string_view answer_;
  const evidence::EvidenceMap& evidence_;
  const evidence::SentenceList& sentences_;
  const LatticePolicy& policy_;
  Budget budget_;
  SurroundingsCheck surroundings_;
  std::vector<evidence::SelectedClaim> shown_;
  SelectionVerdict out_;
};

}  // namespace

SelectionVerdict JudgeSelection(std::string_view answer, const evidence::EvidenceMap& evidence,
                                const evidence::SentenceList& sentences,
                                const LatticePolicy& policy) {
  return SelectionRun(answer, evidence, sentences, policy).Run();
}

std::string_view SelectionRung(AuditMode mode) {
  switch (mode) {
    case AuditMode::kStrict:
      return "SOURCE-QUOTED";
    case AuditMode::kHybrid:
      return "SOURCE-QUOTED-PARTIAL";
    case AuditMode::kUngrounded:
      break;
  }
  return Name(AuditMode::kUngrounded);
}

}  // namespace arborist::judge
