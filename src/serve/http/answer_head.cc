// SPDX-License-Identifier: AGPL-3.0-only
// Writes the head of an answer by hand, with the security headers that every answer has: no
// sniffing, no referrer, no caching and an empty content policy, unless the route set its own.
#include "serve/http/answer_head.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>
#include <ostream>  // Beast forgets it

#include <boost/beast/http/status.hpp>

namespace arborist::serve::http {

namespace {

std::string_view Reason(int status) {
  return boost::beast::http::obsolete_reason(static_cast<boost::beast::http::status>(status));
}

}  // namespace

std::string HttpDate() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  constexpr std::array<const char*, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
  constexpr std::array<const char*, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                   "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  char text[64];
  std::snprintf(text, sizeof text, "%s, %02d %s %04d %02d:%02d:%02d GMT",
                kDays[static_cast<std::size_t>(utc.tm_wday)], utc.tm_mday,
                kMonths[static_cast<std::size_t>(utc.tm_mon)], utc.tm_year + 1900, utc.tm_hour,
                utc.tm_min, utc.tm_sec);
  return text;
}

std::string AnswerHead(const Response& response, const HeadOptions& options) {
  std::string head;
  head.reserve(512);
  head.append("HTTP/1.1 ").append(std::to_string(response.status)).append(" ");
  head.append(Reason(response.status)).append("\r\nDate: ").append(HttpDate());
  const auto has = [&](std::string_view name) {
    return std::ranges::any_of(response.headers,
                               [&](const auto& header) { return header.first == name; });
  };
  const bool bare = response.status == 204 || response.status == 304;
  if (!bare) head.append("\r\nContent-Type: ").append(response.content_type);
  if (options.chunked && !options.old) {
    head.append("\r\nTransfer-Encoding: chunked");
  } else if (!options.chunked && !bare) {
    head.append("\r\nContent-Length: ").append(std::to_string(response.body.size()));
  }
  head.append(options.close ? "\r\nConnection: close" : "\r\nConnection: keep-alive");
  head.append("\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer");
  if (!has("Cache-Control")) head.append("\r\nCache-Control: no-store");
  if (!has("Content-Security-Policy")) {
    head.append("\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'");
  }
  if (options.granted_origin != nullptr) {
    head.append("\r\nAccess-Control-Allow-Origin: ").append(*options.granted_origin);
    head.append("\r\nAccess-Control-Expose-Headers: x-arborist-cache, mcp-session-id");
    head.append("\r\nVary: Origin");
  }
  for (const auto& [name, value] : response.headers) {
    head.append("\r\n").append(name).append(": ").append(value);
  }
  return head.append("\r\n\r\n");
}

}  // namespace arborist::serve::http
