// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "judge/lexical_v2/budget.h"
#include "judge/lexical_v2/tokens.h"

namespace arborist::judge::lexical {

// An index of the words of the passages by stem. `folded` is borrowed and must not move. Immutable
// but for a cache of hashes: one thread at a time.
class WordIndex {
 public:
  explicit WordIndex(std::string_view folded);

  const std::vector<Token>& tokens() const { return reading_.tokens(); }
  std::size_t sentences() const { return first_token_.size() - 1; }
  // The tokens of sentence s are first_token(s) up to first_token(s + 1).
  std::uint32_t first_token(std::size_t sentence) const { return first_token_[sentence]; }
  std::uint32_t sentence_of(std::uint32_t token) const { return sentence_of_[token]; }
  std::uint32_t passage(std::size_t sentence) const {
    return tokens()[first_token_[sentence]].passage;
  }
  bool HasPronoun(std::size_t sentence) const { return has_pronoun_[sentence]; }
  // Hash of the sentence's words in lower case; the same in every run.
  std::uint64_t TextHash(std::size_t sentence) const;
  // Appends the places of a claim's token, ascending: tokens of equal stem or number, or if there
  // are none, of words that differ in their ending only. Returns the number of steps.
  std::size_t AppendPlaces(const Token& token, std::vector<std::uint32_t>* places) const;
  bool SeenInLowerCase(std::string_view letters) const;
  bool Knows(std::string_view stem) const { return Find(stem) != nullptr; }

  // Steps of building the index; tests assert that they grow linearly.
  std::size_t work() const { return work_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Stem {
    std::string_view letters;
    std::uint32_t hash;
    std::uint32_t first;  // first token; next_ leads to the others
    std::uint32_t last;
    std::uint32_t next_alike;  // stem whose first letters hash alike
    bool lower_case;
  };
  const Stem* Find(std::string_view letters) const;
  void Add(std::uint32_t token_number);
  std::uint32_t HashOf(std::string_view letters) const {
    return static_cast<std::uint32_t>((SeededHash(letters, seed_) * kHashFactor) >> 32);
  }
  std::uint32_t& ChainOf(std::string_view stem);
  std::uint32_t ChainOf(std::string_view stem) const;

  Reading reading_;
  // Differs from run to run, so that nobody can write words that collide. No result depends on it.
  std::uint64_t seed_ = 0;
  std::vector<std::uint32_t> first_token_;
  // Parallel to the tokens: dense, for many are looked up in a row.
  std::vector<std::uint32_t> sentence_of_;
  std::vector<bool> has_pronoun_;
  mutable std::vector<std::uint64_t> text_hashes_;  // 0: not computed yet
  std::vector<Stem> stems_;
  std::vector<std::uint32_t> next_;   // the next token of the same stem
  std::vector<std::uint32_t> slots_;  // of stems by hash; then by hash of their first letters
  std::uint32_t mask_ = 0;            // size of one half of the slots, less 1
  std::size_t work_ = 0;
};

// Which letters, up to three in a row, occur anywhere: a bit for each triple.
class LetterTriples {
 public:
  explicit LetterTriples(std::string_view text);
  bool Has(std::string_view letters) const;

 private:
  std::array<std::uint64_t, 32 * 32 * 32 / 64> bits_{};
};

// The sources of one verification, prepared once. A blank line divides passages. Owns its text. One
// thread at a time: the index and other costly parts are made on first use.
class SourceIndex {
 public:
  explicit SourceIndex(std::string_view text);

  std::string_view folded() const { return *folded_; }
  const WordIndex& index() const;

  // Whether one passage contains the text between word edges and the words around it do not take it
  // back. `verbatim` is in VerbatimForm. False if the budget does not allow the search.
  bool Asserts(std::string_view verbatim, Budget* budget) const;
  // The same without regard to the words around it.
  bool Contains(std::string_view verbatim, Budget* budget) const;

  // Searches for many texts in one pass; later questions about them cost nothing. This keeps an
  // answer of many units linear. The texts are in VerbatimForm.
  void LookForAll(std::vector<std::string> verbatims) const;

  // Whether these letters (a to x, at most three) occur in a row anywhere.
  bool HasLetters(std::string_view letters) const;

  // Steps taken so far; tests assert that they grow linearly.
  std::size_t work() const { return work_; }
  void AddWork(std::size_t steps) const { work_ += steps; }

 private:
  bool Find(std::string_view needle, bool asserted, Budget* budget) const;
  bool Accepts(std::size_t begin, std::size_t end, bool asserted) const;
  std::size_t FirstPlace(std::string_view needle, Budget* budget) const;
  // On the heap: it stays in place when the source is moved.
  std::unique_ptr<const std::string> folded_;
  std::string verbatim_;
  mutable std::unique_ptr<WordIndex> index_;
  mutable std::unique_ptr<LetterTriples> triples_;
  // Of texts searched for by LookForAll.
  mutable std::map<std::string, std::size_t, std::less<>> first_places_;
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::judge::lexical
