// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "judge/lexical_v2/source.h"
#include "text/places_apart.h"

// A claim laid onto one or two sentences of the source. FROZEN lexical-v2:
// docs/format/lexical-v2.md.
namespace arborist::judge::lexical {

// A unit of the answer after reading; `words` are those of its tokens that count. `tokens` is
// borrowed.
struct ClaimTokens {
  const std::vector<Token>& tokens;
  std::vector<std::uint32_t> words = {};       // token numbers
  std::vector<std::uint32_t> all_places = {};  // places in the source, word after word
  std::vector<std::uint32_t> place_ends = {};  // where the places of each word end
  std::vector<bool> mandatory = {};            // names and numbers

  std::size_t size() const { return words.size(); }
  const Token& word(std::size_t i) const { return tokens[words[i]]; }
  std::span<const std::uint32_t> places(std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : place_ends[i - 1];
    return std::span(all_places).subspan(begin, place_ends[i] - begin);
  }
};

// One or two sentences, in text order.
struct Window {
  std::uint32_t first = 0;
  std::uint32_t second = 0;  // the same as first for one sentence
  std::uint32_t covered = 0;
  // Orders windows of equal cover independently of where the passages stand; not set for a single
  // window.
  std::uint64_t content_hash = 0;

  std::uint32_t sentences() const { return first == second ? 1 : 2; }
};

using text::kUnplaced;

inline bool AtLeast(std::size_t part, std::size_t percent, std::size_t whole) {
  return 100 * part >= percent * whole;
}

class Alignment {
 public:
  Alignment(const ClaimTokens& claim, const WordIndex& index, const Window& window);

  const ClaimTokens& claim() const { return *claim_; }
  std::size_t words() const { return place_.size(); }
  bool single() const { return single_; }
  // The tokens of the window, numbered from 0.
  std::size_t source_size() const { return source_.size(); }
  const Token& source(std::size_t at) const { return (*tokens_)[source_[at]]; }

  // The source token of word i, or kUnplaced. No two words share one.
  std::int32_t place(std::size_t i) const { return place_[i]; }
  bool placed(std::size_t i) const { return place_[i] != kUnplaced; }
  // Whether the window has the word at all, even if other words took its places.
  bool occurs(std::size_t i) const { return !choices_[i].empty(); }
  const Token& placed_token(std::size_t i) const {
    return source(static_cast<std::size_t>(place_[i]));
  }
  // The word placed at this source token, or kUnplaced.
  std::int32_t owner(std::size_t at) const { return owner_[at]; }
  // Counting words from the place of i to the place of j; negative for backwards.
  std::int64_t Distance(std::size_t i, std::size_t j) const;
  bool SameSentence(std::size_t i, std::size_t j) const {
    return placed_token(i).sentence == placed_token(j).sentence;
  }
  // Words that have a place, in claim order.
  const std::vector<std::uint32_t>& placed_words() const { return placed_words_; }
  // The cost of making and judging this alignment, for the budget.
  std::size_t steps() const {
    return steps_ + source_.size() * (1 + claim_->tokens.size() / 64) + claim_->tokens.size();
  }

 private:
  void Place();
  std::int64_t Likeness(std::size_t word, std::size_t at) const;

  const ClaimTokens* claim_;
  const std::vector<Token>* tokens_;
  bool single_;
  std::vector<std::uint32_t> source_;
  std::vector<std::vector<std::int32_t>> choices_;
  std::vector<std::int32_t> place_;
  std::vector<std::int32_t> owner_;
  std::vector<std::uint32_t> placed_words_;
  std::size_t steps_ = 0;
};

// Longest common subsequence of all words, stop words too.
std::size_t CommonSubsequence(const Alignment& alignment);

}  // namespace arborist::judge::lexical
