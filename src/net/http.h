// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "net/url.h"

// One HTTP exchange over a network that may be slow, broken or hostile. Send may run in any number
// of threads. Proxies, cookies, .netrc and environment variables play no part.
namespace arborist::net {

struct Header {
  std::string name;
  std::string value;
  bool secret = false;  // sent only to the origin of the request, whatever redirects say
};

enum class Redirects : std::uint8_t {
  kSameOrigin,  // a redirect to another origin is an error
  kAnyOrigin,   // followed without secret headers, never from https to http
};

struct Limits {
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds timeout{60'000};  // for everything, redirects included
  std::size_t max_body_bytes = std::size_t{8} << 20;
  std::size_t max_header_bytes = std::size_t{64} << 10;
  int max_redirects = 5;
  Redirects redirects = Redirects::kSameOrigin;
  // Whether redirects to another origin may reach a loopback, private or link-local address. Judged
  // is the address that is connected to, not the name, which could resolve to another one a moment
  // later. The origin of the request is the caller's choice and may be anywhere.
  bool allow_private_redirects = false;
};

struct Request {
  Url url;
  std::vector<Header> headers;
  std::optional<std::string> body;  // POST if present, else GET
  // Receives the body of a 2xx response in pieces instead of Response::body. Returning false ends
  // the exchange successfully; the connection may be closed.
  std::function<Result<bool>(std::string_view)> on_body;
  const std::atomic<bool>* stop = nullptr;  // gives up within a tenth of a second once it is set
};

struct Response {
  int status = 0;
  std::vector<Header> headers;  // names in lower case
  std::string body;             // of other than 2xx only the first kMaxErrorBytes

  // The first header of that name, or null.
  const std::string* Find(std::string_view lower_case_name) const;
};

inline constexpr std::size_t kMaxErrorBytes = std::size_t{16} << 10;

// Every status is a response; errors are exchanges without one. kEnvironment: not reached, cut off
// or too slow; kLimitExceeded; kPermission: a redirect that is not followed; kCancelled.
Result<Response> Send(const Request& request, const Limits& limits = {});

}  // namespace arborist::net
