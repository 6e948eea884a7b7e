// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN reference-v9.8: docs/format/verifier.md, "Answers that cite". Judges pointer lines: parses
// the lines, refuses those without tag, text or content, cuts pointers beyond the limit, judges
// each remaining pair with LatticeRun, and then makes the checks over the whole answer: one pointer
// for most claims (lazy anchor), and prose without any tag (format collapse).
#include <algorithm>
#include <utility>

#include "evidence/pointer_claims.h"
#include "judge/reference/lattice.h"
#include "judge/reference/lattice_run.h"
#include "judge/reference/violations.h"
#include "text/scan.h"

namespace arborist::judge {

namespace {

using evidence::PointerClaim;

class PointerRun {
 public:
  PointerRun(const evidence::EvidenceMap& evidence, const evidence::SentenceList& sentences,
             const LatticeQuestion& question, const LatticePolicy& policy, std::size_t answer_bytes)
      : policy_(policy), run_(evidence, sentences, question, policy, answer_bytes) {
    run_.verdict().pointer_lines.emplace();
  }

  LatticeVerdict Verify(std::string_view answer) {
    std::vector<PointerClaim> claims = evidence::ParsePointerClaims(answer, policy_.tags);
    if (std::cmp_greater(claims.size(), policy_.max_claims_per_answer)) {
      run_.AddViolation(TooManyClaims(claims.size(), policy_.max_claims_per_answer));
    }
    std::vector<LatticeRun::Claim> judged(claims.size());
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (!claims[i].parsed) continue;
      const std::vector<std::string>& ids = claims[i].pointer_ids;
      judged[i] = {claims[i].claim_text, {ids.begin(), ids.begin() + CountKept(ids)}};
    }
    run_.ReadClaims(judged);
    for (std::size_t i = 0; i < claims.size(); ++i) {
      CheckClaim(static_cast<std::int64_t>(i), std::move(claims[i]));
    }
    run_.Conclude();
    CheckLazyAnchor();
    run_.CheckLinkedClaims();
    if (policy_.format_collapse_check_enabled) CheckFormat(answer);
    return std::move(verdict());
  }

 private:
  LatticeVerdict& verdict() { return run_.verdict(); }

  void CheckClaim(std::int64_t index, PointerClaim claim) {
    ClaimStatus status{.claim_idx = index,
                       .text = std::move(claim.claim_text),
                       .pointer_ids = json::Array(),
                       .evidence_ids = {},
                       .status = {},
                       .reasons = {}};
    if (!claim.parsed) return RefuseUntagged(std::move(status));
    status.pointer_ids.emplace(claim.pointer_ids.begin(), claim.pointer_ids.end());
    if (status.text.empty()) {
      run_.AddViolation(SchemaInvalid(index, "a tag without a claim"));
      return Refuse(std::move(status), "a tag without a claim");
    }
    ClaimSupport support = run_.Support(static_cast<std::size_t>(index), status.text);
    if (std::cmp_less(support.tokens().size(), policy_.min_claim_content_tokens) &&
        !IsDenseProse(status.text)) {
      run_.AddViolation(SchemaInvalid(
          index, "a name is no claim: " + std::to_string(support.tokens().size()) +
                     " content words, " + std::to_string(policy_.min_claim_content_tokens) +
                     " are asked for"));
      verdict().unverified_quotes.push_back(status.text);
      return Refuse(std::move(status), "a name is no claim: say something of it");
    }
    Trim(index, &claim.pointer_ids);
    status.pointer_ids.emplace(claim.pointer_ids.begin(), claim.pointer_ids.end());
    run_.SetCited(static_cast<std::size_t>(index), &support);
    Judge(std::move(status), &support, claim.pointer_ids);
  }

  // The reference counts words between spaces. The lexical verifiers also accept claims in scripts
  // without spaces, if they are long enough.
  bool IsDenseProse(std::string_view claim) const {
    constexpr int kCharacters = 6;  // longer than most names
    if (!IsLexical(policy_.verifier)) return false;
    int dense = 0;
    for (std::size_t pos = 0; pos < claim.size() && dense < kCharacters;) {
      if (text::HasFlag(text::Decode(claim, &pos), text::kDense)) ++dense;
    }
    return dense >= kCharacters;
  }

  void RefuseUntagged(ClaimStatus status) {
    run_.AddViolation({{"kind", "NO_EVIDENCE_POINTER"},
                       {"claim_idx", ToJson(status.claim_idx)},
                       {"claim_text", status.text}});
    verdict().n_quotes += 1;
    verdict().unverified_quotes.push_back(status.text);
    verdict().evidence_id_pairs.emplace_back();
    status.status = "NO_EVIDENCE_POINTER";
    status.reasons = {"no tag on the line"};
    run_.AddStatus(std::move(status));
  }

  // Adds a claim whose shape is wrong; all its pointers fail.
  void Refuse(ClaimStatus status, std::string_view reason) {
    verdict().n_quotes += static_cast<std::int64_t>(status.pointer_ids->size());
    verdict().evidence_id_pairs.emplace_back();
    status.status = "SCHEMA_INVALID";
    status.reasons = {reason};
    run_.AddStatus(std::move(status));
  }

  // How many of the pointers of a claim are judged.
  std::ptrdiff_t CountKept(const std::vector<std::string>& ids) const {
    const std::int64_t max = policy_.max_pointers_per_claim;
    const auto count = static_cast<std::int64_t>(ids.size());
    if (count <= max) return static_cast<std::ptrdiff_t>(count);
    // As a Python slice: a negative limit counts from the end.
    return static_cast<std::ptrdiff_t>(max >= 0 ? max : std::max<std::int64_t>(0, count + max));
  }

