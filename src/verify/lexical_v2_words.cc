// SPDX-License-Identifier: AGPL-3.0-only
#include "verify/lexical_v2_words.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "text/scan.h"

namespace arborist::verify::lexical {

namespace {

constexpr WordEntry kWords[] = {
#include "verify/lexical_v2_words.inc"
};

using Unit = std::pair<std::string_view, std::string_view>;
constexpr auto kUnits = [] {
  auto units = std::to_array<Unit>({
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
  std::ranges::sort(units);
  return units;
}();

constexpr auto kDenials =
    text::MakeWordSet("untrue", "false", "myth", "deny", "denied", "denies", "hoax", "incorrect",
                      "falsely", "wrongly", "refuted", "debunked", "disproved", "disproven");

}  // namespace

const WordEntry* FindWord(std::string_view lower) {
  // A constant, only arranged for search.
  static const auto index = [] {
    std::unordered_map<std::string_view, const WordEntry*> words;
    for (const WordEntry& entry : kWords) words.emplace(entry.word, &entry);
    return words;
  }();
  const auto it = index.find(lower);
  return it == index.end() ? nullptr : it->second;
}

std::string_view UnitOf(std::string_view lower) {
  const auto it = std::ranges::lower_bound(kUnits, lower, {}, &Unit::first);
  return it != kUnits.end() && it->first == lower ? it->second : std::string_view();
}

bool IsDenial(std::string_view lower) { return kDenials.Has(lower); }

}  // namespace arborist::verify::lexical
