// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "evidence/evidence_map.h"
#include "extractive/asked.h"
#include "extractive/sentences.h"
#include "extractive/words.h"

namespace arborist::extractive {

// How well each term of the question is met.
using Levels = std::array<Match, Asked::kMaxTerms>;
inline void Raise(Levels* levels, const Levels& by) {
  for (std::size_t i = 0; i < by.size(); ++i) (*levels)[i] = std::max((*levels)[i], by[i]);
}

// A word of a sentence that is a term of the question.
struct Place {
  std::uint32_t word = 0;  // its number in the sentence
  std::uint8_t term = 0;
  Match match = Match::kNone;
};

// A title of which so much is asked, and that has so much of the question's names, is its subject.
inline constexpr std::int32_t kAboutSubject = 500;  // thousandths

// A sentence and what of the question stands in it.
struct Read {
  Piece piece;
  std::size_t first_word = 0;
  std::size_t end_word = 0;
  std::size_t first_place = 0;
  std::size_t end_place = 0;
  Levels levels{};
  std::size_t defines = 0;  // the words before the verb of "X is a ..."; 0: says no such thing
  bool stands = false;      // begins with the title, a part of it or what stands for it
  bool fame = false;        // "known for", "famous as"
  bool life_dates = false;  // "(10 December 1815 – 27 November 1852)" behind its first words
};

struct Passage {
  std::vector<Word> words;
  std::vector<Match> matches;  // of each word
  std::vector<Place> places;
  std::vector<Read> pieces;
  Levels title{};
  Levels anywhere{};  // text and title
  std::array<std::uint32_t, Asked::kMaxTerms> pieces_with{};
  std::size_t title_words = 0;
  std::size_t title_asked = 0;
  std::int32_t title_share = 0;  // of the title or the file's name that is asked, in thousandths
};

// A passage in view of a question.
Passage ReadPassage(const evidence::EvidenceObject& object, const Asked& asked);

}  // namespace arborist::extractive
