// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::retrieve {

// One list of the index: the chunks that hold a term, or any term that begins so.
struct Term {
  std::string text;
  bool prefix = false;
  bool other = false;  // only as another form of a word of the query; weighs less, as a prefix does
  bool weighs_less() const { return prefix || other; }
  bool operator==(const Term& that) const { return text == that.text && prefix == that.prefix; }
};

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
  std::vector<Term> terms;  // without repeats
  std::vector<Group> groups;
  std::vector<std::string> sequence;  // its words as they stand, stopwords and repeats included
  bool empty() const { return groups.empty(); }
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

// -- FTS5 expressions. Nothing of a query reaches FTS5 but through Quote.
std::string Quote(const Term& term);
struct Expression {
  std::string text;
  std::vector<std::size_t> phrases;  // the term of each phrase, in order
  bool any = false;                  // an OR of them
};
Expression AllOf(const Query& query);  // every group, by its words
Expression AnyOf(const Query& query, std::span<const std::size_t> terms);  // any of these terms

}  // namespace arborist::retrieve
