// SPDX-License-Identifier: AGPL-3.0-only
// Chooses the terms of a search for any word: the rarest first, as long as their rows together stay
// within a budget, and always two. A common word adds rows and tells nothing; without a cap a
// question with "year" in it would score most of the corpus.
#include "retrieve/relaxed.h"

#include <algorithm>
#include <utility>

namespace arborist::retrieve {

std::vector<std::size_t> RelaxedTerms(const Query& query, const index::TermStatistics& statistics,
                                      std::int64_t chunks, const RankConstants& constants) {
  constexpr std::size_t kLeast = 2;
  std::vector<std::size_t> terms;
  for (std::size_t i = 0; i < statistics.frequency.size(); ++i) {
    if (statistics.frequency[i] > 0) terms.push_back(i);
  }
  std::sort(terms.begin(), terms.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(statistics.frequency[a], a) < std::pair(statistics.frequency[b], b);
  });
  const auto share = [&](double part) {
    return static_cast<std::int64_t>(part * static_cast<double>(chunks));
  };
  const std::int64_t cap = share(constants.frequency_cap);
  const std::int64_t most = std::max(constants.relaxed_rows, share(constants.relaxed_share));
  std::int64_t rows = 0;
  std::vector<std::size_t> kept;
  for (const std::size_t term : terms) {
    const std::int64_t frequency = statistics.frequency[term];
    const bool prefix = query.terms[term].prefix;
    const std::int64_t budget = prefix ? constants.relaxed_rows : most;
    if (kept.size() >= kLeast && (rows + frequency > budget || frequency > cap)) {
      if (prefix) continue;
      break;
    }
    rows += frequency;
    kept.push_back(term);
  }
  return kept;
}

}  // namespace arborist::retrieve
