// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "evidence/evidence_map.h"
#include "extractive/asked.h"
#include "extractive/layout.h"
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

// What a heading, a lead or a term has of the question.
struct Around {
  Levels levels{};
  std::size_t words = 0;  // that say something
  std::size_t asked = 0;  // of these, words of the question
};

// A sentence and what of the question stands in it.
struct Read {
  Piece piece;
  Unit unit;
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
  const blocks::Reading* reading = nullptr;
  std::map<std::uint32_t, Around> around;      // of blocks that head or introduce
  std::map<std::uint32_t, Around> terms;       // of entries their terms, of rows their first cells
  std::map<std::uint32_t, Levels> sections;    // all that stands under a heading
  std::map<std::uint32_t, Levels> paragraphs;  // all of a block
  Levels title{};
  Levels anywhere{};  // text and title
  std::array<std::uint32_t, Asked::kMaxTerms> pieces_with{};
  std::size_t title_words = 0;
  std::size_t title_asked = 0;
  std::int32_t title_share = 0;  // of the title or the file's name that is asked, in thousandths
};

// A passage in view of a question. The layout's reading must outlive it.
Passage ReadPassage(const evidence::EvidenceObject& object, const Layout& layout,
                    const Asked& asked);

}  // namespace arborist::extractive
