// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "index/query.h"

namespace arborist::retrieve {

// A word of the query as it stands, and the beginning it shares with its other forms (of a short
// word, the one other form), at lower weight. Numbers index Query::terms.
struct Word {
  std::size_t term = 0;
  std::optional<std::size_t> stem;
  bool dense = false;  // a bigram: many of a question's are no words and stand nowhere
};

// What one piece of the query asks for: all of its words (more than one when hyphenated) or the
// hyphenated word written together.
struct Group {
  std::vector<Word> words;
  std::optional<std::size_t> joined;
};

// A query as the index understands it. Order of groups is the order of the query.
struct Query {
  std::vector<index::Term> terms;        // without repeats
  std::vector<std::size_t> other_forms;  // of these: only another form of a word of the query
  std::vector<Group> groups;
  std::vector<std::string> sequence;  // its words as they stand, stopwords and repeats included
  bool empty() const { return groups.empty(); }
  // A term that stands for a word only in another form, as every prefix does.
  bool WeighsLess(std::size_t term) const;
};

// Bounds the work of a pasted page; what stands behind is left out.
inline constexpr std::size_t kMaxQueryBytes = 64 << 10;
inline constexpr std::size_t kMaxGroups = 64;

// As much of a query as is looked at.
std::string_view ClipQuery(std::string_view text);

// Terms by text::QueryTerms; stopwords dropped unless nothing else remains. A dense character alone
// matches by prefix; at the end of a run its bigram says it already. Without hyphen fold a
// hyphenated word asks for its parts only.
Query ParseQuery(std::string_view text, bool hyphen_fold = true);

// The part of a word that its inflected forms share (its first letters, two thirds of them and at
// least four), or empty when the word is too short to say.
std::string_view SharedStem(std::string_view word);

// The term that the index has for the plural or the singular of a short English word (dog, dogs;
// box, boxe): the index tells them apart, and they share too little for a stem. Empty: none.
std::string OtherNumber(std::string_view word);

// -- what the index is asked
struct TermTree {
  index::Node node;
  std::vector<std::size_t> terms;  // the term of the query that each leaf is
};
TermTree AllOf(const Query& query);  // every group, by its words
TermTree AnyOf(const Query& query, std::span<const std::size_t> terms);  // any of these terms
index::Node AnyTerm(const Query& query);  // any of all its terms, which are the leaves in order

}  // namespace arborist::retrieve
