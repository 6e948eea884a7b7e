// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <type_traits>

// The word tables of lexical-v2. FROZEN lexical-v2: docs/format/lexical-v2.md.
namespace arborist::judge::lexical {

// Axes of opposites: words of one axis with different poles contradict each other.
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
  kStop = 1,           // says nothing about a topic
  kNegation = 2,       // also every word that ends in n't
  kHedge = 4,          // what it governs is not asserted
  kFirstPerson = 8,    // speaks of the writer
  kFrame = 16,         // speaks of the source, not of its matter
  kAbbreviation = 32,  // its full stop ends no sentence
  kPronoun = 64,       // may stand for a name before it
  kBe = 128,
  kNumberWord = 256,
  kScale = 512,  // shifts the number before it
  kMonth = 1024,
  kLooseNumber = 2048,  // a number word that often means no number
};

struct WordEntry {
  std::string_view word;
  std::uint16_t flags = 0;
  Axis axis = Axis::kNone;
  std::int8_t pole = 0;
  std::string_view number = {};  // value of a number word; power of ten of a scale word
  std::string_view unit = {};    // as UnitOf
};

constexpr std::uint64_t kHashFactor = 0x9E3779B97F4A7C15u;

constexpr std::uint64_t SeededHash(std::string_view letters, std::uint64_t seed) {
  const auto eight = [&](std::size_t at) {
    const std::size_t size = letters.size() - at < 8 ? letters.size() - at : 8;
    std::uint64_t bits = 0;
    if (std::is_constant_evaluated() || std::endian::native != std::endian::little) {
      for (std::size_t i = 0; i < size; ++i) {
        bits |= std::uint64_t{static_cast<std::uint8_t>(letters[at + i])} << (8 * i);
      }
    } else if (size >= 4) {  // two loads that may overlap
      std::uint32_t low, high;
      std::memcpy(&low, letters.data() + at, 4);
      std::memcpy(&high, letters.data() + at + size - 4, 4);
      bits = low | std::uint64_t{high} << (8 * (size - 4));
    } else {
      const auto byte = [&](std::size_t i) {
        return std::uint64_t{static_cast<std::uint8_t>(letters[at + i])} << (8 * i);
      };
      bits = byte(0) | byte(size / 2) | byte(size - 1);
    }
    return bits;
  };
  std::uint64_t hash = seed ^ letters.size();
  for (std::size_t at = 0; at < letters.size(); at += 8) {
    hash = (hash ^ eight(at)) * kHashFactor;
    hash ^= hash >> 32;
  }
  return hash;
}

// Depends on the letters alone: the same in every run and on every machine.
constexpr std::uint32_t LetterHash(std::string_view letters) {
  return static_cast<std::uint32_t>(SeededHash(letters, 0));
}

// The entry of a word in lower case, or null.
const WordEntry* FindWord(std::string_view lower, std::uint32_t letter_hash);
inline const WordEntry* FindWord(std::string_view lower) {
  return FindWord(lower, LetterHash(lower));
}

// The common name of a unit of measure or currency ("km", "kilometres": km), or empty.
std::string_view UnitOf(std::string_view lower);

// Whether the word takes a statement back: myth, untrue, denied.
bool IsDenial(std::string_view lower);

}  // namespace arborist::judge::lexical
