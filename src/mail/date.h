// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>

#include "mail/header.h"

namespace arborist::mail {

// A day as the sender's clock showed it.
struct Day {
  int year = 0;
  int month = 0;
  int day = 0;
  auto operator<=>(const Day&) const = default;
};
// Of a Date field (RFC 5322, and the older forms that are met); nothing if it names no day.
std::optional<Day> DayOf(std::string_view date);

// YYYY-MM-DD of the Date field, or of the first Received field that has a day, if the Date has none
// from 1970 on or one that lies more than a day behind the last hop. Empty: neither says.
std::string ContentDate(const Header& header);

// Whether the text behind "From someone " in an mbox names a day and a time.
bool HasDayAndTime(std::string_view text);

}  // namespace arborist::mail
