// SPDX-License-Identifier: AGPL-3.0-only
#include "net/http_date.h"

#include <curl/curl.h>

#include <string>

namespace arborist::net {

std::optional<std::int64_t> ParseHttpDate(std::string_view text) {
  const time_t seconds = curl_getdate(std::string(text).c_str(), nullptr);
  if (seconds < 0) return std::nullopt;
  return seconds;
}

}  // namespace arborist::net
