// SPDX-License-Identifier: AGPL-3.0-only
// The judging that pointer lines and JSON answers share. A pair is refused for the first reason
// that applies: unknown pointer, blocked source role, passage that does not support the claim.
// Claims with a pair that holds are then compared with question and titles; violations of those
// checks are collected apart and appended last, in the order of the reference. Cost: the words of
// all claims are searched for together (ClaimWords, AnchorSearch). A lexical verifier needs the
// cited passages as one source; sources are made once per distinct set of cited passages, not per
// claim, and proof_budget_ limits an answer that cites many different sets. budget_ limits the
// rest.
#include "judge/reference/lattice_run.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "evidence/content_tokens.h"
#include "judge/lexical_v2/lexical_v2.h"
#include "judge/lexical_v3.h"
#include "judge/reference/deflection.h"
#include "judge/reference/plural.h"
#include "judge/reference/shared.h"
#include "judge/reference/violations.h"
#include "judge/reference/warrant.h"

namespace arborist::judge {

using evidence::EvidenceObject;
using evidence::Pointed;

namespace {

template <typename Text>
std::vector<Text> SortedStems(const std::vector<std::string>& tokens) {
  std::vector<Text> stems;
  stems.reserve(tokens.size());
  for (const std::string& token : tokens) stems.emplace_back(WithoutPlural(token));
  std::ranges::sort(stems);
  stems.erase(std::ranges::unique(stems).begin(), stems.end());
  return stems;
}

void Append(std::vector<json::Object>* to, std::vector<json::Object>* from) {
  std::ranges::move(*from, std::back_inserter(*to));
  from->clear();
}

std::size_t SpanBytes(const evidence::EvidenceMap& evidence) {
  std::size_t bytes = 0;
  for (const EvidenceObject& object : evidence.objects()) bytes += object.span.size();
  return bytes;
}

}  // namespace

LatticeRun::LatticeRun(const evidence::EvidenceMap& evidence,
                       const evidence::SentenceList& sentences, const LatticeQuestion& question,
                       const LatticePolicy& policy, std::size_t answer_bytes)
    : proof_budget_(answer_bytes + SpanBytes(evidence)),
      budget_(answer_bytes + question.question.size() + evidence.bytes()),
      evidence_(evidence),
      sentences_(sentences),
      question_(question),
      policy_(policy),
      warrant_question_(question.question),
      facts_(evidence.objects().size()),
      words_(evidence, &budget_) {
  verdict_.work += answer_bytes + question.question.size() + evidence.objects().size();
  for (std::string& token : evidence::ContentTokens(question.question)) {
    question_tokens_.insert(std::move(token));
  }
}

void LatticeRun::ReadClaims(std::span<const Claim> claims) {
  claims_.reserve(claims.size());
  for (const Claim& claim : claims) claims_.push_back(words_.Read(claim.text));
  words_.Link();
  if (!IsLexical(policy_.verifier)) return;
  cited_by_.reserve(claims.size());
  for (const Claim& claim : claims) {
    pointed_by_.push_back(PointedBy(claim.pointer_ids));
    Objects cited;
    for (const Pointed& pointed : pointed_by_.back()) cited.push_back(pointed.passage);
    std::ranges::sort(cited);
    cited.erase(std::ranges::unique(cited).begin(), cited.end());
    cited_by_.push_back(cited_together_.try_emplace(std::move(cited)).first);
    cited_by_.back()->second.claims.push_back(claim.text);
  }
}

std::string_view LatticeRun::Repeated(std::string_view text) {
  return budget_.Take(text.size()) ? text : ShownText(text);
}

LatticeRun::PassageFacts& LatticeRun::FactsOf(const EvidenceObject& object) {
  return facts_[static_cast<std::size_t>(&object - evidence_.objects().data())];
}

const Context& LatticeRun::ContextOf(const EvidenceObject& object) {
  PassageFacts& facts = FactsOf(object);
  if (!facts.context) {
    facts.context.emplace(object.span);
    verdict_.work += facts.context->work();
  }
  return *facts.context;
}

const std::vector<std::string>& LatticeRun::TitleStems(const EvidenceObject& object) {
  PassageFacts& facts = FactsOf(object);
  if (!facts.title_stems) {
    std::string title = object.title.value_or("");
    std::ranges::replace(title, '_', ' ');
    verdict_.work += title.size();
    facts.title_stems = SortedStems<std::string>(evidence::ContentTokens(title));
  }
  return *facts.title_stems;
}

std::optional<std::string_view> LatticeRun::Refusal(std::string_view pointer_id,
                                                    ClaimSupport* support, Pointed* pointed) const {
  *pointed = evidence::Resolve(evidence_, sentences_, pointer_id);
  const EvidenceObject* object = pointed->passage;
  if (object == nullptr) return "UNKNOWN_EVIDENCE_ID";
  if (!policy_.allowed_source_roles.contains(object->source_role)) return "SOURCE_ROLE_BLOCKED";
  if (!support->IsSupportedBy(*object)) return "CITATION_MISMATCH";
  return std::nullopt;
}

std::vector<Pointed> LatticeRun::PointedBy(std::span<const std::string_view> pointer_ids) const {
  std::vector<Pointed> all;
  for (const std::string_view id : pointer_ids) {
    const Pointed pointed = evidence::Resolve(evidence_, sentences_, id);
    if (pointed.passage == nullptr ||
        !policy_.allowed_source_roles.contains(pointed.passage->source_role)) {
      continue;
    }
    all.push_back(pointed);
  }
  return all;
}

std::vector<stated::Extent> LatticeRun::ScopeOf(const std::vector<Pointed>& pointed,
                                                const Objects& cited) const {
  std::vector<stated::Extent> scope;
  if (std::ranges::all_of(pointed, [](const Pointed& one) { return one.sentence == nullptr; })) {
    return scope;  // empty: every sentence may state the claim
  }
  std::size_t end = 0;
  for (const EvidenceObject* object : cited) {
    const std::size_t begin = end == 0 ? 0 : end + kBetweenSpans.size();
    end = begin + object->span.size();
    for (const Pointed& one : pointed) {
      if (one.passage != object) continue;
      if (one.sentence == nullptr) scope.push_back({begin, end});
      for (const evidence::SpanPlace place : evidence::PlacesOf(sentences_, one)) {
        scope.push_back({begin + place.begin, begin + place.end});
      }
    }
  }
  return scope;
}

void LatticeRun::PrepareSource(const Objects& cited, CitedTogether* together) {
  std::vector<std::string_view> spans;
  spans.reserve(cited.size());
  std::size_t bytes = 0;
  for (const EvidenceObject* object : cited) {
    spans.emplace_back(object->span);
    bytes += object->span.size();
  }
  constexpr std::size_t kReadings = 4;  // folding, lower case, letters, words
  if (!proof_budget_.Take(kReadings * bytes)) return;
  if (policy_.verifier == Verifier::kLexicalV3) {
    std::vector<stated::PassageStart> starts;
    std::size_t end = 0;
    for (const EvidenceObject* object : cited) {
      const std::size_t begin = end == 0 ? 0 : end + kBetweenSpans.size();
      starts.push_back({begin, object->title.value_or("")});
      end = begin + object->span.size();
    }
    together->stated = std::make_unique<stated::SourceIndex>(JoinSpans(spans), std::move(starts));
    return;
  }
  together->source = EvidenceSource(spans);
  constexpr std::size_t kFew = 8;  // above this number of claims one pass costs less
  if (together->claims.size() > kFew) ExpectClaims(together->claims, *together->source);
  verdict_.work += together->source->work();
}

void LatticeRun::SetCited(std::size_t claim, ClaimSupport* support) {
  if (!IsLexical(policy_.verifier)) return;
  auto& [cited, together] = *cited_by_[claim];
  if (!together.source && together.stated == nullptr) PrepareSource(cited, &together);
  if (together.source) support->SetCited(&*together.source);
  support->SetCited(&cited, together.stated.get(), ScopeOf(pointed_by_[claim], cited));
}

bool LatticeRun::IsChained(const EvidenceObject& object) {
  PassageFacts& facts = FactsOf(object);
  if (!facts.is_chained) {
    facts.is_chained = question_.warrant_chain_roots.contains(object.source_root);
  }
  return *facts.is_chained;
}

void LatticeRun::AddLinked(ClaimStatus status, ClaimSupport* support,
                           std::vector<std::string> verified_pointers) {
  std::vector<std::optional<evidence::SpanPlace>> places;
  places.reserve(verified_pointers.size());
  Objects pointed_to, cited;
  for (const std::string& id : verified_pointers) {
    const Pointed pointed = evidence::Resolve(evidence_, sentences_, id);
    pointed_to.push_back(pointed.passage);
    places.push_back(support->PlaceIn(*pointed.passage));
    // By evidence id: of chunks with equal ids the first one counts, as in the reference.
    cited.push_back(evidence_.ByEvidenceId(pointed.passage->evidence_id));
  }
  Objects distinct;
  std::set<const EvidenceObject*> seen;
  for (const EvidenceObject* object : cited) {
    if (seen.insert(object).second) distinct.push_back(object);
  }
  verdict_.work += support->work() + cited.size();
  if (!HasTitle(*support, distinct)) AddTitleMismatch(status, cited);
  if (policy_.subject_tokens_absent_threshold > 0) CheckSubject(status, support, distinct);
  shown_.push_back(
      {status.text, std::move(verified_pointers), std::move(places), std::move(pointed_to)});
  linked_.push_back({status.claim_idx, std::move(distinct)});
  AddStatus(std::move(status));
}

void LatticeRun::CheckWarrants() {
  std::vector<WarrantClaim> claims;
  claims.reserve(linked_.size());
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    WarrantClaim& claim = claims.emplace_back(WarrantClaim{shown_[i].text, {}});
    verdict_.work += claim.text.size();
    for (const EvidenceObject* object : linked_[i].cited) {
      claim.cited_spans.push_back(&ContextOf(*object));
    }
  }
  const std::vector<Warrant> warrants = judge::CheckWarrants(claims, warrant_question_, &budget_);
  for (std::size_t i = 0; i < linked_.size(); ++i) {
    const auto& [claim_idx, cited] = linked_[i];
    verdict_.warrant_applied = verdict_.warrant_applied || warrants[i].applied();
    if (warrants[i].ok) continue;
    // A chain to a primary source is proved by Merkle trees, whatever the words are.
    if (std::ranges::any_of(cited,
                            [&](const EvidenceObject* object) { return IsChained(*object); })) {
      verdict_.warrant_proven_claim_idxs.push_back(claim_idx);
      continue;
    }
    verdict_.warrant_missing_claim_idxs.push_back(claim_idx);
    warrant_violations_.push_back(WarrantMissing(claim_idx, warrants[i].missing));
  }
}

