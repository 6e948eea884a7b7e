// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "question/words.h"

namespace arborist::question {

// What a sentence of a question does.
enum class SentenceKind : std::uint8_t {
  kEmpty,     // nothing but a greeting
  kFragment,  // no verb of asking: "all planets"
  kRequest,   // asks for things to be listed: "name three rivers"
  kOpen,      // asks for talk: "tell me about rome"
  kPolar,     // asks for yes or no
  kWh,        // who, what, which, when, where, why, how
};

struct Sentence {
  SentenceKind kind = SentenceKind::kEmpty;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t head = 0;        // the wh-word, the verb, or the first word that says something
  std::size_t head_words = 0;  // how many words a kOpen head has
};

// The sentences in order; together they hold every word.
std::vector<Sentence> SplitSentences(std::span<const Word> words);

// The shape of the whole question, by its first sentence that asks: empty, who, what, which, when,
// where, why, how, count (how many), polar, request, fragment.
std::string_view QuestionShape(std::span<const Word> words, std::span<const Sentence> sentences);

// is, did, can, won't, ...
bool IsAuxiliary(std::string_view word);

// Words that end a noun phrase and start a clause about it: that, which, who, because, ...
bool StartsClause(std::string_view word);

}  // namespace arborist::question
