// SPDX-License-Identifier: AGPL-3.0-only
#include "net/http_date.h"

#include <string>

#include "net/curl_library.h"

namespace arborist::net {

std::optional<std::int64_t> ParseHttpDate(std::string_view text) {
  if (!LoadCurl()) return std::nullopt;
  const time_t seconds = Curl().getdate(std::string(text).c_str(), nullptr);
  if (seconds < 0) return std::nullopt;
  return seconds;
}

}  // namespace arborist::net
