// SPDX-License-Identifier: AGPL-3.0-only
// A code is up to four sections between semicolons. Quoted text, escaped characters and what stands
// in brackets is passed over, but for a currency and for hours, minutes and seconds that go on
// counting ([h]). An m is a minute behind an h or before an s, else a month. Numbers are rounded in
// decimal over 15 digits, as spreadsheets do: 28.5 % of 0.285 is 29 %, which binary rounding
// misses.
#include "office/number_format.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

#include "base/ascii.h"

namespace arborist::office {

namespace {
using namespace std::string_view_literals;

constexpr int kDigits = 15;
constexpr double kMaxSerial = 2958466;  // 10000-01-01
constexpr std::int64_t kDayMs = 86'400'000;

struct Decimal {
  bool negative = false;
  std::string digits;  // without zeros at the end; "0" for zero
  int exponent = 0;    // of the first digit
};

Decimal ToDecimal(double value) {
  std::array<char, 40> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value,
                                 std::chars_format::scientific, kDigits - 1);
  std::string_view all(text.data(), static_cast<std::size_t>(end.ptr - text.data()));
  Decimal decimal{.negative = all.starts_with('-'), .digits = {}};
  if (decimal.negative) all.remove_prefix(1);
  const std::size_t e = all.find('e');
  int exponent = 0;
  std::string_view digits_of_exponent = all.substr(e + 1);
  if (digits_of_exponent.starts_with('+')) digits_of_exponent.remove_prefix(1);
  std::from_chars(digits_of_exponent.data(), digits_of_exponent.data() + digits_of_exponent.size(),
                  exponent);
  for (const char c : all.substr(0, e)) {
    if (IsAsciiDigit(c)) decimal.digits += c;
  }
  while (decimal.digits.size() > 1 && decimal.digits.ends_with('0')) decimal.digits.pop_back();
  decimal.exponent = decimal.digits == "0" ? 0 : exponent;
  if (decimal.digits == "0") decimal.negative = false;
  return decimal;
}

// Keeps `places` digits behind the point.
void Round(Decimal* decimal, int places) {
  const int kept = decimal->exponent + 1 + places;
  if (kept >= static_cast<int>(decimal->digits.size())) return;
  if (kept < 0) {
    *decimal = {.negative = false, .digits = "0"};
    return;
  }
  const bool up = decimal->digits[static_cast<std::size_t>(kept)] >= '5';
  decimal->digits.resize(static_cast<std::size_t>(kept));
  int i = kept - 1;
  if (up) {
    for (; i >= 0 && decimal->digits[static_cast<std::size_t>(i)] == '9'; --i) {
      decimal->digits[static_cast<std::size_t>(i)] = '0';
    }
    if (i >= 0) {
      ++decimal->digits[static_cast<std::size_t>(i)];
    } else {
      decimal->digits.insert(0, 1, '1');
      ++decimal->exponent;
    }
  }
  while (decimal->digits.size() > 1 && decimal->digits.ends_with('0')) decimal->digits.pop_back();
  if (decimal->digits.empty() || decimal->digits == "0") *decimal = {.digits = "0"};
}

// Without exponent, at least `least` places.
std::string Fixed(const Decimal& decimal, int least) {
  std::string whole;
  std::string fraction;
  for (int i = 0; i <= std::max(decimal.exponent, 0); ++i) {
    const int at = decimal.exponent < 0 ? -1 : i;
    whole += at >= 0 && at < static_cast<int>(decimal.digits.size())
                 ? decimal.digits[static_cast<std::size_t>(at)]
                 : '0';
  }
  if (decimal.exponent < 0) {
    fraction = std::string(static_cast<std::size_t>(-decimal.exponent - 1), '0') + decimal.digits;
  } else if (static_cast<int>(decimal.digits.size()) > decimal.exponent + 1) {
    fraction = decimal.digits.substr(static_cast<std::size_t>(decimal.exponent) + 1);
  }
  if (static_cast<int>(fraction.size()) < least) {
    fraction.append(static_cast<std::size_t>(least) - fraction.size(), '0');
  }
  return (decimal.negative ? "-" : "") + whole + (fraction.empty() ? "" : "." + fraction);
}

// The currency signs that a code has as they are.
constexpr auto kSigns =
    std::to_array<std::string_view>({"$", "\u20AC", "\u00A3", "\u00A5", "\u20B9", "\u20BD",
                                     "\u20A9", "\u20BA", "\u20AA", "\u0E3F", "\u20AB", "\u20B4"});

std::string_view SignIn(std::string_view text) {
  for (const std::string_view sign : kSigns) {
    if (text.contains(sign)) return sign;
  }
  return {};
}

// Walks over a section and tells its parts.
class SectionScanner {
 public:
  explicit SectionScanner(std::string_view code) : code_(code) {}

