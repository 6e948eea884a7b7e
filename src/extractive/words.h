// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

// The words of a text in the form in which questions and sentences are compared. Part of
// extractive-v2.
namespace arborist::extractive {

enum WordFlag : std::uint32_t {
  kStop = 1,  // tells nothing about a topic
  kMonth = 1u << 1,
  kWeekday = 1u << 2,
  kNumberWord = 1u << 3,
  kUnit = 1u << 4,       // a unit of time, length, money, ...: the end of a measure
  kPlaceWord = 1u << 5,  // a country, or a kind of place: city, river
  kReason = 1u << 6,     // because, due
  kPronoun = 1u << 7,    // stands for something said before
  kBe = 1u << 8,         // forms of be, do, have and modal verbs
  kNegation = 1u << 9,
  kNaming = 1u << 10,      // called, named, known, termed
  kAsksPerson = 1u << 11,  // "what" with this word asks for a person; the next likewise
  kAsksPlace = 1u << 12,
  kAsksTime = 1u << 13,
  kAsksNumber = 1u << 14,
  kAsksName = 1u << 15,
  kTimeWord = 1u << 16,  // century, during, ago
  // Set by the text, not by the table of words.
  kCapital = 1u << 17,  // begins with a capital letter
  kDigits = 1u << 18,
  kYear = 1u << 19,  // 1000 to 2199 in digits, 1960s, c1110, 12.05.2021
  kMoney = 1u << 20,
  kPercent = 1u << 21,
  kDense = 1u << 22,       // two characters of a script without spaces
  kQuoted = 1u << 23,      // an opening quotation mark is before it
  kMannerWord = 1u << 24,  // by, through, using
  kSuperlative = 1u << 25,
  kForeignStop = 1u << 26,  // kStop of another language than English
  kAsksMoney = 1u << 27,
  kJoined = 1u << 28,  // a hyphenated word without its hyphen, after its two parts
  kLengthUnit = 1u << 29,
  kTimeUnit = 1u << 30,
  kAreaUnit = 1u << 31,
};

// The sorts of things that a word names, as far as small lists know them: "which country" wants one
// of kCountry.
enum WordSort : std::uint16_t {
  kCountry = 1,
  kPeople = 1u << 1,  // French, Roman
  kCity = 1u << 2,
  kProvince = 1u << 3,  // also the states of the United States
  kContinent = 1u << 4,
  kLanguage = 1u << 5,
  kColour = 1u << 6,
  kBelief = 1u << 7,
  kGivenName = 1u << 8,
  kPersonTitle = 1u << 9,  // Dr, King: a name is after it
  kBody = 1u << 10,        // University, Company: part of the name of an institution
  kSport = 1u << 11,
  kCurrency = 1u << 12,
  kOccupation = 1u << 13,
  kLandform = 1u << 14,  // River, Mount
  kHuman = 1u << 15,     // worker, family: may act, but is neither a name nor a trade
};

// A word of a text. Words are compared by hash alone: unequal words with equal hashes would only
// raise a score. The hashes depend on the letters alone and are equal on every machine.
struct Word {
  std::uint32_t begin = 0;  // bytes of the text
  std::uint32_t end = 0;
  std::uint32_t flags = 0;
  std::uint16_t kin = 0;  // words with one number mean about the same (begin, start); 0: none
  std::uint16_t sorts = 0;
  std::uint64_t exact = 0;  // lower case, accents folded, without plural s
  std::uint64_t stem = 0;   // common to inflected forms; 0 of stop words
  std::uint64_t front = 0;  // the first five letters; 0: shorter
};

// Appends the words of text[begin, end). Scripts without spaces give pairs of characters. Linear.
void AppendWords(std::string_view text, std::size_t begin, std::size_t end,
                 std::vector<Word>* words);

// The kin number of a word; 0: none.
std::uint16_t KinOf(std::string_view lower_case);

// FNV-1a of the bytes with a final mix. Equal on every machine, and so without a seed.
constexpr std::uint64_t HashLetters(std::string_view letters) {
  std::uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : letters) {
    hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001B3u;
  }
  return hash ^ (hash >> 29);
}

}  // namespace arborist::extractive
