// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/retry.h"

#include <algorithm>
#include <charconv>

#include "net/http_date.h"

namespace arborist::llm {

using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

// Longer than anybody waits, and far from overflow.
constexpr std::int64_t kFarSeconds = 1'000'000'000;

}  // namespace

bool IsTransient(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

milliseconds Backoff(milliseconds base, int attempt) {
  constexpr int kMaxDoublings = 20;
  return base * (std::int64_t{1} << std::clamp(attempt - 1, 0, kMaxDoublings));
}

std::optional<milliseconds> ParseRetryAfter(std::string_view value, std::int64_t now_seconds) {
  const bool digits =
      !value.empty() && value.find_first_not_of("0123456789") == std::string_view::npos;
  if (digits) {
    std::int64_t count = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), count);
    return seconds(error == std::errc() ? std::min(count, kFarSeconds) : kFarSeconds);
  }
  const auto date = net::ParseHttpDate(value);
  if (!date) return std::nullopt;
  return seconds(std::clamp<std::int64_t>(*date - now_seconds, 0, kFarSeconds));
}

}  // namespace arborist::llm
