// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/string_numbers.h"
#include "stated/reading.h"

namespace arborist::stated {

// True for words that other words may replace: no function words, names or numbers.
bool IsOpen(const Token& token);

// The tokens of a text by word. The tokens of one word are a chain through an array parallel to the
// tokens, and the root of a word is found once for all of them: a list for each word would cost
// more than the comparison it serves. The tokens are borrowed for the constructor only, their
// letters for the lifetime of the index.
class WordIndex {
 public:
  explicit WordIndex(const std::vector<Token>& tokens);

  // Appends the tokens that may be like the claimed one, some of them twice. Returns their number.
  std::size_t AppendLike(const Token& claimed, std::vector<std::uint32_t>* places) const;

 private:
  static constexpr std::uint32_t kEnd = ~std::uint32_t{0};

  struct Word {
    std::uint32_t open = kEnd;     // first token with this key that IsOpen
    std::uint32_t closed = kEnd;   // first other token with this key
    std::uint32_t lower = kEnd;    // first token with these letters and another key
    std::uint32_t derived = kEnd;  // first word that has this root
    std::uint32_t next_derived = kEnd;
  };

  std::uint32_t Add(std::string_view letters, std::uint32_t hash);
  const Word* Find(std::string_view letters, std::uint32_t hash) const;
  void AddOpen(std::uint32_t word, std::uint32_t token);
  void AddRoot(std::uint32_t word);

  StringNumbers numbers_;
  std::vector<Word> words_;                // by number
  std::vector<std::uint32_t> next_;        // the next token with the same key
  std::vector<std::uint32_t> next_lower_;  // the next token with the same letters
};

}  // namespace arborist::stated
