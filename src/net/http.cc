// SPDX-License-Identifier: AGPL-3.0-only
// One exchange with redirects, which are followed here and not by libcurl, so that each hop can be
// judged. Rules: a hop to another origin gets no secret headers and, unless allowed, only public
// addresses (SSRF: a server could redirect us to 169.254.169.254 or to a service on this machine);
// never from https to http; a POST is never turned into a GET; the time limit is for all hops
// together.
#include "net/http.h"

#include <algorithm>

#include "net/transfer.h"

namespace arborist::net {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

bool IsRedirect(int status) {
  return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
}

// The next hop, if it is allowed.
Result<Hop> Follow(const Request& request, const Limits& limits, const Url& from, int status,
                   std::string_view location) {
  const auto to = ResolveRedirect(from, location);
  if (!to) return std::unexpected(to.error());
  if (request.body && status != 307 && status != 308)
    return Fail(ErrorCode::kPermission,
                "status " + std::to_string(status) +
                    " would turn the POST into a GET; use the address it leads to, at " +
                    to->origin);
  const bool home = to->origin == request.url.origin;
  if (!home && limits.redirects == Redirects::kSameOrigin)
    return Fail(ErrorCode::kPermission,
                "to another origin, " + to->origin + "; if you trust it, configure it instead");
  if (from.secure && !to->secure)
    return Fail(ErrorCode::kPermission, "from https to http, at " + to->origin);
  return Hop{.url = *to,
             .with_secrets = home,
             .public_only = !home && !limits.allow_private_redirects,
             .timeout = {}};
}

}  // namespace

const std::string* Response::Find(std::string_view lower_case_name) const {
  const auto found = std::ranges::find(headers, lower_case_name, &Header::name);
  return found == headers.end() ? nullptr : &found->value;
}

Result<Response> Send(const Request& request, const Limits& limits) {
  const auto end = Clock::now() + limits.timeout;
  Hop hop{.url = request.url,
          .public_only = limits.reach == Reach::kPublicOnly,
          .timeout = limits.timeout};
  for (int followed = 0;; ++followed) {
    auto response = Transfer(request, hop, limits);
    if (!response) {
      Error error = std::move(response).error();
      if (followed > 0 && error.code == ErrorCode::kPermission)
        error = std::move(error).In("redirect refused");
      return std::unexpected(std::move(error).In(hop.url.origin));
    }
    const std::string* location = response->Find("location");
    if (limits.redirects == Redirects::kNotFollowed || !IsRedirect(response->status) ||
        location == nullptr)
      return response;
    if (followed == limits.max_redirects)
      return Fail(ErrorCode::kLimitExceeded, request.url.origin + ": more than " +
                                                 std::to_string(limits.max_redirects) +
                                                 " redirects");
    auto next = Follow(request, limits, hop.url, response->status, *location);
    if (!next)
      return std::unexpected(std::move(next).error().In(hop.url.origin + ": redirect refused"));
    hop = std::move(*next);
    hop.timeout = std::chrono::duration_cast<milliseconds>(end - Clock::now());
    if (hop.timeout <= milliseconds(0))
      return Fail(ErrorCode::kEnvironment, request.url.origin + ": redirects took too long");
  }
}

}  // namespace arborist::net
