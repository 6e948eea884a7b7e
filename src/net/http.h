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

// One HTTP exchange over a network that may be slow, broken or hostile. Threads: Send may run on
// any number of them. No proxy, cookie, .netrc or environment variable takes part in it.
namespace arborist::net {

struct Header {
  std::string name;
  std::string value;
  bool secret = false;  // goes to the origin of the request only, whatever redirects say
};

enum class Redirects : std::uint8_t {
  kSameOrigin,  // one that leaves the origin is an error
  kAnyOrigin,   // followed without the secret headers, never from https to http
};

struct Limits {
  std::chrono::milliseconds connect_timeout{10'000};
  std::chrono::milliseconds timeout{60'000};  // for all of it, redirects included
  std::size_t max_body_bytes = std::size_t{8} << 20;
  std::size_t max_header_bytes = std::size_t{64} << 10;
  int max_redirects = 5;
  Redirects redirects = Redirects::kSameOrigin;
  // Whether another origin may be a loopback, private or link-local address. It is the address
  // connected to that counts, not a name that could mean something else a moment later. The origin
  // of the request is the caller's choice and may be anywhere.
  bool allow_private_redirects = false;
};

struct Request {
  Url url;
  std::vector<Header> headers;
  std::optional<std::string> body;  // POST with one, GET without
  // Takes the body of a 2xx response piece by piece instead of Response::body. False: enough, the
  // connection may be closed.
  std::function<Result<bool>(std::string_view)> on_body;
  const std::atomic<bool>* stop = nullptr;  // set by Ctrl-C: gives up within a tenth of a second
};

struct Response {
  int status = 0;
  std::vector<Header> headers;  // names in lower case
  std::string body;             // of an answer that is not 2xx only the first kMaxErrorBytes

  // Null when there is none; the first of several.
  const std::string* Find(std::string_view lower_case_name) const;
};

inline constexpr std::size_t kMaxErrorBytes = std::size_t{16} << 10;

// Any status is a response; errors are for what gave none. kEnvironment: not reached, cut off or
// too slow; kLimitExceeded; kPermission: a redirect that we do not follow; kCancelled.
Result<Response> Send(const Request& request, const Limits& limits = {});

}  // namespace arborist::net
