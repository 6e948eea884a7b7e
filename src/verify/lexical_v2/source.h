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

#include "verify/lexical_v2/budget.h"
#include "verify/lexical_v2/tokens.h"

namespace arborist::verify::lexical {

// Where the words of the passages stand. The text must stay where it is.
class WordIndex {
 public:
  explicit WordIndex(std::string_view folded);

  const std::vector<Token>& tokens() const { return reading_.tokens(); }
  std::size_t sentences() const { return first_token_.size() - 1; }
  // Tokens of a sentence: from first_token(s) up to first_token(s + 1).
  std::uint32_t first_token(std::size_t sentence) const { return first_token_[sentence]; }
  std::uint32_t sentence_of(std::uint32_t token) const { return sentence_of_[token]; }
  std::uint32_t passage(std::size_t sentence) const {
    return tokens()[first_token_[sentence]].passage;
  }
  bool HasPronoun(std::size_t sentence) const { return has_pronoun_[sentence]; }
  // Of the sentence's words as they are written, small.
  std::uint64_t TextHash(std::size_t sentence) const;
  // Appends the places of a claim's token in text order: the same stem or number, else a word that
  // differs in its ending only. Returns the steps that it took.
  std::size_t AppendPlaces(const Token& token, std::vector<std::uint32_t>* places) const;
  bool SeenInLowerCase(std::string_view letters) const;
  bool Knows(std::string_view stem) const { return Find(stem) != nullptr; }

  // Steps of making it: what the tests of linear time count.
  std::size_t work() const { return work_; }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Stem {
    std::string_view letters;
    std::uint32_t hash;
    std::uint32_t first;  // token; next_ leads to the others
    std::uint32_t last;
    std::uint32_t next_alike;  // stem with the same first letters
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
  // Differs from run to run, so that nobody can write words that meet in one slot; what is found
  // does not depend on it.
  std::uint64_t seed_ = 0;
  std::vector<std::uint32_t> first_token_;
  std::vector<std::uint32_t> sentence_of_;  // beside the tokens, for many are asked at once
  std::vector<bool> has_pronoun_;
  mutable std::vector<std::uint64_t> text_hashes_;  // 0: not made yet
  std::vector<Stem> stems_;
  std::vector<std::uint32_t> next_;   // token with the same stem
  std::vector<std::uint32_t> slots_;  // of stems, by hash; then by the hash of their first letters
  std::uint32_t mask_ = 0;            // of one half of the slots
  std::size_t work_ = 0;
};

// Which letters, up to three, stand beside each other anywhere.
class LetterTriples {
 public:
  explicit LetterTriples(std::string_view text);
  bool Has(std::string_view letters) const;

 private:
  std::array<std::uint64_t, 32 * 32 * 32 / 64> bits_{};
};

// The sources of an answer, made ready once. A blank line divides passages. Not for several threads
// at once: what is costly is made when first asked for.
class Source {
 public:
  explicit Source(std::string_view text);

  std::string_view folded() const { return *folded_; }
  const WordIndex& index() const;

  // Whether the text stands in one passage, from word edge to word edge, and the words around it
  // do not take it back. The argument is in VerbatimForm. False when the budget does not allow to
  // look.
  bool Asserts(std::string_view verbatim, Budget* budget) const;
  // The same, whatever the words around.
  bool Contains(std::string_view verbatim, Budget* budget) const;

  // Looks for many texts in one pass, so that asking for them later costs nothing more: what keeps
  // an answer of many units linear. In VerbatimForm.
  void LookForAll(std::vector<std::string> verbatims) const;

  // Whether these letters, a to x, at most three, stand anywhere.
  bool HasLetters(std::string_view letters) const;

  // Steps taken so far: what the tests of linear time count.
  std::size_t work() const { return work_; }
  void AddWork(std::size_t steps) const { work_ += steps; }

 private:
  bool Find(std::string_view needle, bool asserted, Budget* budget) const;
  bool Accepts(std::size_t begin, std::size_t end, bool asserted) const;
  std::size_t FirstPlace(std::string_view needle, Budget* budget) const;
  std::unique_ptr<const std::string> folded_;  // where it is, whoever moves the source
  std::string verbatim_;
  mutable std::unique_ptr<WordIndex> index_;
  mutable std::unique_ptr<LetterTriples> triples_;
  mutable std::map<std::string, std::size_t, std::less<>> first_places_;  // of what was looked for
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::verify::lexical
