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
  kSameOrigin,   // a redirect to another origin is an error
  kAnyOrigin,    // followed without secret headers, never from https to http
  kNotFollowed,  // the response that redirects is the result
};

// Which addresses the origin of a request may have. Judged as those of redirects are.
enum class Reach : std::uint8_t {
  kAnywhere,    // the caller chose the origin
  kPublicOnly,  // a stranger did: IsPublicAddress
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
  // later.
  bool allow_private_redirects = false;
  Reach reach = Reach::kAnywhere;  // of the request's own origin
};

struct Response {
  int status = 0;
  std::vector<Header> headers;  // names in lower case
  std::string body;             // of other than 2xx only the first kMaxErrorBytes

  // The first header of that name, or null.
  const std::string* Find(std::string_view lower_case_name) const;
};

struct Request {
  Url url;
  std::vector<Header> headers;
  std::optional<std::string> body;  // POST if present, else GET
  // Asked with status and headers before the body of a 2xx response is read. Returning false ends
  // the exchange successfully without it.
  std::function<bool(const Response&)> wants_body;
  // Receives the body of a 2xx response in pieces instead of Response::body. Returning false ends
  // the exchange successfully; the connection may be closed.
  std::function<Result<bool>(std::string_view)> on_body;
  const std::atomic<bool>* stop = nullptr;  // gives up within a tenth of a second once it is set
};

inline constexpr std::size_t kMaxErrorBytes = std::size_t{16} << 10;

// Every status is a response; errors are exchanges without one. kEnvironment: not reached, cut off
// or too slow; kLimitExceeded; kPermission: a redirect that is not followed, an address out of
// reach; kCancelled.
Result<Response> Send(const Request& request, const Limits& limits = {});

}  // namespace arborist::net
