// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Judge" 7 and 8: negation, hedges and opposites.
// Negations are counted, not placed: claim and source must both have none or both have some, with
// equal parity, so that "not unlikely" is not taken for "unlikely". In the source only the region
// counts that the claim speaks of; a negation in an unused clause denies something else. Opposites
// (more and less, north and south) are words of one axis with different poles.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "judge/lexical_v2/judge.h"

namespace arborist::judge::lexical {

namespace {

// The stretch of one source sentence that the claim uses.
struct Region {
  std::size_t begin = 0;  // source tokens, half open
  std::size_t end = 0;
};

// One region for each sentence with at least two placed words, from the first to the last of them.
std::vector<Region> Regions(const Alignment& a) {
  std::vector<Region> regions;
  std::vector<std::size_t> counts;
  std::optional<std::uint32_t> sentence;
  for (std::size_t at = 0; at < a.source_size(); ++at) {
    if (a.owner(at) == kUnplaced) continue;
    if (sentence != a.source(at).sentence) {
      regions.push_back({at, at});
      counts.push_back(0);
      sentence = a.source(at).sentence;
    }
    regions.back().end = at + 1;
    ++counts.back();
  }
  std::size_t r = 0;
  std::erase_if(regions, [&](const Region&) { return counts[r++] < 2; });
  return regions;
}

Region Widened(const Alignment& a, Region region, std::size_t left, std::size_t right) {
  const std::uint32_t first_clause = a.source(region.begin).clause;
  while (left-- > 0 && region.begin > 0 && a.source(region.begin - 1).clause == first_clause) {
    --region.begin;
  }
  const std::uint32_t sentence = a.source(region.end - 1).sentence;
  while (right-- > 0 && region.end < a.source_size() && a.source(region.end).sentence == sentence) {
    ++region.end;
  }
  return region;
}

// Whether the claim uses a word of the clause at this token. Clauses without any counting word
// belong to their neighbours and count as used.
bool ClauseUsed(const Alignment& a, std::size_t at) {
  const std::uint32_t clause = a.source(at).clause;
  std::size_t begin = at, end = at + 1;
  while (begin > 0 && a.source(begin - 1).clause == clause) --begin;
  while (end < a.source_size() && a.source(end).clause == clause) ++end;
  bool counting = false;
  for (std::size_t i = begin; i < end; ++i) {
    if (a.owner(i) != kUnplaced) return true;
    counting = counting || a.source(i).counts();
  }
  return !counting;
}

std::size_t CountInRegions(const Alignment& a, const std::vector<Region>& regions, WordFlag flag,
                           std::size_t left, std::size_t right) {
  std::size_t count = 0;
  std::optional<std::uint32_t> clause;  // the clause of the previous token
  bool used = false;
  for (const Region& region : regions) {
    const Region wide = Widened(a, region, left, right);
    for (std::size_t at = wide.begin; at < wide.end; ++at) {
      if (!a.source(at).Is(flag)) continue;
      if (clause != a.source(at).clause) used = ClauseUsed(a, at);
      clause = a.source(at).clause;
      if (used) ++count;
    }
  }
  return count;
}

std::size_t CountInClaim(const Alignment& a, WordFlag flag) {
  return static_cast<std::size_t>(
      std::ranges::count_if(a.claim().tokens, [&](const Token& token) { return token.Is(flag); }));
}

// ---- opposites and quantities

bool HasPole(const Token& token, Axis axis, std::int8_t pole) {
  return token.axis == axis && token.pole == pole;
}

// True if, beside a word that both texts have, the source has a word of this axis and none of this
// pole.
bool TurnedNear(const Alignment& a, std::size_t token_number) {
  constexpr std::size_t kReach = 3;
  const auto& tokens = a.claim().tokens;
  const Token& axis_word = tokens[token_number];
  for (const bool to_left : {true, false}) {
    for (std::size_t step = 1; step <= kReach; ++step) {
      if (to_left ? token_number < step : token_number + step >= tokens.size()) break;
      const std::size_t other = to_left ? token_number - step : token_number + step;
      const auto word = std::ranges::lower_bound(a.claim().words, other);
      if (word == a.claim().words.end() || *word != other) continue;
      const auto i = static_cast<std::size_t>(word - a.claim().words.begin());
      if (!a.placed(i)) continue;
      bool axis_there = false, pole_there = false;
      const std::int32_t base = a.place(i);
      for (std::int32_t k = 1; k <= static_cast<std::int32_t>(kReach); ++k) {
        const std::int32_t at = to_left ? base + k : base - k;
        if (at < 0 || at >= static_cast<std::int32_t>(a.source_size())) break;
        const Token& source = a.source(static_cast<std::size_t>(at));
        if (source.sentence != a.placed_token(i).sentence) break;
        axis_there = axis_there || source.axis == axis_word.axis;
        pole_there = pole_there || HasPole(source, axis_word.axis, axis_word.pole);
      }
      if (axis_there && !pole_there) return true;
      break;
    }
  }
  return false;
}

using Pole = std::pair<Axis, std::int8_t>;

// All (axis, pole) pairs of the sentences in which a word of the claim has a place.
std::set<Pole> PolesOfUsedSentences(const Alignment& a) {
  std::set<std::uint32_t> used;
  for (const std::uint32_t i : a.placed_words()) used.insert(a.placed_token(i).sentence);
  std::set<Pole> poles;
  for (std::size_t at = 0; at < a.source_size(); ++at) {
    const Token& token = a.source(at);
    if (token.axis != Axis::kNone && used.contains(token.sentence)) {
      poles.emplace(token.axis, token.pole);
    }
  }
  return poles;
}

bool KeepsDirection(const Alignment& a) {
  const auto& tokens = a.claim().tokens;
  std::optional<std::set<Pole>> poles;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].axis == Axis::kNone) continue;
    if (!poles) poles = PolesOfUsedSentences(a);
    if (TurnedNear(a, i) || !poles->contains(Pole(tokens[i].axis, tokens[i].pole))) return false;
  }
  return true;
}

}  // namespace

Failure JudgeModality(const Alignment& a) {
  const std::vector<Region> regions = Regions(a);
  const std::size_t claimed = CountInClaim(a, kNegation);
  const std::size_t found = CountInRegions(a, regions, kNegation, 5, 2);
  if ((claimed == 0) != (found == 0) || claimed % 2 != found % 2) return Failure::kNegated;
  const bool hedged = CountInClaim(a, kHedge) != 0;
  if (hedged != (CountInRegions(a, regions, kHedge, 3, 0) != 0)) return Failure::kHedged;
  return KeepsDirection(a) ? Failure::kNone : Failure::kDirection;
}

}  // namespace arborist::judge::lexical
