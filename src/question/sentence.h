// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "question/split_words.h"

namespace arborist::question {

// The kind of a sentence, by how it asks.
enum class SentenceKind : std::uint8_t {
  kEmpty,     // only a greeting
  kFragment,  // no verb of asking: "all planets"
  kRequest,   // asks for a list of things: "name three rivers"
  kOpen,      // asks for a text: "tell me about rome"
  kPolar,     // asks for yes or no
  kWh,        // who, what, which, when, where, why, how
};

struct Sentence {
  SentenceKind kind = SentenceKind::kEmpty;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t head = 0;        // the wh-word, the verb, or the first word that carries meaning
  std::size_t head_words = 0;  // number of words of a kOpen head
};

// The sentences in order; together they have every word.
std::vector<Sentence> SplitSentences(std::span<const Word> words);

// The shape of the whole question, by its first sentence that asks: empty, who, what, which, when,
// where, why, how, count (how many), polar, request, fragment.
std::string_view QuestionShape(std::span<const Word> words, std::span<const Sentence> sentences);

// is, did, can, won't, ...
bool IsAuxiliary(std::string_view word);

// Words that end a noun phrase and begin a clause about it: that, which, who, because, ...
bool StartsClause(std::string_view word);

}  // namespace arborist::question
