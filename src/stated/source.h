// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stated/fold.h"
#include "stated/reading.h"
#include "stated/word_index.h"

namespace arborist::stated {

// How alike a word of a claim and one of the source are, in ascending order.
enum class Likeness : std::uint8_t { kNone, kRelated, kInflected, kSame };
Likeness Compare(const Token& claimed, const Token& found);

// Where a passage begins in the joined text, and its title, which may be empty.
struct PassageStart {
  std::size_t begin = 0;  // bytes
  std::string title;
};

// Ranges of a source, in bytes of the given text. Empty: the whole source.
using Scope = std::span<const Extent>;

// The passages of an answer, read and indexed once. Owns its text; a blank line divides paragraphs.
// One thread at a time: titles are read on first use.
class SourceIndex {
 public:
  // Without starts the whole text is one passage.
  explicit SourceIndex(std::string_view text, std::vector<PassageStart> starts = {});
  SourceIndex(const SourceIndex&) = delete;
  SourceIndex& operator=(const SourceIndex&) = delete;

  const Folded& folded() const { return folded_; }
  const std::vector<Token>& tokens() const { return reading_.tokens(); }
  const std::vector<Sentence>& sentences() const { return reading_.sentences(); }
  const Reading& reading() const { return reading_; }
  std::span<const Token> TokensOf(const Sentence& sentence) const {
    return std::span(tokens()).subspan(sentence.first, sentence.last - sentence.first);
  }

  // The number of the passage that a sentence is in, and the words of its title.
  std::size_t PassageOf(const Sentence& sentence) const;
  std::span<const Token> TitleOf(const Sentence& sentence) const;

  // Appends the tokens that are like a token of a claim, ascending. Returns the number of steps.
  std::size_t AppendPlaces(const Token& claimed, std::vector<std::uint32_t>* places) const;

 private:
  // A title, read on first use.
  struct Title {
    explicit Title(std::string_view title)
        : folded(Fold(title)), reading(folded.text, Part::kSource) {}
    Folded folded;
    Reading reading;
  };

  Folded folded_;
  Reading reading_;
  std::vector<PassageStart> starts_;
  mutable std::vector<std::unique_ptr<Title>> titles_;  // parallel to starts_
  WordIndex index_;
};

}  // namespace arborist::stated
