// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v3: docs/format/lexical-v3.md, "Stated" 1. Lays the words of a claim onto the
// tokens of one sentence. Place() is a Viterbi search: a state is a place of the m-th word that
// occurs, and a step scores highest if the places follow each other as the words do. At most
// kMaxChoices places of a word are tried, so a claim of n words takes at most n * 12 * 12 steps
// however often the sentence repeats a word. The parts of a date share a rank, so they may stand in
// any order. Two words may end at one token; text::PlaceApart resolves that afterwards.
#include "stated/align.h"

#include <algorithm>
#include <limits>

#include "stated/grammar.h"

namespace arborist::stated {

Alignment::Alignment(const ClaimTokens& claim, std::span<const Token> sentence,
                     std::uint32_t first_token,
                     const std::vector<std::vector<std::uint32_t>>& places)
    : claim_(&claim), source_(sentence) {
  std::int32_t rank = 0;
  std::uint32_t group = 0;
  rank_.reserve(source_.size());
  for (const Token& token : source_) {
    const bool same_date = token.group != 0 && token.group == group;
    if (token.must && !same_date) ++rank;
    rank_.push_back(rank);
    group = token.group;
  }
  const std::uint32_t end = first_token + static_cast<std::uint32_t>(sentence.size());
  Choices choices;
  choices.all.reserve(2 * claim.size());
  choices.begin.reserve(claim.size() + 1);
  for (std::size_t i = 0; i < claim.size(); ++i) {
    const std::size_t begin = choices.all.size();
    choices.begin.push_back(static_cast<std::uint32_t>(begin));
    for (auto it = std::ranges::lower_bound(places[i], first_token);
         it != places[i].end() && *it < end && choices.all.size() - begin < kMaxChoices; ++it) {
      choices.all.push_back(static_cast<std::int32_t>(*it - first_token));
    }
  }
  choices.begin.push_back(static_cast<std::uint32_t>(choices.all.size()));
  place_.assign(claim.size(), kUnplaced);
  owner_.assign(source_.size(), kUnplaced);
  Place(choices);
  text::PlaceApart(
      [&](std::size_t i) { return choices.of(i); },
      [&](std::size_t i, std::size_t at) { return Fit(i, static_cast<std::int32_t>(at)); }, &place_,
      &owner_);
  placed_count_ = static_cast<std::size_t>(
      std::ranges::count_if(place_, [](std::int32_t at) { return at != kUnplaced; }));
}

// How well a place suits a word: likeness of the two, and equal tokens beside them.
std::int64_t Alignment::Fit(std::size_t word, std::int32_t at) const {
  const auto spot = static_cast<std::size_t>(at);
  const std::uint32_t token = claim_->words[word];
  std::int64_t score =
      50 * static_cast<std::int64_t>(Compare(claim_->tokens[token], source_[spot]));
  if (token > 0 && spot > 0 && claim_->tokens[token - 1].lower == source_[spot - 1].lower) {
    score += 60;
  }
  if (token + 1 < claim_->tokens.size() && spot + 1 < source_.size() &&
      claim_->tokens[token + 1].lower == source_[spot + 1].lower) {
    score += 60;
  }
  return score;
}

// Finds the path with the highest score; among equal ones the one through the first places.
void Alignment::Place(const Choices& choices) {
  struct State {
    std::int64_t score;
    std::int32_t from;
  };
  std::vector<std::size_t> matched;
  matched.reserve(place_.size());
  for (std::size_t i = 0; i < place_.size(); ++i) {
    if (!choices.of(i).empty()) matched.push_back(i);
  }
  if (matched.empty()) return;
  std::vector<State> states;  // parallel to choices.all
  states.reserve(choices.all.size());
  for (std::size_t m = 0; m < matched.size(); ++m) {
    for (const std::int32_t to : choices.of(matched[m])) {
      State best{m == 0 ? 0 : std::numeric_limits<std::int64_t>::min(), -1};
      if (m > 0) {
        const auto before = choices.of(matched[m - 1]);
        const State* const last = &states[choices.begin[matched[m - 1]]];
        for (std::size_t k = 0; k < before.size(); ++k) {
          const std::int64_t d =
              rank_[static_cast<std::size_t>(to)] - rank_[static_cast<std::size_t>(before[k])];
          const bool same_date =
              d == 0 && source_[static_cast<std::size_t>(to)].group != 0 && before[k] != to;
          const std::int64_t step = before[k] == to ? -5000
                                    : same_date     ? 900
                                    : d > 4         ? 300 - std::min<std::int64_t>(d, 100)
                                    : d > 0         ? 1000 - 50 * d
                                                    : -100 - std::min<std::int64_t>(-d, 100);
          const std::int64_t score = last[k].score + step;
          if (score > best.score) best = {score, static_cast<std::int32_t>(k)};
        }
        steps_ += before.size();
      }
      best.score += Fit(matched[m], to);
      states.push_back(best);
    }
  }
  const auto ends = std::span(states).subspan(choices.begin[matched.back()]);
  auto k = std::ranges::max_element(ends, {}, &State::score) - ends.begin();
  for (std::size_t m = matched.size(); m-- > 0;) {
    const std::size_t chosen = choices.begin[matched[m]] + static_cast<std::size_t>(k);
    place_[matched[m]] = choices.all[chosen];
    k = states[chosen].from;
  }
}

ClaimTokens MakeClaim(std::span<const Token> tokens, Language language, Shape shape) {
  ClaimTokens claim{
      .tokens = tokens, .words = {}, .language = language, .has_verb = HasVerb(tokens, language)};
  for (std::uint32_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].must) claim.words.push_back(i);
  }
  // Verbs are known in English only; elsewhere anything longer than a name may be a statement.
  constexpr std::size_t kName = 3;
  claim.has_verb = claim.has_verb || (language != Language::kEnglish && tokens.size() > kName);
  claim.fragment = shape == Shape::kFragment || !claim.has_verb;
  return claim;
}

}  // namespace arborist::stated
