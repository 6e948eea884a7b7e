// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::question {

// A word of a question as the classifiers see it: lower-case, NFC, plain apostrophes and hyphens,
// nothing invisible. So case, line breaks, Unicode form and typography cannot change a result.
struct Word {
  std::string text;
  bool quoted = false;  // inside quotation marks: a title, never a marker
  bool starts_sentence = false;
  bool after_comma = false;
  bool possessive = false;  // it had 's
};
using Words = std::vector<Word>;

// Hyphens, slashes, dots and ampersands between letters join (all-time, yes/no, u.s, at&t);
// "what's" becomes "what is". Linear in the length of the question.
Words SplitWords(std::string_view question);

// Words [begin, end) as text with single spaces.
std::string Join(std::span<const Word> words, std::size_t begin, std::size_t end);

// Phrases in byte order, words separated by one space.
using PhraseTable = std::span<const std::string_view>;

// How many words the longest phrase of the table has that stands at `begin` and ends by `end`; 0
// if there is none. Quoted words match nothing.
std::size_t MatchAt(std::span<const Word> words, std::size_t begin, std::size_t end,
                    PhraseTable table);

// Whether the word is a phrase of the table on its own.
bool Contains(PhraseTable table, std::string_view word);

constexpr bool InOrder(PhraseTable table) {
  return std::ranges::is_sorted(table) && std::ranges::adjacent_find(table) == table.end();
}

}  // namespace arborist::question