  struct Token {
    char kind = 0;  // 0: end; a letter of a date; '0' a digit place; '.', '%'; '$' a currency;
                    // '[' a counting letter in `text`; ' ' anything else
    std::string_view text = {};
  };

  Token Next() {
    if (at_ >= code_.size()) return {};
    const char c = code_[at_];
    if (c == '"') {
      const std::size_t close = std::min(code_.find('"', at_ + 1), code_.size());
      return Literal(at_ + 1, close, std::min(close + 1, code_.size()));
    }
    if (c == '\\' || c == '_' || c == '*') {
      const std::size_t end = std::min(at_ + 2, code_.size());
      return Literal(at_ + 1, end, end);
    }
    if (c == '[') return Bracket();
    for (const std::string_view sign : kSigns) {
      if (code_.substr(at_).starts_with(sign)) {
        at_ += sign.size();
        return {'$', sign};
      }
    }
    const std::size_t begin = at_++;
    const char lower = LowerAscii(c);
    if (c == '#' || c == '?') return {'0', code_.substr(begin, 1)};
    if (c == '0' || c == '.' || c == '%') return {c, code_.substr(begin, 1)};
    if (lower == 'e' && at_ < code_.size() && (code_[at_] == '+' || code_[at_] == '-')) {
      return {'E', {}};
    }
    if ("ymdhse"sv.contains(lower)) {
      while (at_ < code_.size() && LowerAscii(code_[at_]) == lower) ++at_;
      return {lower == 'e' ? 'y' : lower, code_.substr(begin, at_ - begin)};
    }
    // AM/PM and A/P: not the month.
    for (const std::string_view half : {"am/pm"sv, "a/p"sv}) {
      if (StartsWithIgnoringCase(code_.substr(begin), half)) {
        at_ = begin + half.size();
        return {' ', {}};
      }
    }
    return {' ', {}};
  }

 private:
  Token Literal(std::size_t begin, std::size_t end, std::size_t next) {
    const std::string_view sign = SignIn(code_.substr(begin, end - begin));
    at_ = next;
    return sign.empty() ? Token{' ', {}} : Token{'$', sign};
  }

  Token Bracket() {
    const std::size_t close = std::min(code_.find(']', at_), code_.size());
    const std::string_view inner = code_.substr(at_ + 1, close - std::min(close, at_ + 1));
    at_ = std::min(close + 1, code_.size());
    if (inner.starts_with('$')) {
      const std::string_view sign = TrimAscii(inner.substr(1, inner.find('-', 1) - 1));
      return sign.empty() ? Token{' ', {}} : Token{'$', sign};
    }
    const bool counts = !inner.empty() && std::ranges::all_of(inner, [&](char c) {
      return LowerAscii(c) == LowerAscii(inner[0]);
    });
    if (counts && "hms"sv.contains(LowerAscii(inner[0]))) return {'[', inner};
    return {' ', {}};
  }

