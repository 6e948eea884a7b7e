// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "stated/reading.h"

namespace arborist::stated {

// Whether other words may stand for it: no function word, no name, no number.
bool IsOpen(const Token& token);

// Where the words of a text stand. The tokens of one word are a chain through an array beside the
// tokens, and a word's root is found once for all its tokens: a list for each word would cost more
// than the comparison that it serves.
class WordIndex {
 public:
  explicit WordIndex(const std::vector<Token>& tokens);

  // Appends the tokens that may be like the claimed one, some of them twice. Returns their number.
  std::size_t AppendLike(const Token& claimed, std::vector<std::uint32_t>* places) const;

 private:
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  struct Word {
    std::string_view letters;
    std::uint32_t hash = 0;
    std::uint32_t open = kEnd;     // first token with this key that other words may stand for
    std::uint32_t closed = kEnd;   // first other token with this key
    std::uint32_t lower = kEnd;    // first token that is written so and has another key
    std::uint32_t derived = kEnd;  // first word whose root this is
    std::uint32_t next_derived = kEnd;
  };

  std::uint32_t Add(std::string_view letters, std::uint32_t hash);
  const Word* Find(std::string_view letters, std::uint32_t hash) const;
  void AddOpen(std::uint32_t word, std::uint32_t token);
  void AddRoot(std::uint32_t word);
  void Grow();

  std::vector<Word> words_;
  std::vector<std::uint32_t> slots_;       // numbers of words from 1, by hash; 0 is free
  std::vector<std::uint32_t> next_;        // the next token with the same key
  std::vector<std::uint32_t> next_lower_;  // the next token that is written so
};

}  // namespace arborist::stated
