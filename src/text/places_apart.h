// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace arborist::text {

inline constexpr std::int32_t kUnplaced = -1;

// The last step of laying words onto tokens, after a search that may have given several words one
// token: the word that fits there better keeps it, among equals the first, and the other takes the
// first of its choices that no word has, or none. FROZEN with lexical-v2 and lexical-v3.
//
// choices(word): the tokens that the word may have. fit(word, token): how well it fits there.
// place: the token of each word, or kUnplaced. owner: the word of each token, all kUnplaced before.
template <typename Choices, typename Fit>
void PlaceApart(Choices choices, Fit fit, std::vector<std::int32_t>* place,
                std::vector<std::int32_t>* owner) {
  std::vector<bool> taken(owner->size(), false);
  for (const std::int32_t at : *place) {
    if (at != kUnplaced) taken[static_cast<std::size_t>(at)] = true;
  }
  for (std::size_t i = 0; i < place->size(); ++i) {
    if ((*place)[i] == kUnplaced) continue;
    const auto at = static_cast<std::size_t>((*place)[i]);
    if ((*owner)[at] == kUnplaced) {
      (*owner)[at] = static_cast<std::int32_t>(i);
      continue;
    }
    std::size_t loser = i;
    const auto before = static_cast<std::size_t>((*owner)[at]);
    if (fit(i, at) > fit(before, at)) {
      loser = before;
      (*owner)[at] = static_cast<std::int32_t>(i);
    }
    (*place)[loser] = kUnplaced;
    for (const std::int32_t other : choices(loser)) {
      const auto spot = static_cast<std::size_t>(other);
      if (taken[spot]) continue;
      (*place)[loser] = other;
      taken[spot] = true;
      (*owner)[spot] = static_cast<std::int32_t>(loser);
      break;
    }
  }
}

}  // namespace arborist::text
