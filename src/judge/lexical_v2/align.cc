// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Alignment". Lays the words of a claim onto the
// tokens of one or two source sentences. Place() is a Viterbi search: a state is a place of the
// m-th word that occurs at all, and the score of a step rewards places that follow each other as
// closely as the words do. At most kMaxChoices places of a word are tried, so a claim of n words
// takes at most n * 24 * 24 steps, whatever the source repeats. The path may give two words the
// same token (at a cost of 5000); text::PlaceApart resolves that afterwards, which is cheaper than
// forbidding it in the search.
#include "judge/lexical_v2/align.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>

namespace arborist::judge::lexical {

namespace {

constexpr std::size_t kMaxChoices = 24;  // places of one word that are tried
constexpr std::int64_t kNear = 3;        // counting words between neighbours

}  // namespace

Alignment::Alignment(const ClaimTokens& claim, const WordIndex& index, const Window& window)
    : claim_(&claim), tokens_(&index.tokens()), single_(window.first == window.second) {
  for (const std::uint32_t sentence : {window.first, window.second}) {
    for (std::uint32_t at = index.first_token(sentence); at < index.first_token(sentence + 1);
         ++at) {
      source_.push_back(at);
    }
    if (single_) break;
  }
  choices_.resize(claim.size());
  for (std::size_t i = 0; i < claim.size(); ++i) {
    std::size_t at = 0;
    for (const std::uint32_t sentence : {window.first, window.second}) {
      const std::uint32_t begin = index.first_token(sentence);
      const std::uint32_t end = index.first_token(sentence + 1);
      const auto places = claim.places(i);
      for (auto it = std::ranges::lower_bound(places, begin);
           it != places.end() && *it < end && choices_[i].size() < kMaxChoices; ++it) {
        choices_[i].push_back(static_cast<std::int32_t>(at + (*it - begin)));
      }
      at += end - begin;
      if (single_) break;
    }
  }
  place_.assign(claim.size(), kUnplaced);
  owner_.assign(source_.size(), kUnplaced);
  Place();
  text::PlaceApart([&](std::size_t i) -> const auto& { return choices_[i]; },
                   [&](std::size_t i, std::size_t at) { return Likeness(i, at); }, &place_,
                   &owner_);
  for (std::size_t i = 0; i < place_.size(); ++i) {
    if (place_[i] != kUnplaced) placed_words_.push_back(static_cast<std::uint32_t>(i));
  }
}

// Points for tokens beside the word that equal those beside the place, stop words too.
std::int64_t Alignment::Likeness(std::size_t word, std::size_t at) const {
  constexpr std::int64_t kNeighbour = 60;
  std::int64_t score = 0;
  const std::uint32_t token = claim_->words[word];
  if (token > 0 && at > 0 && claim_->tokens[token - 1].SameLetters(source(at - 1))) {
    score += kNeighbour;
  }
  if (token + 1 < claim_->tokens.size() && at + 1 < source_.size() &&
      claim_->tokens[token + 1].SameLetters(source(at + 1))) {
    score += kNeighbour;
  }
  return score;
}

// Finds the path with the highest score; among equal ones the one through the first places.
void Alignment::Place() {
  struct State {
    std::int64_t score;
    std::int32_t from;
  };
  std::vector<std::size_t> matched;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (!choices_[i].empty()) matched.push_back(i);
  }
  if (matched.empty()) return;
  std::vector<std::vector<State>> states(matched.size());
  for (std::size_t m = 0; m < matched.size(); ++m) {
    for (const std::int32_t q : choices_[matched[m]]) {
      const Token& to = source(static_cast<std::size_t>(q));
      State best{m == 0 ? 0 : std::numeric_limits<std::int64_t>::min(), -1};
      if (m > 0) {
        const auto& before = choices_[matched[m - 1]];
        for (std::size_t k = 0; k < before.size(); ++k) {
          const Token& from = source(static_cast<std::size_t>(before[k]));
          const std::int64_t d =
              static_cast<std::int64_t>(to.content) - static_cast<std::int64_t>(from.content);
          std::int64_t step = 0;
          if (before[k] == q) {
            step = -5000;
          } else {
            step = d > kNear ? 300 - std::min<std::int64_t>(d, 100)
                   : d > 0   ? 1000 - d
                             : -std::min<std::int64_t>(-d, 100);
            if (to.sentence == from.sentence) step += 200;
          }
          const std::int64_t score = states[m - 1][k].score + step;
          if (score > best.score) best = {score, static_cast<std::int32_t>(k)};
        }
        steps_ += before.size();
      }
      best.score += Likeness(matched[m], static_cast<std::size_t>(q));
      states[m].push_back(best);
    }
  }
  const auto last = std::ranges::max_element(states.back(), {}, &State::score);
  std::int32_t k = static_cast<std::int32_t>(last - states.back().begin());
  for (std::size_t m = matched.size(); m-- > 0;) {
    place_[matched[m]] = choices_[matched[m]][static_cast<std::size_t>(k)];
    k = states[m][static_cast<std::size_t>(k)].from;
  }
}

std::int64_t Alignment::Distance(std::size_t i, std::size_t j) const {
  return static_cast<std::int64_t>(placed_token(j).content) -
         static_cast<std::int64_t>(placed_token(i).content);
}

namespace {

// Articles count as one word: "a" and "the" tell old from new, not one thing from another.
std::string_view WithoutArticle(const Token& token) {
  return token.lower == "a" || token.lower == "an" ? std::string_view("the") : token.lower;
}

}  // namespace

// The bit-parallel algorithm of Hyyrö: one bit per token of the claim, one step per token of the
// source. A zero bit in `rows` marks a claim token at which the common subsequence grows, so the
// zeros are counted at the end. The addition carries across blocks of 64 bits.
std::size_t CommonSubsequence(const Alignment& alignment) {
  const std::vector<Token>& tokens = alignment.claim().tokens;
  const std::size_t blocks = (tokens.size() + 63) / 64;
  std::map<std::string_view, std::vector<std::uint64_t>> masks;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    auto& mask = masks[WithoutArticle(tokens[i])];
    mask.resize(blocks);
    mask[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  std::vector<std::uint64_t> rows(blocks, ~std::uint64_t{0});
  for (std::size_t at = 0; at < alignment.source_size(); ++at) {
    const auto it = masks.find(WithoutArticle(alignment.source(at)));
    if (it == masks.end()) continue;
    std::uint64_t carry = 0;
    for (std::size_t b = 0; b < blocks; ++b) {
      const std::uint64_t common = rows[b] & it->second[b];
      const std::uint64_t sum = rows[b] + common;
      const std::uint64_t carried = sum + carry;
      carry = static_cast<std::uint64_t>(sum < rows[b]) | static_cast<std::uint64_t>(carried < sum);
      rows[b] = carried | (rows[b] & ~common);
    }
  }
  std::size_t length = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if ((rows[i / 64] >> (i % 64) & 1) == 0) ++length;
  }
  return length;
}

}  // namespace arborist::judge::lexical
