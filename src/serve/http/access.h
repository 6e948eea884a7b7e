// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "serve/http/addresses.h"
#include "serve/http/head.h"
#include "serve/http/request.h"
#include "serve/http/server.h"

namespace arborist::serve::http {

// Counts wrong tokens by client (NetworkOf) in windows of a minute. Thread-safe.
class FailureLimit {
 public:
  using Time = std::chrono::steady_clock::time_point;
  FailureLimit(std::size_t per_address, std::size_t all) : per_address_(per_address), all_(all) {}

  bool Exceeded(std::string_view address, Time now);
  void Failed(std::string_view address, Time now);

 private:
  void Turn(Time now) REQUIRES(mutex_);
  const std::size_t per_address_, all_;
  Mutex mutex_;
  Time window_ GUARDED_BY(mutex_);
  std::map<std::string, std::size_t, std::less<>> failures_ GUARDED_BY(mutex_);
  std::size_t sum_ GUARDED_BY(mutex_) = 0;
};

// What is known of the other end of a connection.
enum class PeerKind : std::uint8_t {
  kRemote,
  kLoopback,
  kTrustedProxy,  // named in the options, wherever it is
  kUnixOwner,     // a Unix socket, from the user of this process or from root
  kUnixOther,     // a Unix socket, from another user
};
struct Peer {
  std::string address;  // of a Unix socket "unix:UID"
  PeerKind kind = PeerKind::kRemote;

  // Whether it may speak for others: then the address that it forwards counts.
  bool forwards() const { return kind != PeerKind::kRemote && kind != PeerKind::kLoopback; }
};

// Who may come in, and as whom.
class Access {
 public:
  explicit Access(const ServerOptions& options);

  // Against DNS rebinding and foreign pages: Host must be an address, localhost or a name that was
  // configured; Origin, if any, this server or one that was configured.
  std::optional<Refusal> CheckNames(const Request& request, std::string_view host) const;

  // Whose connections and wrong tokens these are: the address behind a peer that forwards, else
  // the peer's own.
  std::string ClientOf(const Peer& peer, const Request& request) const;
  bool IsTrustedProxy(std::string_view address) const {
    return options_.trusted_proxies.Contains(address);
  }

  // The caller, without a look at what the route demands. A wrong token is refused, even where none
  // would be needed; a right one counts however many wrong ones came before.
  std::optional<Refusal> Identify(const Peer& peer, Request* request);

  // Whether this caller may use a route of that scope.
  static std::optional<Refusal> Allow(const Caller& caller, Scope scope);

  // The Origin that may read the answer, if one was configured and stands in the request.
  const std::string* GrantedOrigin(const Request& request) const;

 private:
  const ServerOptions& options_;
  FailureLimit failures_;
};

// The host of a Host header or an origin without its port; brackets of IPv6 stay. Empty: malformed.
std::string_view HostWithoutPort(std::string_view host);

}  // namespace arborist::serve::http