// True if some cited title shares a word with the claim, or if titles or claim have no words.
bool LatticeRun::HasTitle(const ClaimSupport& support, const Objects& cited) {
  if (support.tokens().empty()) return true;
  const auto claim_stems = SortedStems<std::string_view>(support.tokens());
  return std::ranges::any_of(cited, [&](const EvidenceObject* object) {
    const std::vector<std::string>& title_stems = TitleStems(*object);
    return title_stems.empty() || ShareOne(title_stems, claim_stems, &budget_);
  });
}

void LatticeRun::AddTitleMismatch(const ClaimStatus& status, const Objects& cited) {
  json::Array titles;
  for (const EvidenceObject* object : cited) {
    titles.push_back(object->title ? json::Value(Repeated(*object->title)) : json::Value(nullptr));
  }
  verdict_.title_mismatch_claim_idxs.push_back(status.claim_idx);
  title_violations_.push_back(TitleMismatch(status.claim_idx, status.text, std::move(titles)));
}

// Reports words that claim and question share and that no cited passage contains.
void LatticeRun::CheckSubject(const ClaimStatus& status, ClaimSupport* support,
                              const Objects& cited) {
  if (question_tokens_.empty() || std::ranges::all_of(cited, [](const EvidenceObject* object) {
        return object->span.empty();
      })) {
    return;
  }
  const std::set<std::string> absent = support->Absent(question_tokens_, cited, &budget_);
  if (std::cmp_less(absent.size(), policy_.subject_tokens_absent_threshold)) return;
  subject_violations_.push_back(SubjectTokensAbsent(status.claim_idx, status.text, absent));
}

