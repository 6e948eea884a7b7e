// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>

#include "question/split_words.h"

namespace arborist::question {

// A number of things that a question asks for.
struct Count {
  std::int64_t value = 0;
  std::size_t words = 0;  // how many words it takes
};

// The number at `begin`, in digits (1,000 too) or words: seven, twenty-five, a dozen, two dozen, a
// pair of, three hundred. nullopt for a year, an amount with a unit (12 km, 5 million), an ordinal,
// a decimal.
std::optional<Count> CountAt(std::span<const Word> words, std::size_t begin, std::size_t end);

// The bound at `begin`: at least 5, more than ten, 3 or more, between 3 and 7 (the upper end).
std::optional<Count> BoundAt(std::span<const Word> words, std::size_t begin, std::size_t end);

// The year that the word is, 1000 to 2199.
std::optional<int> YearOf(const Word& word);

}  // namespace arborist::question
