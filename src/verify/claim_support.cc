// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/claim_support.h"

#include <algorithm>
#include <iterator>

#include "evidence/content_tokens.h"
#include "verify/lexical_v2.h"

namespace arborist::verify {

ClaimSupport::ClaimSupport(std::string_view claim_text, const evidence::EvidenceMap& evidence,
                           const LatticePolicy& policy, lexical::Budget* budget)
    : evidence_(evidence),
      policy_(policy),
      claim_text_(claim_text),
      tokens_(evidence::ContentTokens(claim_text)),
      budget_(budget) {
  work_ += claim_text.size();
}

bool ClaimSupport::IsSupportedBy(const evidence::EvidenceObject& object) {
  const auto [entry, is_new] = supported_.try_emplace(&object);
  if (is_new) {
    entry->second =
        IsCovered(object) && (policy_.verifier == Verifier::kReferenceV98 || IsProven());
  }
  return entry->second;
}

bool ClaimSupport::IsProven() {
  if (!proven_) {
    const std::size_t before = cited_ == nullptr ? 0 : cited_->work();
    proven_ = cited_ != nullptr &&
              SupportsClaim(claim_text_, *cited_, budget_).support != lexical::Support::kNone;
    if (cited_ != nullptr) work_ += cited_->work() - before;
  }
  return *proven_;
}

// Enough of the claim's tokens stand in the passage: a share, or one of at most three. A claim
// without tokens has nothing to be missed.
bool ClaimSupport::IsCovered(const evidence::EvidenceObject& object) {
  constexpr std::size_t kShortClaim = 3;
  if (tokens_.empty()) return true;
  if (!find_) find_.emplace(tokens_);
  const std::string_view lower = evidence_.LowerSpan(object);
  if (policy_.verifier == Verifier::kLexicalV2 && !budget_->Take(lower.size())) return false;
  work_ += lower.size();
  const std::vector<bool> present = find_->Present(lower);
  const auto matched = static_cast<std::size_t>(std::ranges::count(present, true));
  if (matched >= 1 && tokens_.size() <= kShortClaim) return true;
  const double coverage = static_cast<double>(matched) / static_cast<double>(tokens_.size());
  return coverage >= policy_.min_citation_coverage;
}

std::set<std::string> ClaimSupport::Absent(
    const std::set<std::string>& asked, std::span<const evidence::EvidenceObject* const> passages) {
  std::vector<std::string> shared;
  std::ranges::copy_if(tokens_, std::back_inserter(shared),
                       [&](const std::string& token) { return asked.contains(token); });
  std::set<std::string> absent(shared.begin(), shared.end());
  if (absent.empty()) return absent;
  const text::ManyFind find(shared);
  for (const evidence::EvidenceObject* passage : passages) {
    const std::string_view lower = evidence_.LowerSpan(*passage);
    work_ += lower.size();
    const std::vector<bool> present = find.Present(lower);
    for (std::size_t i = 0; i < shared.size(); ++i) {
      if (present[i]) absent.erase(shared[i]);
    }
  }
  return absent;
}

}  // namespace arborist::verify
