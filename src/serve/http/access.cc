// SPDX-License-Identifier: AGPL-3.0-only
// Decides who may call. CheckNames refuses a Host that this server does not go by (DNS rebinding: a
// foreign page that resolves its own name to our address) and pages of other origins. Identify
// gives loopback callers read and ask without a token, unless a header shows that a proxy stands
// between, for then the peer is not who asks. Wrong tokens are counted per network and in all, and
// only after the token was found wrong, so that nobody is locked out by a neighbour.
#include "serve/http/access.h"

#include <algorithm>
#include <array>

#include <boost/asio/ip/address.hpp>

#include "base/ascii.h"

namespace arborist::serve::http {

namespace {

constexpr std::chrono::minutes kWindow{1};
constexpr std::size_t kMaxAddresses = 4096;

bool IsAddress(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  boost::system::error_code error;
  boost::asio::ip::make_address(std::string(host), error);
  return !error;
}

// What a proxy adds: the peer is then not who asks.
bool CameThroughProxy(const Request& request) {
  constexpr std::array<std::string_view, 10> kNames = {
      "forwarded",   "via",         "x-real-ip",      "x-client-ip",      "client-ip",
      "x-forwarded", "remote-addr", "true-client-ip", "cf-connecting-ip", "fastly-client-ip"};
  return std::ranges::any_of(request.headers, [&](const auto& header) {
    return header.first.starts_with("x-forwarded-") || header.first.starts_with("x-original-") ||
           header.first.starts_with("x-cluster-") ||
           std::ranges::find(kNames, header.first) != kNames.end();
  });
}

std::optional<std::string_view> OriginHost(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  }
  return std::nullopt;
}

}  // namespace

std::string_view HostWithoutPort(std::string_view host) {
  const std::size_t bracket = host.starts_with('[') ? host.find(']') : 0;
  if (bracket == std::string_view::npos) return {};
  const std::size_t colon = host.find(':', bracket);
  const std::string_view port = colon == std::string_view::npos ? "" : host.substr(colon + 1);
  if (port.size() > 5 || port.find_first_not_of("0123456789") != std::string_view::npos) return {};
  return host.substr(0, colon);
}

void FailureLimit::Turn(Time now) {
  if (now - window_ < kWindow) return;
  window_ = now;
  failures_.clear();
  sum_ = 0;
}

bool FailureLimit::Exceeded(std::string_view address, Time now) {
  const MutexLock lock(mutex_);
  Turn(now);
  if (sum_ >= all_) return true;
  const auto found = failures_.find(NetworkOf(address));
  return found != failures_.end() && found->second >= per_address_;
}

void FailureLimit::Failed(std::string_view address, Time now) {
  const MutexLock lock(mutex_);
  Turn(now);
  ++sum_;
  if (failures_.size() < kMaxAddresses) ++failures_[NetworkOf(address)];
}

Access::Access(const ServerOptions& options)
    : options_(options),
      failures_(options.limits.failed_tokens_per_address, options.limits.failed_tokens) {}

std::optional<Refusal> Access::CheckNames(const Request& request, std::string_view host) const {
  const std::string name = LowerAscii(HostWithoutPort(host));
  const bool known = name == "localhost" || IsAddress(name) ||
                     std::ranges::any_of(options_.host_names, [&](const std::string& configured) {
                       return LowerAscii(configured) == name;
                     });
  if (!known) {
    return Refusal{421, "wrong_host",
                   "this server does not go by that name; --host-name NAME makes it known"};
  }
  if (const std::string* const origin = request.Header("origin")) {
    const auto from = OriginHost(*origin);
    if (from && LowerAscii(*from) == LowerAscii(host)) return std::nullopt;
    if (GrantedOrigin(request) != nullptr) return std::nullopt;
    return Refusal{403, "foreign_origin", "pages of other origins may not use this server"};
  }
  // A page that embeds or posts without an Origin. Following a link to us is fine.
  const std::string* const site = request.Header("sec-fetch-site");
  const std::string* const mode = request.Header("sec-fetch-mode");
  const bool look = request.method == Method::kGet || request.method == Method::kHead;
  if (site != nullptr && (*site == "cross-site" || *site == "same-site") &&
      !(look && mode != nullptr && *mode == "navigate")) {
    return Refusal{403, "foreign_origin", "pages of other origins may not use this server"};
  }
  return std::nullopt;
}

const std::string* Access::GrantedOrigin(const Request& request) const {
  const std::string* const origin = request.Header("origin");
  if (origin == nullptr) return nullptr;
  return std::ranges::find(options_.allowed_origins, *origin) != options_.allowed_origins.end()
             ? origin
             : nullptr;
}

std::string Access::ClientOf(const Peer& peer, const Request& request) const {
  if (!peer.forwards()) return peer.address;
  return ForwardedClient(request.headers, options_.trusted_proxies).value_or(peer.address);
}

std::optional<Refusal> Access::Identify(const Peer& peer, Request* request) {
  Caller& caller = request->caller;
  caller.local = (peer.kind == PeerKind::kLoopback || peer.kind == PeerKind::kUnixOwner) &&
                 !CameThroughProxy(*request);
  const std::string* const authorization = request->Header("authorization");
  if (authorization == nullptr) {
    if (caller.local && !options_.require_token) {
      caller.scopes.Add(Scope::kRead);
      caller.scopes.Add(Scope::kAsk);
    }
    return std::nullopt;
  }
  constexpr std::string_view kBearer = "bearer ";
  Result<Caller> checked = Fail(ErrorCode::kUnauthenticated, "Authorization must be: Bearer TOKEN");
  if (LowerAscii(authorization->substr(0, kBearer.size())) == kBearer) {
    checked = options_.check_token
                  ? options_.check_token(std::string_view(*authorization).substr(kBearer.size()))
                  : Fail(ErrorCode::kUnauthenticated, "this server knows no tokens");
  }
  if (!checked) {
    if (checked.error().code == ErrorCode::kUnauthenticated) {
      // Only now: whoever shares the address and has a right token is not kept out.
      const std::string client = ClientOf(peer, *request);
      const auto now = std::chrono::steady_clock::now();
      if (failures_.Exceeded(client, now)) {
        return Refusal{429, "busy", "too many wrong tokens came from there; wait a minute"};
      }
      failures_.Failed(client, now);
      return Refusal{401, "unauthenticated", checked.error().message};
    }
    return Refusal{503, "environment", "tokens cannot be checked at the moment"};
  }
  const bool local = caller.local;
  caller = std::move(*checked);
  caller.local = local;
  return std::nullopt;
}

std::optional<Refusal> Access::Allow(const Caller& caller, Scope scope) {
  if (caller.scopes.Has(scope)) return std::nullopt;
  if (caller.token_id.empty()) {
    return Refusal{401, "unauthenticated",
                   "a token with the scope " + std::string(Name(scope)) +
                       " is needed: Authorization: Bearer TOKEN (arborist token create makes one)"};
  }
  return Refusal{403, "forbidden",
                 "this token does not have the scope " + std::string(Name(scope))};
}

}  // namespace arborist::serve::http
