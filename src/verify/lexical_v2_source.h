// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "verify/lexical_v2_tokens.h"

namespace arborist::verify::lexical {

// Where the words of the passages stand.
class WordIndex {
 public:
  explicit WordIndex(std::string_view folded);

  const std::vector<Token>& tokens() const { return tokens_; }
  std::size_t sentences() const { return first_token_.size() - 1; }
  // Tokens of a sentence: from first_token(s) up to first_token(s + 1).
  std::uint32_t first_token(std::size_t sentence) const { return first_token_[sentence]; }
  std::uint32_t passage(std::size_t sentence) const {
    return tokens_[first_token_[sentence]].passage;
  }
  // Places of a claim's token in text order: the same stem or number, else a word that differs in
  // its ending only.
  std::vector<std::uint32_t> PlacesOf(const Token& token) const;
  bool SeenInLowerCase(const std::string& stem) const { return lower_.contains(stem); }
  bool Knows(const std::string& stem) const { return places_.contains(stem); }

 private:
  using Places = std::vector<std::uint32_t>;
  std::vector<Token> tokens_;
  std::vector<std::uint32_t> first_token_;
  std::unordered_map<std::string_view, Places> places_;
  std::unordered_map<std::string_view, std::vector<std::string_view>> by_prefix_;
  std::unordered_set<std::string_view> lower_;
};

// The sources of an answer, made ready once. A blank line divides passages. Not for several threads
// at once: what is costly is made when first asked for.
class Source {
 public:
  explicit Source(std::string_view text);

  std::string_view folded() const { return folded_; }
  const WordIndex& index() const;

  // Whether the text stands in one passage, from word edge to word edge, and the words around it
  // do not take it back. The argument is in VerbatimForm.
  bool Asserts(std::string_view verbatim) const;
  // The same, whatever the words around.
  bool Contains(std::string_view verbatim) const;

  // Whether these lower-case letters stand anywhere.
  bool HasLetters(std::string_view letters) const;

  // Steps taken so far: what the tests of linear time count.
  std::size_t work() const { return work_; }
  void AddWork(std::size_t steps) const { work_ += steps; }

 private:
  bool Find(std::string_view needle, bool asserted) const;
  bool Accepts(std::size_t begin, std::size_t end, bool asserted) const;
  std::string folded_;
  std::string verbatim_;
  mutable std::unique_ptr<WordIndex> index_;
  mutable std::size_t work_ = 0;
};

}  // namespace arborist::verify::lexical
