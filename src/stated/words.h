// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// The word tables of lexical-v3. FROZEN lexical-v3: docs/format/lexical-v3.md.
namespace arborist::stated {

// Languages whose function words are listed. In other languages only a whole sentence, word for
// word, is stated.
enum class Language : std::uint8_t {
  kUnknown,
  kEnglish,
  kGerman,
  kFrench,
  kSpanish,
  kItalian,
  kPortuguese,
  kDutch,
};

enum WordFlag : std::uint32_t {
  kNeutral = 1u << 0,        // may be added or left out: articles, auxiliaries, "also"
  kDeterminer = 1u << 1,     // begins a noun phrase
  kPreposition = 1u << 2,    // governs what follows
  kPresent = 1u << 3,        // an auxiliary of the present
  kPast = 1u << 4,           // an auxiliary of the past
  kNegation = 1u << 5,       //
  kOperator = 1u << 6,       // changes the statement: neither added nor left out
  kWeak = 1u << 7,           // may be left out, not added: "all", "then", "I"
  kCondition = 1u << 8,      // what it governs is not asserted
  kAttribution = 1u << 9,    // somebody says so
  kDenial = 1u << 10,        // takes a statement back
  kNonFactive = 1u << 11,    // what it governs did not happen, or not yet: "plan", "nearly"
  kStatus = 1u << 12,        // a former minister is no minister
  kPronoun = 1u << 13,       // may stand for a name before it
  kCoordinator = 1u << 14,   // joins clauses: "and", "but"
  kSubordinator = 1u << 15,  // joins a clause that is asserted: "because"
  kRelative = 1u << 16,      // "which", "who", "that"
  kFrame = 1u << 17,         // speaks of the source, not of its matter
  kTime = 1u << 18,          // a day, a season: may open a sentence and be left out
  kTop = 1u << 19,           // holds only for the whole: superlatives, "first", "all", "only"
  kAdverb = 1u << 20,        // an adverb that may be left out
  kDiscourse = 1u << 21,     // links sentences: "however"
  kMonth = 1u << 22,
  kAbbreviation = 1u << 23,  // its full stop ends no sentence
  kBe = 1u << 24,            // a form of "be"
  kLabel = 1u << 25,         // may stand before a colon without meaning: "Note"
  kPlace = 1u << 26,         // part of a place's name: "New", "North"
  kRetractor = 1u << 27,     // refers to the statement before: "this explanation"
};

// Everything that the tables say about one word in lower case. One lookup finds all of it, because
// most tables are asked about every word.
struct ListedWord {
  std::string_view word = {};
  std::array<std::uint32_t, 8> flags = {};  // WordFlag by Language; 0 for kUnknown
  std::uint16_t synonyms = 0;               // the group of words that may stand for it, or 0
  std::uint8_t votes = 0;   // a bit for each Language in which it is a function word
  std::uint8_t month = 0;   // 1 to 12, or 0
  std::uint8_t number = 0;  // this and the next: lists of the tables below, from 1
  std::uint8_t unit = 0;
  std::uint8_t verb = 0;
  std::uint8_t noun = 0;

  std::uint32_t FlagsIn(Language language) const {
    return flags[static_cast<std::size_t>(language)];
  }
};
// The entry of words that no table has.
inline constexpr ListedWord kUnlisted{};
// The entry of a word. hash: its WordHash. Never null.
const ListedWord* FindWord(std::string_view lower, std::uint32_t hash);
const ListedWord* FindWord(std::string_view lower);

// The value of a number word ("twelve"), ordinal ("third": "o3"), fraction ("half": "f2") or scale
// ("million": "x6"); empty for other words.
std::string_view NumberOf(const ListedWord& word);
// The common name of a unit of measure or currency ("kilometres": km), or empty.
std::string_view UnitOf(const ListedWord& word);

// The group of words that may replace each other, or 0.
std::uint16_t SynonymsOf(std::string_view lemma);
// The lemmas of a group, each once.
std::vector<std::string> SynonymLemmas(std::uint16_t group);
// The base form of an irregular English word ("built": build), or empty.
std::string_view BaseOf(const ListedWord& word);
// The stem of a strong German form ("beschlossen": beschließ), or empty.
std::string GermanBase(std::string_view lower);
// Whether it is the past form of a strong German verb ("schloss").
bool IsGermanStrongPast(std::string_view lower);

}  // namespace arborist::stated
