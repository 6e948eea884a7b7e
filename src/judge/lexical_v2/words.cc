// SPDX-License-Identifier: AGPL-3.0-only
// FROZEN lexical-v2: docs/format/lexical-v2.md, "Tables". The word list (words.inc) and the units
// of measure in one hash table that is built at compile time: every word of every source is looked
// up, so a map of strings would dominate reading.
#include "judge/lexical_v2/words.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "text/scan.h"

namespace arborist::judge::lexical {

namespace {

constexpr WordEntry kListed[] = {
#include "judge/lexical_v2/words.inc"
};

using Unit = std::pair<std::string_view, std::string_view>;
constexpr auto kUnits = std::to_array<Unit>({
    {"km", "km"},
    {"kilometer", "km"},
    {"kilometers", "km"},
    {"kilometre", "km"},
    {"kilometres", "km"},
    {"m", "m"},
    {"meter", "m"},
    {"meters", "m"},
    {"metre", "m"},
    {"metres", "m"},
    {"cm", "cm"},
    {"centimeter", "cm"},
    {"centimeters", "cm"},
    {"centimetre", "cm"},
    {"centimetres", "cm"},
    {"mm", "mm"},
    {"millimeter", "mm"},
    {"millimeters", "mm"},
    {"millimetre", "mm"},
    {"millimetres", "mm"},
    {"mi", "mi"},
    {"mile", "mi"},
    {"miles", "mi"},
    {"ft", "ft"},
    {"foot", "ft"},
    {"feet", "ft"},
    {"yard", "yd"},
    {"yards", "yd"},
    {"yd", "yd"},
    {"inch", "in"},
    {"inches", "in"},
    {"kg", "kg"},
    {"kilogram", "kg"},
    {"kilograms", "kg"},
    {"g", "g"},
    {"gram", "g"},
    {"grams", "g"},
    {"mg", "mg"},
    {"milligram", "mg"},
    {"milligrams", "mg"},
    {"lb", "lb"},
    {"lbs", "lb"},
    {"pounds", "pound"},
    {"pound", "pound"},
    {"ton", "ton"},
    {"tons", "ton"},
    {"tonne", "tonne"},
    {"tonnes", "tonne"},
    {"ounce", "oz"},
    {"ounces", "oz"},
    {"oz", "oz"},
    {"litre", "l"},
    {"litres", "l"},
    {"liter", "l"},
    {"liters", "l"},
    {"gallon", "gal"},
    {"gallons", "gal"},
    {"acre", "acre"},
    {"acres", "acre"},
    {"hectare", "ha"},
    {"hectares", "ha"},
    {"ha", "ha"},
    {"second", "s"},
    {"seconds", "s"},
    {"minute", "min"},
    {"minutes", "min"},
    {"hour", "h"},
    {"hours", "h"},
    {"day", "d"},
    {"days", "d"},
    {"week", "wk"},
    {"weeks", "wk"},
    {"month", "mo"},
    {"months", "mo"},
    {"year", "y"},
    {"years", "y"},
    {"decade", "dec"},
    {"decades", "dec"},
    {"century", "cent"},
    {"centuries", "cent"},
    {"dollar", "$"},
    {"dollars", "$"},
    {"usd", "$"},
    {"euro", "€"},
    {"euros", "€"},
    {"eur", "€"},
    {"gbp", "£"},
    {"yen", "¥"},
    {"rupee", "₹"},
    {"rupees", "₹"},
    {"cents", "cents"},
    {"watt", "w"},
    {"watts", "w"},
    {"kw", "kw"},
    {"kilowatts", "kw"},
    {"mw", "mw"},
    {"megawatts", "mw"},
    {"volts", "v"},
    {"volt", "v"},
    {"hz", "hz"},
    {"mhz", "mhz"},
    {"ghz", "ghz"},
    {"kb", "kb"},
    {"mb", "mb"},
    {"gb", "gb"},
    {"tb", "tb"},
    {"mph", "mph"},
    {"knots", "kn"},
    {"%", "%"},
    {"$", "$"},
    {"€", "€"},
    {"£", "£"},
    {"¥", "¥"},
    {"₹", "₹"},
    {"celsius", "celsius"},
    {"fahrenheit", "fahr"},
    {"points", "points"},
    {"degrees", "degrees"},
    {"times", "times"},
});

// Open addressing, at most a quarter full, linear probing.
class WordTable {
 public:
  consteval WordTable() {
    for (const WordEntry& entry : kListed) {
      WordEntry& own = At(entry.word);
      if (own.word.empty()) own = entry;
    }
    for (const auto& [word, name] : kUnits) {
      WordEntry& own = At(word);
      own.word = word;
      own.unit = name;
    }
  }

  constexpr const WordEntry* Find(std::string_view word, std::uint32_t hash) const {
    for (std::size_t at = hash % kSlots; slots_[at].entry != 0; at = (at + 1) % kSlots) {
      if (slots_[at].tag != Tag(hash)) continue;
      const WordEntry& entry = entries_[slots_[at].entry];
      if (entry.word == word) return &entry;
    }
    return nullptr;
  }

 private:
  consteval WordEntry& At(std::string_view word) {
    const std::uint32_t hash = LetterHash(word);
    std::size_t at = hash % kSlots;
    while (slots_[at].entry != 0 && entries_[slots_[at].entry].word != word) at = (at + 1) % kSlots;
    if (slots_[at].entry == 0) slots_[at] = {++count_, Tag(hash)};
    return entries_[slots_[at].entry];
  }

  struct Slot {
    std::uint16_t entry;  // 0: free
    std::uint16_t tag;    // upper half of the hash: spares most comparisons of letters
  };
  static constexpr std::uint16_t Tag(std::uint32_t hash) {
    return static_cast<std::uint16_t>(hash >> 16);
  }

  static constexpr std::size_t kMost = std::size(kListed) + std::size(kUnits);
  static constexpr std::size_t kSlots = std::bit_ceil(4 * kMost);
  std::array<WordEntry, kMost + 1> entries_{};
  std::array<Slot, kSlots> slots_{};
  std::uint16_t count_ = 0;
};
constexpr WordTable kWords;

constexpr auto kDenials =
    text::MakeWordSet("untrue", "false", "myth", "deny", "denied", "denies", "hoax", "incorrect",
                      "falsely", "wrongly", "refuted", "debunked", "disproved", "disproven");

}  // namespace

const WordEntry* FindWord(std::string_view lower, std::uint32_t letter_hash) {
  return kWords.Find(lower, letter_hash);
}

std::string_view UnitOf(std::string_view lower) {
  const WordEntry* entry = FindWord(lower);
  return entry == nullptr ? std::string_view() : entry->unit;
}

bool IsDenial(std::string_view lower) { return kDenials.Has(lower); }

}  // namespace arborist::judge::lexical
