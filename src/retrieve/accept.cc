// SPDX-License-Identifier: AGPL-3.0-only
// Keeps a candidate whose title or text has all words of the query but one, or whose text holds a
// run of the question. Where the best candidates hold enough of the question's idf, so that the
// corpus is about the same thing, a score near the best is enough.
#include "retrieve/accept.h"

#include <algorithm>
#include <bit>

namespace arborist::retrieve {

namespace {

constexpr std::uint32_t kDensity = 3;
constexpr std::size_t kShortQuery = 2;

bool IsWide(const Presence& presence, std::size_t breadth) {
  return static_cast<std::size_t>(std::popcount(presence.groups)) >= breadth;
}

// Every word of the query, in chunk and title together.
bool IsWhole(const Candidate& candidate, const Query& query) {
  const std::uint64_t groups = candidate.body.groups | candidate.title.groups;
  return static_cast<std::size_t>(std::popcount(groups)) == query.groups.size();
}

bool SaysEnough(const Candidate& candidate, const Query& query) {
  const std::size_t breadth = Breadth(query.groups.size());
  return IsWide(candidate.title, breadth) ||
         (IsWide(candidate.body, breadth) && candidate.body.mentions >= kDensity) ||
         candidate.phrase || candidate.title.joined;
}

}  // namespace

std::size_t Breadth(std::size_t words) { return words <= 2 ? words : words - 1; }

std::vector<Candidate> Accept(const Ranking& ranking, const RankConstants& rank_constants,
                              const AcceptConstants& constants) {
  std::vector<Ranker> rankers;
  rankers.reserve(ranking.queries.size());
  for (std::size_t i = 0; i < ranking.queries.size(); ++i)
    rankers.emplace_back(ranking.queries[i], ranking.statistics[i], rank_constants);
  double share = 0;
  bool any_whole = false;
  for (const Candidate& candidate : ranking.candidates) {
    share = std::max(share,
                     rankers[candidate.query].Share(candidate.body.groups | candidate.title.groups,
                                                    candidate.body.exact | candidate.title.exact));
    any_whole = any_whole || IsWhole(candidate, ranking.queries[candidate.query]);
  }
  const bool on_topic = RoundScore(share) >= constants.idf_share;
  const auto is_near = [&](const Candidate& candidate) {
    const Query& query = ranking.queries[candidate.query];
    if (any_whole && query.groups.size() <= kShortQuery && !IsWhole(candidate, query)) {
      return candidate.score >= constants.short_score_share * ranking.candidates[0].score;
    }
    return on_topic && candidate.score >= constants.score_share * ranking.candidates[0].score;
  };
  std::vector<Candidate> accepted;
  for (const Candidate& candidate : ranking.candidates) {
    if (SaysEnough(candidate, ranking.queries[candidate.query]) || is_near(candidate) ||
        std::ranges::binary_search(ranking.core_matches, candidate.root))
      accepted.push_back(candidate);
  }
  return accepted;
}

}  // namespace arborist::retrieve
