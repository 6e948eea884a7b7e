// SPDX-License-Identifier: AGPL-3.0-only
// Which content tokens of which claim occur in which passage. Searching every passage for every
// token of every claim would cost their product. Instead the tokens of all claims form one
// automaton, and each passage is lowered and passed once; comparing a claim with a passage is then
// a walk over two sorted lists of numbers.
#include "judge/reference/claim_words.h"

#include <algorithm>

#include "evidence/content_tokens.h"
#include "judge/reference/shared.h"

namespace arborist::judge {

ClaimWords::ClaimWords(const evidence::EvidenceMap& evidence, Budget* budget)
    : evidence_(evidence), budget_(budget), present_(evidence.objects().size()) {}

ClaimWords::Claim ClaimWords::Read(std::string_view claim_text) {
  work_ += claim_text.size();
  Claim claim;
  claim.tokens = evidence::ContentTokens(claim_text);
  claim.numbers.reserve(claim.tokens.size());
  for (const std::string& token : claim.tokens) {
    claim.numbers.push_back(static_cast<std::uint32_t>(tokens_.Add(token)));
  }
  claim.sorted = claim.numbers;
  std::ranges::sort(claim.sorted);
  return claim;
}

void ClaimWords::Link() {
  tokens_.Link();
  last_seen_.resize(tokens_.needle_count(), 0);
}

const std::vector<std::uint32_t>& ClaimWords::In(const evidence::EvidenceObject& object) {
  using Next = text::ManyFind::Next;
  const auto index = static_cast<std::size_t>(&object - evidence_.objects().data());
  if (present_[index]) return *present_[index];
  std::vector<std::uint32_t>& present = present_[index].emplace();
  const auto stamp = static_cast<std::uint32_t>(index + 1);
  work_ += object.span.size();
  const std::string_view lower = evidence_.LowerSpan(object);
  if (!budget_->Take(lower.size())) return present;
  tokens_.ForEach(lower, [&](const text::ManyFind::Place& place) {
    // If this token was met before in the passage, all shorter tokens that end it were met then.
    if (last_seen_[place.needle] == stamp) return Next::kSkipShorter;
    last_seen_[place.needle] = stamp;
    if (!budget_->Take(1)) return Next::kStop;
    present.push_back(static_cast<std::uint32_t>(place.needle));
    return present.size() == last_seen_.size() ? Next::kStop : Next::kOn;
  });
  std::ranges::sort(present);
  return present;
}

std::size_t ClaimWords::CountIn(const evidence::EvidenceObject& object, const Claim& claim) {
  std::size_t count = 0;
  ForEachShared(In(object), claim.sorted, budget_, [&](std::uint32_t) {
    ++count;
    return true;
  });
  return count;
}

}  // namespace arborist::judge
