// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "serve/http/addresses.h"
#include "serve/http/metrics.h"
#include "serve/http/router.h"

namespace arborist::serve::http {

// What one client may cost. All hold whatever the transfer coding.
struct Limits {
  std::size_t header_bytes = 16 << 10;
  std::size_t max_connections = 4096;
  // Connections of one address; of a proxy's clients, requests under way.
  std::size_t max_connections_per_address = 256;
  // All bodies above 1 MiB that are held at a time.
  std::size_t large_body_bytes = std::size_t{512} << 20;
  std::chrono::milliseconds header_time{10'000};  // from the first byte to the end of the header
  std::chrono::milliseconds body_time{60'000};
  std::chrono::milliseconds idle_time{60'000};   // between two requests
  std::chrono::milliseconds write_time{30'000};  // for each piece that is sent
  std::chrono::milliseconds drain_time{20'000};  // for running work at the end
  std::size_t io_threads = 2;
  std::size_t read_threads = 2;
  std::size_t read_queue = 1024;
  std::size_t ask_threads = 4;
  std::size_t ask_queue = 16;
  std::size_t write_queue = 16;
  // Wrong tokens: of one address, then of all; a minute.
  std::size_t failed_tokens_per_address = 10;
  std::size_t failed_tokens = 100;
};

// Checks what stands behind "Authorization: Bearer". Thread-safe and quick: it runs where requests
// are read. kUnauthenticated for a token that is unknown, expired or revoked.
using TokenCheck = std::function<Result<Caller>(std::string_view token)>;

struct ServerOptions {
  std::string address = "127.0.0.1";         // empty: no port
  std::uint16_t port = 8420;                 // 0: any that is free
  std::string socket_path;                   // of a Unix socket; empty: none
  unsigned socket_mode = 0600;               // who may connect to it
  bool require_token = false;                // for reading and asking on this machine too
  AddressSet trusted_proxies;                // whose X-Forwarded-For names the client
  std::vector<std::string> host_names;       // that Host may say, beside addresses and localhost
  std::vector<std::string> allowed_origins;  // CORS: exactly these
  Limits limits;
  TokenCheck check_token;                          // none: no token is right
  std::function<void(std::string_view line)> log;  // a line per request, without secrets
  const std::atomic<bool>* stop = nullptr;         // set, by a signal for one: as Stop
  std::function<void()> on_drain_expired;          // work under way should be cut short
};

// An HTTP/1.1 server over a router: keep-alive, chunked and streamed answers, HEAD, limits. Who may
// do what is decided here, before a handler runs:
//   from loopback, or by the Unix socket from the same user or root, without a proxy header:
//     read and ask without a token, unless require_token
//   everything else: a token with the route's scope
// No exception ends it: one costs its request or its connection, and is logged.
class Server {
 public:
  // Binds and listens; connections are taken once Run is called. The router must outlive it.
  static Result<std::unique_ptr<Server>> Open(const Router* router, ServerOptions options);
  ~Server();

  std::uint16_t port() const;  // 0: none
  Metrics* metrics();

  // Serves until Stop, then lets running work end (drain_time) and returns.
  Status Run();
  void Stop();  // from any thread, also in a signal handler

 private:
  class Impl;
  explicit Server(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace arborist::serve::http