  // Cuts the pointers; those cut count as failed.
  void Trim(std::int64_t index, std::vector<std::string>* ids) {
    const std::int64_t max = policy_.max_pointers_per_claim;
    if (std::cmp_less_equal(ids->size(), max)) return;
    const std::ptrdiff_t kept = CountKept(*ids);
    json::Array dropped(ids->begin() + kept, ids->end());
    ids->resize(static_cast<std::size_t>(kept));
    verdict().n_quotes += static_cast<std::int64_t>(dropped.size());
    run_.AddViolation({{"kind", "POINTER_OVERFLOW_TRIMMED"},
                       {"claim_idx", index},
                       {"kept", json::Array(ids->begin(), ids->end())},
                       {"dropped", std::move(dropped)},
                       {"max_pointers_per_claim", max}});
  }

  void Judge(ClaimStatus status, ClaimSupport* support, const std::vector<std::string>& ids) {
    std::vector<std::string> held;
    std::vector<std::string> evidence_ids;
    std::set<std::string_view> refusals;
    for (const std::string& id : ids) {
      verdict().n_quotes += 1;
      evidence::Pointed pointed;
      if (const auto refusal = run_.Refusal(id, support, &pointed)) {
        refusals.insert(*refusal);
        AddRefusal(*refusal, status.claim_idx, id, pointed);
        continue;
      }
      verdict().n_verified += 1;
      held.push_back(id);
      evidence_ids.emplace_back(pointed.evidence_id());
    }
    status.evidence_ids.assign(evidence_ids.begin(), evidence_ids.end());
    status.reasons.assign(refusals.begin(), refusals.end());
    verdict().evidence_id_pairs.push_back(std::move(evidence_ids));
    if (held.empty()) {
      status.status = WorstOf(refusals);
      verdict().unverified_quotes.push_back(status.text);
      verdict().work += support->work();
      return run_.AddStatus(std::move(status));
    }
    status.status = refusals.empty() ? "EVIDENCE_LINKED" : "EVIDENCE_LINKED_PARTIAL";
    PointerLineFacts& lines = *verdict().pointer_lines;
    if (!refusals.empty()) lines.partially_verified_quotes.push_back(status.text);
    for (const std::string& id : ids) ++lines.pointer_id_distribution[id];
    run_.AddLinked(std::move(status), support, std::move(held));
  }

  void AddRefusal(std::string_view kind, const std::optional<std::int64_t>& index,
                  const std::string& pointer_id, const evidence::Pointed& pointed) {
    json::Object violation{
        {"kind", kind}, {"claim_idx", ToJson(index)}, {"pointer_id", pointer_id}};
    if (pointed.passage != nullptr) violation.emplace("evidence_id", pointed.evidence_id());
    if (kind == "SOURCE_ROLE_BLOCKED") {
      violation.emplace("source_role", run_.Repeated(pointed.passage->source_role));
    }
    run_.AddViolation(std::move(violation));
  }

  static std::string_view WorstOf(const std::set<std::string_view>& refusals) {
    for (const std::string_view kind :
         {"CITATION_MISMATCH", "UNKNOWN_EVIDENCE_ID", "SOURCE_ROLE_BLOCKED"}) {
      if (refusals.contains(kind)) return kind;
    }
    return "SCHEMA_INVALID";  // all pointers were cut
  }

  // One pointer carries most claims: it is hardly what each of them rests on.
  void CheckLazyAnchor() {
    PointerLineFacts& lines = *verdict().pointer_lines;
    std::int64_t total = 0, most = 0;
    for (const auto& [id, count] : lines.pointer_id_distribution) {
      total += count;
      most = std::max(most, count);
    }
    if (total > 0) {
      lines.lazy_anchor_ratio = static_cast<double>(most) / static_cast<double>(total);
    }
    if (run_.spans_say_it() || verdict().audit_mode != AuditMode::kStrict ||
        total < policy_.lazy_anchor_demote_min_pairs ||
        lines.lazy_anchor_ratio < policy_.lazy_anchor_demote_threshold) {
      return;
    }
    run_.Demote();
    lines.lazy_anchor_demoted = true;
    run_.AddViolation(LazyAnchorDemote(lines.lazy_anchor_ratio,
                                       policy_.lazy_anchor_demote_min_pairs,
                                       policy_.lazy_anchor_demote_threshold));
  }

  // At least five lines of prose and not one tag begun: the model abandoned the format.
  void CheckFormat(std::string_view answer) {
    constexpr std::size_t kMeaningfulChars = 20;
    constexpr std::size_t kMeaningfulLines = 5;
    std::size_t meaningful = 0;
    for (const std::string_view line : text::SplitLines(answer)) {
      const std::string_view stripped = text::Strip(line);
      if (text::Prefix(stripped, kMeaningfulChars).size() < stripped.size()) ++meaningful;
    }
    if (meaningful < kMeaningfulLines || evidence::CountTagStarts(answer) != 0) return;
    verdict().pointer_lines->format_collapsed = true;
    run_.AddViolation(FormatCollapsed(meaningful));
    run_.Demote();
  }

  const LatticePolicy& policy_;
  LatticeRun run_;
};

}  // namespace

LatticeVerdict JudgeClaimLattice(std::string_view answer, const evidence::EvidenceMap& evidence,
                                 const LatticeQuestion& question, const LatticePolicy& policy,
                                 const evidence::SentenceList& sentences) {
  return PointerRun(evidence, sentences, question, policy, answer.size()).Verify(answer);
}

}  // namespace arborist::judge
