// SPDX-License-Identifier: AGPL-3.0-only
#include "net/http_date.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "net/curl_library.h"

namespace arborist::net {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Longer than anybody waits, and far from overflow.
constexpr std::int64_t kFarSeconds = 1'000'000'000;

}  // namespace

std::optional<std::int64_t> ParseHttpDate(std::string_view text) {
  if (!LoadCurl()) return std::nullopt;
  const time_t date = Curl().getdate(std::string(text).c_str(), nullptr);
  if (date < 0) return std::nullopt;
  return date;
}

std::optional<milliseconds> ParseRetryAfter(std::string_view value, std::int64_t now_seconds) {
  const bool digits =
      !value.empty() && value.find_first_not_of("0123456789") == std::string_view::npos;
  if (digits) {
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
    return seconds(error == std::errc() ? std::min(count, kFarSeconds) : kFarSeconds);
  }
  const auto date = ParseHttpDate(value);
  if (!date) return std::nullopt;
  return seconds(std::clamp<std::int64_t>(*date - now_seconds, 0, kFarSeconds));
}

}  // namespace arborist::net
