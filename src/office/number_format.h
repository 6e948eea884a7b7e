// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace arborist::office {

// Day 0 of a workbook's dates: 1899-12-31 with a 29 February 1900 that never was, or 1904-01-01.
enum class DateSystem : std::uint8_t { k1900, k1904 };

// The number format of a cell, as far as it changes what a reader must know: dates and times, which
// are written in ISO 8601; percent; the symbol of a currency. Thousands separators, colours and the
// rounding of other numbers are not taken over. FROZEN xlsx-text-v1: docs/format/xlsx-text.md.
class NumberFormat {
 public:
  explicit NumberFormat(std::string_view code);

  std::string Shown(double value, DateSystem system) const;

 private:
  struct Section {
    bool percent = false;
    bool year = false, month = false, day = false;
    bool hour = false, minute = false, second = false;
    bool elapsed = false;
    int least_decimals = 0;  // places that are always there
    int most_decimals = 0;
    std::string before, after;  // currency
    bool is_date() const { return year || month || day || hour || minute || second; }
  };
  static Section ParseSection(std::string_view code);
  static std::string ShownDate(const Section& section, double value, DateSystem system);
  std::vector<Section> sections_;  // positive, negative, zero; the rest does not count
};

// The code of a built-in format; empty: a plain number.
std::string_view BuiltInFormat(std::uint32_t id);

// A number as XML has it, all of the text but the white space around it.
std::optional<double> ParseNumber(std::string_view text);

// A number in at most 15 significant digits, without exponent where that is readable.
std::string PlainNumber(double value);

// A number rounded half up in decimal to `most` places, of which zeros behind `least` go.
std::string FixedNumber(double value, int shift, int least, int most);

}  // namespace arborist::office
