// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stated/source.h"
#include "text/places_apart.h"

namespace arborist::stated {

// A claim: the tokens of one sentence of an answer, or of one clause of it. `tokens` is borrowed.
struct ClaimTokens {
  std::span<const Token> tokens;
  std::vector<std::uint32_t> words;  // the tokens that need a place
  Language language = Language::kUnknown;
  bool has_verb = false;
  bool fragment = false;  // no sentence: a quotation or a phrase

  const Token& word(std::size_t i) const { return tokens[words[i]]; }
  std::size_t size() const { return words.size(); }
};

// Makes a claim of tokens of a reading, which must outlive it. kFragment: a quotation or phrase.
enum class Shape : std::uint8_t { kSentence, kFragment };
ClaimTokens MakeClaim(std::span<const Token> tokens, Language language, Shape shape);

using text::kUnplaced;
inline constexpr std::size_t kMaxChoices = 12;  // places of one word that are tried

// A claim laid onto one sentence of the source. Borrows both; immutable after construction.
class Alignment {
 public:
  // places: for each word, tokens of the whole source, ascending.
  Alignment(const ClaimTokens& claim, std::span<const Token> sentence, std::uint32_t first_token,
            const std::vector<std::vector<std::uint32_t>>& places);

  const ClaimTokens& claim() const { return *claim_; }
  std::span<const Token> source() const { return source_; }
  // The token of the sentence for word i, or kUnplaced. No two words share one.
  std::int32_t place(std::size_t i) const { return place_[i]; }
  bool placed(std::size_t i) const { return place_[i] != kUnplaced; }
  const Token& placed_token(std::size_t i) const {
    return source_[static_cast<std::size_t>(place_[i])];
  }
  // The word placed at a token of the sentence, or kUnplaced.
  std::int32_t owner(std::size_t at) const { return owner_[at]; }
  // The number of counting words before a token; the parts of a date share one rank.
  std::int32_t rank(std::size_t at) const { return rank_[at]; }
  std::int32_t rank_of(std::size_t word) const {
    return rank_[static_cast<std::size_t>(place_[word])];
  }
  std::size_t placed_count() const { return placed_count_; }
  std::size_t steps() const { return steps_ + source_.size() + claim_->tokens.size(); }

 private:
  // The places of the words in the sentence, word after word.
  struct Choices {
    std::vector<std::int32_t> all;
    std::vector<std::uint32_t> begin;  // where those of each word begin; then the end

    std::span<const std::int32_t> of(std::size_t word) const {
      return std::span(all).subspan(begin[word], begin[word + 1] - begin[word]);
    }
  };
  void Place(const Choices& choices);
  std::int64_t Fit(std::size_t word, std::int32_t at) const;

  const ClaimTokens* claim_;
  std::span<const Token> source_;
  std::vector<std::int32_t> place_;
  std::vector<std::int32_t> owner_;
  std::vector<std::int32_t> rank_;
  std::size_t placed_count_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace arborist::stated
