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

// For each term of the question how well it is met; terms beyond the question's are kNone.
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

// From this value of About on a title is the subject of the question.
inline constexpr std::int32_t kAboutSubject = 500;  // thousandths

// The terms of the question in a heading, a lead or a term.
struct Around {
  Levels levels{};
  std::size_t words = 0;  // that are no stop words
  std::size_t asked = 0;  // of these, words of the question
};

// A unit with its words and the terms of the question in it.
struct Read {
  Piece piece;
  Unit unit;
  std::size_t first_word = 0;
  std::size_t end_word = 0;
  std::size_t first_place = 0;
  std::size_t end_place = 0;
  Levels levels{};
  std::size_t defines = 0;  // number of words before the verb of "X is a ..."; 0: no such verb
  bool stands = false;      // begins with the title, a part of it or a pronoun for it
  bool fame = false;        // "known for", "famous as"
  bool life_dates = false;  // "(10 December 1815 – 27 November 1852)" behind its first words
};

// A passage, its words matched with the terms of a question.
struct MatchedPassage {
  std::vector<Word> words;
  std::vector<Match> matches;  // of each word
  std::vector<Place> places;
  std::vector<Read> pieces;
  const blocks::Reading* reading = nullptr;
  std::map<std::uint32_t, Around> around;  // by block: those that head or introduce a unit
  std::map<std::uint32_t, Around> terms;  // by block: of an entry its term, of a row its first cell
  std::map<std::uint32_t, Levels> sections;    // by heading: all units under it
  std::map<std::uint32_t, Levels> paragraphs;  // by block: all its units
  Levels title{};
  Levels anywhere{};  // text and title
  std::array<std::uint32_t, Asked::kMaxTerms> pieces_with{};
  std::size_t title_words = 0;
  std::size_t title_asked = 0;
  // Share of the title or the file's name that is asked, in thousandths.
  std::int32_t title_share = 0;
};

// Reads a passage in view of a question. Linear in its text. The layout's reading must outlive it.
MatchedPassage ReadPassage(const evidence::EvidenceObject& object, const Layout& layout,
                           const Asked& asked);

}  // namespace arborist::extractive