  std::string_view code_;
  std::size_t at_ = 0;
};

struct Day {
  std::int64_t year = 0;
  unsigned month = 0;
  unsigned day = 0;
};

// Of days since 1970-01-01 in the Gregorian calendar.
Day CivilDay(std::int64_t days) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto of_era = static_cast<unsigned>(days - era * 146097);
  const unsigned year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
  const unsigned of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned shifted = (5 * of_year + 2) / 153;
  const unsigned month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {static_cast<std::int64_t>(year_of_era) + era * 400 + (month <= 2 ? 1 : 0), month,
          of_year - (153 * shifted + 2) / 5 + 1};
}

Day DayOfSerial(std::int64_t serial, DateSystem system) {
  if (system == DateSystem::k1904) return CivilDay(serial - 24107);
  if (serial == 0) return {1900, 1, 0};
  if (serial == 60) return {1900, 2, 29};
  return CivilDay(serial - (serial < 60 ? 25568 : 25569));
}

std::string Padded(std::int64_t value, int width) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%0*lld", width, static_cast<long long>(value));
  return text.data();
}

}  // namespace

std::optional<double> ParseNumber(std::string_view text) {
  text = TrimAscii(text);
  double value = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = end.ec == std::errc() && end.ptr == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

std::string PlainNumber(double value) {
  if (!std::isfinite(value)) return {};
  const Decimal decimal = ToDecimal(value);
  if (decimal.exponent >= -9 && decimal.exponent < 21) return Fixed(decimal, 0);
  std::string text = decimal.negative ? "-" : "";
  text += decimal.digits[0];
  if (decimal.digits.size() > 1) text += "." + decimal.digits.substr(1);
  return text + "E" + (decimal.exponent < 0 ? "" : "+") + std::to_string(decimal.exponent);
}

std::string FixedNumber(double value, int shift, int least, int most) {
  if (!std::isfinite(value)) return {};
  Decimal decimal = ToDecimal(value);
  if (decimal.digits != "0") decimal.exponent += shift;
  if (decimal.exponent >= 21) return PlainNumber(value * std::pow(10.0, shift));
  Round(&decimal, most);
  return Fixed(decimal, least);
}

std::string_view BuiltInFormat(std::uint32_t id) {
  switch (id) {
    case 9:
      return "0%";
    case 10:
      return "0.00%";
    case 14:
    case 15:
    case 27:
    case 28:
    case 29:
    case 30:
    case 31:
    case 36:
    case 50:
    case 51:
    case 52:
    case 53:
    case 54:
    case 57:
    case 58:
      return "yyyy-mm-dd";
    case 16:
      return "d-mmm";
    case 17:
      return "mmm-yy";
    case 18:
    case 20:
    case 32:
    case 34:
    case 55:
      return "h:mm";
    case 19:
    case 21:
    case 33:
    case 35:
    case 56:
      return "h:mm:ss";
    case 22:
      return "m/d/yy h:mm";
    case 45:
      return "mm:ss";
    case 46:
      return "[h]:mm:ss";
    case 47:
      return "mm:ss.0";
    default:
      return {};
  }
}

NumberFormat::NumberFormat(std::string_view code) {
  // Sections end at a semicolon outside of quotes and brackets.
  std::size_t begin = 0;
  char inside = 0;
  for (std::size_t i = 0; i <= code.size() && sections_.size() < 3; ++i) {
    if (i < code.size()) {
      const char c = code[i];
      if (inside != 0) {
        if (c == inside) inside = 0;
        continue;
      }
      if (c == '"') inside = '"';
      if (c == '[') inside = ']';
      if (c == '\\') ++i;
      if (c != ';') continue;
    }
    sections_.push_back(ParseSection(code.substr(begin, std::min(i, code.size()) - begin)));
    begin = i + 1;
  }
  if (sections_.empty()) sections_.emplace_back();
}

NumberFormat::Section NumberFormat::ParseSection(std::string_view code) {
  Section section;
  if (EqualsIgnoringCase(TrimAscii(code), "general")) return section;
  SectionScanner scanner(code);
  bool behind_point = false;
  bool digits = false;
  char last = 0;        // the date letter before
  bool open_m = false;  // an m that may still turn out to be of minutes
  for (auto token = scanner.Next(); token.kind != 0; token = scanner.Next()) {
    switch (token.kind) {
      case '%':
        section.percent = true;
        break;
      case '.':
        behind_point = digits || last == 's';
        break;
      case '0':
        digits = true;
        if (behind_point) {
          ++section.most_decimals;
          if (token.text == "0") section.least_decimals = section.most_decimals;
        }
        break;
      case '$':
        (digits ? section.after : section.before) = token.text;
        break;
      case '[':
        section.elapsed = true;
        (LowerAscii(token.text[0]) == 'h'   ? section.hour
         : LowerAscii(token.text[0]) == 'm' ? section.minute
                                            : section.second) = true;
        last = LowerAscii(token.text[0]);
        break;
      case 'y':
        section.year = true;
        last = 'y';
        break;
      case 'd':
        section.day = true;
        last = 'd';
        break;
      case 'h':
        section.hour = true;
        last = 'h';
        break;
      case 'm':
        if (last == 'h' && token.text.size() <= 2) {
          section.minute = true;
        } else {
          if (open_m) section.month = true;
          open_m = true;
        }
        last = 'm';
        break;
      case 's':
        section.second = true;
        if (open_m && last == 'm') {
          section.minute = true;
          open_m = false;
        }
        last = 's';
        break;
      default:
        break;
    }
  }
  if (open_m) section.month = true;
  return section;
}

std::string NumberFormat::Shown(double value, DateSystem system) const {
  const bool negative = value < 0 && sections_.size() > 1;
  const Section& section = sections_[negative ? 1 : value == 0 && sections_.size() > 2 ? 2 : 0];
  if (section.is_date()) {
    std::string date = ShownDate(section, value, system);
    return date.empty() ? PlainNumber(value) : date;
  }
  if (section.percent) {
    return FixedNumber(value, 2, section.least_decimals, section.most_decimals) + "%";
  }
  if (section.before.empty() && section.after.empty()) return PlainNumber(value);
  std::string number = FixedNumber(value, 0, section.least_decimals, section.most_decimals);
  std::string sign;
  if (number.starts_with('-')) {
    sign = "-";
    number.erase(0, 1);
  }
  if (!section.after.empty()) return sign + number + " " + section.after;
  // A sign stands at the number, a word apart from it.
  return sign + section.before + (SignIn(section.before).empty() ? " " : "") + number;
}

std::string NumberFormat::ShownDate(const Section& section, double value, DateSystem system) {
  if (!(value >= 0) || value >= kMaxSerial) return {};
  const auto ms = static_cast<std::int64_t>(std::llround(value * static_cast<double>(kDayMs)));
  const bool fraction = section.second && section.most_decimals > 0;
  const std::int64_t rounded = fraction ? ms : (ms + 500) / 1000 * 1000;
  const std::int64_t in_day = rounded % kDayMs;
  const std::int64_t hours = section.elapsed ? rounded / 3'600'000 : in_day / 3'600'000;
  std::string time = Padded(hours, 2) + ":" + Padded(rounded / 60'000 % 60, 2);
  if (section.second || (!section.hour && section.minute)) {
    time += ":" + Padded(rounded / 1000 % 60, 2);
  }
  if (fraction) time += "." + Padded(rounded % 1000, 3);
  const bool has_time = section.hour || section.minute || section.second;
  const bool has_date = !section.elapsed && (section.year || section.month || section.day);
  if (!has_date) return time;
  const Day day = DayOfSerial(rounded / kDayMs, system);
  std::string date = Padded(day.year, 4);
  if (section.month || section.day) date += "-" + Padded(day.month, 2);
  if (section.day) date += "-" + Padded(day.day, 2);
  return has_time ? date + " " + time : date;
}

}  // namespace arborist::office