void LatticeRun::Conclude() {
  if (policy_.warrant_check_enabled) CheckWarrants();
  evidence::RenderedLattice rendered =
      evidence::RenderClaimLattice(shown_, evidence_, policy_.rendering);
  verdict_.rendered_text = std::move(rendered.text);
  verdict_.work += rendered.work + words_.work() + budget_.spent() + verdict_.rendered_text.size();
  if (verdict_.n_verified == 0) {
    verdict_.audit_mode = AuditMode::kUngrounded;
  } else {
    verdict_.audit_mode = verdict_.violations.empty() ? AuditMode::kStrict : AuditMode::kHybrid;
  }
}

void LatticeRun::Demote() {
  if (verdict_.audit_mode == AuditMode::kStrict) verdict_.audit_mode = AuditMode::kHybrid;
}

void LatticeRun::CheckLinkedClaims() {
  if (!warrant_violations_.empty() || !subject_violations_.empty()) Demote();
  if (!title_violations_.empty() && !spans_say_it()) {
    Demote();
    // If no claim cites a document about its subject, nothing is grounded.
    if (title_violations_.size() == linked_.size()) verdict_.audit_mode = AuditMode::kUngrounded;
  }
  Append(&verdict_.violations, &warrant_violations_);
  Append(&verdict_.violations, &title_violations_);
  Append(&verdict_.violations, &subject_violations_);
  CheckDeflection();
}

void LatticeRun::CheckDeflection() {
  if (!policy_.deflection_check_enabled || question_.question.empty() ||
      verdict_.rendered_text.empty()) {
    return;
  }
  const Deflection deflection = DiagnoseDeflection(question_.question, verdict_.rendered_text);
  if (!deflection.detected) return;
  verdict_.deflection_detected = true;
  AddViolation(DeflectionDetected(deflection.subject_anchor, deflection.overlap_ratio));
  if (!spans_say_it()) Demote();
}

}  // namespace arborist::judge
