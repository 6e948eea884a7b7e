// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/utc_time.h"

#include <chrono>
#include <iomanip>
#include <sstream>

namespace arborist::cli {

std::string UtcTime(std::int64_t seconds) {
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  std::ostringstream text;
  text << std::setfill('0') << std::setw(4) << static_cast<int>(date.year()) << '-' << std::setw(2)
       << static_cast<unsigned>(date.month()) << '-' << std::setw(2)
       << static_cast<unsigned>(date.day()) << ' ' << std::setw(2) << clock.hours().count() << ':'
       << std::setw(2) << clock.minutes().count() << ':' << std::setw(2) << clock.seconds().count()
       << " UTC";
  return text.str();
}

}  // namespace arborist::cli
