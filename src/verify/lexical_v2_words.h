// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string_view>

// The word tables of lexical-v2. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::verify::lexical {

// Opposites that a claim must not swap: words of one axis with different poles contradict.
enum class Axis : std::uint8_t {
  kNone,
  kAmount,
  kBoth,
  kDirection,
  kEnd,
  kEastWest,
  kGender,
  kLeftRight,
  kNorthSouth,
  kOnly,
  kValue,
  kQuantity,
  kExtreme,
  kTime,
  kOutcome,
};

enum WordFlag : std::uint16_t {
  kStop = 1,           // says nothing of a topic
  kNegation = 2,       // also every word that ends in n't
  kHedge = 4,          // what follows is not asserted
  kFirstPerson = 8,    // speaks of the writer
  kFrame = 16,         // speaks of the source, not of the matter
  kAbbreviation = 32,  // its full stop ends no sentence
  kPronoun = 64,       // may stand for a name before it
  kBe = 128,
  kNumberWord = 256,
  kScale = 512,  // shifts the number before it
  kMonth = 1024,
  kLooseNumber = 2048,  // a number word that often is none
};

struct WordEntry {
  std::string_view word;
  std::uint16_t flags = 0;
  Axis axis = Axis::kNone;
  std::int8_t pole = 0;
  std::string_view number;  // value of a number word, power of ten of a scale word
};

// The entry of a lower-case word, or null.
const WordEntry* FindWord(std::string_view lower);

// One name for a unit of measure or currency ("km", "kilometres": km), or empty.
std::string_view UnitOf(std::string_view lower);

// Whether the words before a statement take it back ("it is a myth that").
bool IsDenial(std::string_view lower);

}  // namespace arborist::verify::lexical
