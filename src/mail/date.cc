// SPDX-License-Identifier: AGPL-3.0-only
#include "mail/date.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>

#include "base/ascii.h"

namespace arborist::mail {

namespace {

constexpr std::size_t kMaxDateBytes = 256;

int MonthOf(std::string_view word) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  for (std::size_t i = 0; i < kMonths.size(); ++i) {
    if (StartsWithIgnoringCase(word, kMonths[i])) return static_cast<int>(i) + 1;
  }
  return 0;
}

int NumberOf(std::string_view word) {
  int value = -1;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  return error == std::errc() && end == word.data() + word.size() && word.size() <= 4 ? value : -1;
}

// Two digits mean what RFC 5322 says they do.
int FullYear(std::string_view word) {
  const int year = NumberOf(word);
  if (year < 0 || word.size() < 2) return 0;
  if (word.size() == 2) return year < 50 ? 2000 + year : 1900 + year;
  return word.size() == 3 ? 1900 + year : year;
}

int DaysIn(int month, int year) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::optional<Day> Checked(Day day) {
  if (day.year < 1900 || day.month < 1 || day.month > 12 || day.day < 1) return std::nullopt;
  if (day.day > DaysIn(day.month, day.year)) return std::nullopt;
  return day;
}

Day DayAfter(Day day) {
  if (++day.day > DaysIn(day.month, day.year)) {
    day.day = 1;
    if (++day.month > 12) {
      day.month = 1;
      ++day.year;
    }
  }
  return day;
}

// The words of a date, without what parts them.
struct Words {
  std::array<std::string_view, 16> all{};
  std::size_t count = 0;
};
Words WordsOf(std::string_view text) {
  Words out;
  text = text.substr(0, kMaxDateBytes);
  constexpr std::string_view kGaps = " \t\r\n,-/.";
  while (out.count < out.all.size()) {
    const std::size_t begin = text.find_first_not_of(kGaps);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(kGaps, begin), text.size());
    out.all[out.count++] = text.substr(begin, end - begin);
    text.remove_prefix(end);
  }
  return out;
}

}  // namespace

std::optional<Day> DayOf(std::string_view date) {
  const Words words = WordsOf(date);
  for (std::size_t i = 0; i < words.count; ++i) {
    const std::string_view word = words.all[i];
    const auto next = [&](std::size_t by) {
      return i + by < words.count ? words.all[i + by] : std::string_view();
    };
    if (const int month = MonthOf(word); month > 0) {
      if (i > 0 && NumberOf(words.all[i - 1]) > 0)  // 17 May 2000
        return Checked({FullYear(next(1)), month, NumberOf(words.all[i - 1])});
      // asctime: May 17 19:35:05 2000, or with a time zone in front of the year
      const std::size_t year = next(2).contains(':') ? 3 : 2;
      if (const auto day = Checked({FullYear(next(year)), month, NumberOf(next(1))})) return day;
      return Checked({FullYear(next(year + 1)), month, NumberOf(next(1))});
    }
    // ISO 8601: 2000-05-17T19:35:05Z
    if (word.size() == 4 && NumberOf(word) >= 1900 && NumberOf(next(1)) > 0)
      return Checked({NumberOf(word), NumberOf(next(1)), NumberOf(next(2).substr(0, 2))});
  }
  return std::nullopt;
}

std::string ContentDate(const Header& header) {
  std::optional<Day> arrived;
  for (const Header::Field& field : header.fields()) {
    if (arrived || !EqualsIgnoringCase(field.name, "Received")) continue;
    const std::size_t semicolon = field.value.rfind(';');
    if (semicolon != std::string_view::npos) arrived = DayOf(field.value.substr(semicolon + 1));
  }
  std::optional<Day> day = DayOf(header.First("Date"));
  if (day && (day->year < 1970 || (arrived && *day > DayAfter(*arrived)))) day.reset();
  if (!day) day = arrived;
  if (!day || day->year < 1970) return {};
  char text[40];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d", day->year, day->month, day->day);
  return text;
}

bool HasDayAndTime(std::string_view text) {
  const Words words = WordsOf(text);
  bool has_time = false;
  for (std::size_t i = 0; i < words.count; ++i) {
    const std::string_view word = words.all[i];
    has_time |= word.size() >= 4 && IsAsciiDigit(word[0]) && word.contains(':');
  }
  return has_time && DayOf(text).has_value();
}

}  // namespace arborist::mail
