// SPDX-License-Identifier: AGPL-3.0-only
// One claim against its cited passages, under each verifier. The reference compares words: a share
// of the claim's content tokens must occur in the passage. The lexical verifiers demand that too,
// and then ask once whether all cited passages together prove the claim; the answer holds for each
// of them. Both answers are kept, because a claim may cite a passage several times.
#include "judge/reference/claim_support.h"

#include <algorithm>
#include <unordered_set>

#include "judge/lexical_v2/lexical_v2.h"
#include "judge/lexical_v3.h"
#include "judge/reference/shared.h"

namespace arborist::judge {

ClaimSupport::ClaimSupport(std::string_view claim_text, const ClaimWords::Claim& claim,
                           ClaimWords* words, const LatticePolicy& policy, lexical::Budget* budget)
    : claim_text_(claim_text), claim_(claim), words_(words), policy_(policy), budget_(budget) {}

bool ClaimSupport::IsSupportedBy(const evidence::EvidenceObject& object) {
  const auto [entry, is_new] = supported_.try_emplace(&object);
  if (is_new) {
    entry->second =
        IsCovered(object) && (policy_.verifier == Verifier::kReferenceV98 || IsProven());
  }
  return entry->second;
}

bool ClaimSupport::IsProven() {
  if (policy_.verifier == Verifier::kLexicalV3) {
    if (!proven_) {
      const std::size_t before = budget_->spent();
      ClaimReading reading;
      if (stated_ != nullptr) reading = ReadClaim(claim_text_, *stated_, budget_, scope_);
      proven_ = reading.verdict == stated::Verdict::kStated;
      if (*proven_) places_ = std::move(reading.places);
      work_ += budget_->spent() - before;
    }
    return *proven_;
  }
  if (!proven_) {
    const std::size_t before = cited_ == nullptr ? 0 : cited_->work();
    proven_ = cited_ != nullptr &&
              SupportsClaim(claim_text_, *cited_, budget_).support != lexical::Support::kNone;
    if (cited_ != nullptr) work_ += cited_->work() - before;
  }
  return *proven_;
}

std::optional<evidence::SpanPlace> ClaimSupport::PlaceIn(
    const evidence::EvidenceObject& object) const {
  if (places_.empty() || passages_ == nullptr) return std::nullopt;
  std::size_t begin = 0, end = 0;  // the passage at hand, in the joined text
  for (const evidence::EvidenceObject* passage : *passages_) {
    begin = end == 0 ? 0 : end + kBetweenSpans.size();
    end = begin + passage->span.size();
    if (passage == &object) break;
  }
  for (const stated::Extent& place : places_) {
    if (place.begin < begin || place.end > end) continue;
    return evidence::SpanPlace{place.begin - begin, place.end - begin};
  }
  return std::nullopt;
}

// Enough content tokens of the claim occur in the passage: a share, or one of at most three. A
// claim without tokens passes.
bool ClaimSupport::IsCovered(const evidence::EvidenceObject& object) {
  constexpr std::size_t kShortClaim = 3;
  if (tokens().empty()) return true;
  const std::size_t matched = words_->CountIn(object, claim_);
  if (matched >= 1 && tokens().size() <= kShortClaim) return true;
  const double coverage = static_cast<double>(matched) / static_cast<double>(tokens().size());
  return coverage >= policy_.min_citation_coverage;
}

std::set<std::string> ClaimSupport::Absent(
    const std::set<std::string>& asked, std::span<const evidence::EvidenceObject* const> passages,
    Budget* budget) {
  std::vector<std::uint32_t> shared;
  for (std::size_t i = 0; i < tokens().size(); ++i) {
    if (asked.contains(tokens()[i])) shared.push_back(claim_.numbers[i]);
  }
  std::set<std::string> absent;
  if (shared.empty()) return absent;
  std::ranges::sort(shared);
  std::unordered_set<std::uint32_t> found;
  for (const evidence::EvidenceObject* passage : passages) {
    ForEachShared(words_->In(*passage), shared, budget, [&](std::uint32_t number) {
      found.insert(number);
      return true;
    });
  }
  for (std::size_t i = 0; i < tokens().size(); ++i) {
    if (asked.contains(tokens()[i]) && !found.contains(claim_.numbers[i])) {
      absent.insert(tokens()[i]);
    }
  }
  return absent;
}

}  // namespace arborist::judge
