// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "stated/subject.h"

namespace arborist::stated {

// The words of a claim that need no place in a sentence, because what stands before or above it
// says who is meant.
struct Excuse {
  std::vector<bool> words;  // by number of the word; all false: none
  SubjectFrom subject_from = SubjectFrom::kSentence;
};

// Looks for the excuses of one claim in the sentences of a source. Borrows all three; places:
// the tokens of the source that are like each word of the claim, ascending.
class Excuses {
 public:
  Excuses(const ClaimTokens& claim, const SourceIndex& source,
          const std::vector<std::vector<std::uint32_t>>* places)
      : claim_(claim), source_(source), places_(*places) {}

  // Those of a sentence in which the alignment found some words of the claim no place.
  Excuse Of(std::uint32_t sentence, const Alignment& alignment) const;
  // False: Of gives none, whatever the alignment.
  bool MayExcuse(std::uint32_t sentence) const;

 private:
  std::optional<std::vector<bool>> ByPronoun(std::uint32_t number, const Alignment& a) const;
  Excuse ByName(std::uint32_t number, const Alignment& a) const;
  SubjectName TermOf(std::uint32_t number) const;
  bool SameText(const Sentence& before, const Sentence& sentence) const;
  std::uint32_t SubjectEnd(const Sentence& sentence) const;
  bool HasRival(const Sentence& before, const Token& pronoun) const;

  const ClaimTokens& claim_;
  const SourceIndex& source_;
  const std::vector<std::vector<std::uint32_t>>& places_;
};

}  // namespace arborist::stated
