// SPDX-License-Identifier: AGPL-3.0-only
#include "retrieve/accept.h"

#include <bit>

namespace arborist::retrieve {

std::size_t Breadth(std::size_t words) { return words <= 2 ? words : words - 1; }

bool Accept(const Candidate& candidate, const Query& query, const Ranker& ranker, double best_score,
            const AcceptConstants& constants) {
  constexpr std::uint32_t kDensity = 3;
  const std::size_t breadth = Breadth(query.groups.size());
  const auto wide = [&](const Presence& presence) {
    return static_cast<std::size_t>(std::popcount(presence.groups)) >= breadth;
  };
  if (wide(candidate.title)) return true;
  if (wide(candidate.body) && candidate.body.mentions >= kDensity) return true;
  if (candidate.phrase || candidate.title.joined) return true;
  return candidate.score >= constants.score_share * best_score &&
         ranker.Share(candidate.body.groups | candidate.title.groups) >= constants.idf_share;
}

}  // namespace arborist::retrieve
