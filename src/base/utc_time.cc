// SPDX-License-Identifier: AGPL-3.0-only
#include "base/utc_time.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>

namespace arborist {

namespace {

// Exactly these digits, all of them.
std::optional<int> Digits(std::string_view text, std::size_t at, std::size_t count) {
  if (at + count > text.size()) return std::nullopt;
  int number = 0;
  for (const char c : text.substr(at, count)) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

}  // namespace

std::string FormatUtc(std::int64_t seconds) {
  constexpr std::int64_t kDay = 86400;
  std::int64_t days = seconds / kDay, rest = seconds % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  // Years that no calendar here holds are shown as the number they are.
  if (days < -700000 || days > 2900000) return std::to_string(seconds);
  const std::chrono::year_month_day date{
      std::chrono::sys_days{std::chrono::days{static_cast<int>(days)}}};
  char text[32];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(rest / 3600), static_cast<int>(rest / 60 % 60),
                static_cast<int>(rest % 60));
  return text;
}

Result<std::int64_t> ParseUtc(std::string_view text) {
  const auto refuse = [&] {
    return Fail(ErrorCode::kInvalidArgument,
                "not a time in UTC such as 2026-11-15 or 2026-11-15T18:20:01, nor Unix seconds: " +
                    std::string(text));
  };
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  std::string_view rest = text;
  if (rest.ends_with('Z')) rest.remove_suffix(1);
  const auto year = Digits(rest, 0, 4), month = Digits(rest, 5, 2), day = Digits(rest, 8, 2);
  if (!year || !month || !day || rest[4] != '-' || rest[7] != '-') return refuse();
  const std::chrono::year_month_day date{std::chrono::year{*year},
                                         std::chrono::month{static_cast<unsigned>(*month)},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return refuse();
  std::int64_t seconds =
      std::int64_t{86400} * std::chrono::sys_days{date}.time_since_epoch().count();
  if (rest.size() == 10) return seconds;
  const auto hour = Digits(rest, 11, 2), minute = Digits(rest, 14, 2), second = Digits(rest, 17, 2);
  if (rest.size() != 19 || (rest[10] != 'T' && rest[10] != ' ') || rest[13] != ':' ||
      rest[16] != ':' || !hour || !minute || !second || *hour > 23 || *minute > 59 ||
      *second > 59) {
    return refuse();
  }
  return seconds + std::int64_t{*hour} * 3600 + std::int64_t{*minute} * 60 + *second;
}

}  // namespace arborist
