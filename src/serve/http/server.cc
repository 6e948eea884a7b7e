// SPDX-License-Identifier: AGPL-3.0-only
// Two acceptors on a strand, a few threads that run the coroutines, and the caller's thread, which
// waits for the wish to stop. An accepted socket becomes a Connection if there is room in all and
// for its address; else it is closed at once. Stopping is in two steps: idle connections close and
// running ones finish, and when the drain time is over all are cut. Errors for lack of memory or
// descriptors are survived by waiting a tick.
#include "serve/http/server.h"

#include <unistd.h>

#include <atomic>
#include <thread>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>

#include "serve/http/connection.h"
#include "serve/http/unix_socket.h"

namespace arborist::serve::http {

namespace asio = boost::asio;
using asio::ip::tcp;
using LocalStream = asio::local::stream_protocol;

namespace {

constexpr std::chrono::milliseconds kTick{50};

Peer PeerOf(tcp::socket* socket, const Access& access) {
  boost::system::error_code error;
  (void)socket->set_option(tcp::no_delay(true), error);
  const auto endpoint = socket->remote_endpoint(error);
  if (error) return {};
  asio::ip::address address = endpoint.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  }
  Peer peer{.address = address.to_string()};
  peer.kind = access.IsTrustedProxy(peer.address) ? PeerKind::kTrustedProxy
              : address.is_loopback()             ? PeerKind::kLoopback
                                                  : PeerKind::kRemote;
  return peer;
}

Peer PeerOf(LocalStream::socket* socket, const Access& /*access*/) {
  const std::optional<uid_t> user = PeerUser(socket->native_handle());
  if (!user) return {.address = "unix", .kind = PeerKind::kUnixOther};
  return {.address = "unix:" + std::to_string(*user),
          .kind = *user == ::geteuid() || *user == 0 ? PeerKind::kUnixOwner : PeerKind::kUnixOther};
}

}  // namespace

class Server::Impl {
 public:
  Impl(const Router* router, ServerOptions options)
      : state_(std::make_shared<ServerState>(std::move(options))),
        strand_(asio::make_strand(context_)),
        tcp_(strand_),
        local_(strand_) {
    state_->router = router;
    state_->access = std::make_unique<Access>(state_->options);
    const Limits& limits = state_->options.limits;
    state_->lanes = std::make_unique<Lanes>(Lanes::Size{limits.read_threads, limits.read_queue},
                                            Lanes::Size{limits.ask_threads, limits.ask_queue},
                                            Lanes::Size{1, limits.write_queue});
  }
  // Handlers end before what they answer through.
  ~Impl() { state_->lanes.reset(); }

  Status Listen() {
    if (!state_->options.address.empty()) TRY(ListenTcp());
    if (!state_->options.socket_path.empty()) TRY(ListenLocal());
    return {};
  }

  Status Run() {
    if (tcp_.is_open()) Spawn([this] { return Accept(&tcp_); });
    if (local_.is_open()) Spawn([this] { return Accept(&local_); });
    std::vector<std::thread> threads;
    try {
      for (std::size_t i = 0; i < state_->options.limits.io_threads; ++i) {
        threads.emplace_back([this] { RunContext(); });
      }
    } catch (const std::exception& error) {
      if (threads.empty()) {
        return Fail(ErrorCode::kEnvironment,
                    std::string("no thread for the server: ") + error.what());
      }
      state_->Report("a thread was not started", error.what());  // one is enough
    }
    Watch();
    for (std::thread& thread : threads) thread.join();
    return {};
  }

  void Stop() { stop_ = true; }
  std::uint16_t port() const { return port_; }
  Metrics* metrics() { return &state_->metrics; }

 private:
  Status ListenTcp() {
    const ServerOptions& options = state_->options;
    boost::system::error_code error;
    const asio::ip::address address = asio::ip::make_address(options.address, error);
    if (error) {
      return Fail(ErrorCode::kInvalidArgument,
                  options.address + " is not an IP address; give one such as 127.0.0.1 or ::1");
    }
    const tcp::endpoint endpoint(address, options.port);
    const auto failed = [&](std::string_view doing) {
      return Fail(ErrorCode::kEnvironment, std::string(doing) + " " + options.address + " port " +
                                               std::to_string(options.port) + ": " +
                                               error.message());
    };
    (void)tcp_.open(endpoint.protocol(), error);
    if (error) return failed("cannot open a socket for");
    (void)tcp_.set_option(tcp::acceptor::reuse_address(true), error);
    (void)tcp_.bind(endpoint, error);
    if (error) return failed("cannot bind to");
    (void)tcp_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return failed("cannot listen on");
    port_ = tcp_.local_endpoint(error).port();
    return {};
  }

  Status ListenLocal() {
    TRY_ASSIGN(socket_, UnixSocket::Listen(state_->options.socket_path,
                                           static_cast<mode_t>(state_->options.socket_mode)));
    boost::system::error_code error;
    const int fd = socket_->Release();
    (void)local_.assign(LocalStream(), fd, error);
    if (!error) return {};
    ::close(fd);
    return Fail(ErrorCode::kEnvironment,
                "cannot listen on " + state_->options.socket_path + ": " + error.message());
  }

  template <typename Work>
  void Spawn(Work work) {
    asio::co_spawn(strand_, std::move(work), asio::detached);
  }

  // What a handler lets out must not take the thread along.
  void RunContext() {
    while (true) {
      try {
        context_.run();
        return;
      } catch (const std::exception& error) {
        state_->Report("a handler failed", error.what());
      } catch (...) {
        state_->Report("a handler failed", "unknown exception");
      }
    }
  }

  template <typename Acceptor>
  asio::awaitable<void> Accept(Acceptor* acceptor) {
    while (!state_->stopping) {
      try {
        auto [error, socket] = co_await acceptor->async_accept(
            asio::any_io_executor(asio::make_strand(context_)), kAwait);
        if (error == asio::error::operation_aborted) co_return;
        if (!error) {
          Take(std::move(socket));
          continue;
        }
      } catch (const std::exception& error) {
        state_->Report("a connection was not taken", error.what());
      }
      // Out of descriptors or memory: others will give theirs back.
      std::this_thread::sleep_for(kTick);
    }
  }

  template <typename Accepted>
  void Take(Accepted socket) {
    const Limits& limits = state_->options.limits;
    Peer peer = PeerOf(&socket, *state_->access);
    std::optional<AddressPlaces::Place> place;
    if (!peer.forwards()) place = state_->places.Take(peer.address);
    const bool all_taken = state_->connections >= limits.max_connections;
    if (all_taken || (!peer.forwards() && !place)) {
      state_->metrics.Count("arborist_http_connections_refused_total",
                            {{"limit", all_taken ? "all" : "address"}});
      return;  // closes it
    }
    auto connection = std::make_shared<Connection>(Socket(std::move(socket)), std::move(peer),
                                                   std::move(place), state_);
    Remember(connection);
    connection->Start();
  }

  void Remember(const std::shared_ptr<Connection>& connection) {
    // Those that ended are forgotten once they are as many as those that live.
    if (known_.size() > 64 && known_.size() > 2 * state_->connections) {
      std::erase_if(known_, [](const auto& weak) { return weak.expired(); });
    }
    known_.push_back(connection);
  }

  // From any thread. Tried again when there is no memory to say it.
  void CloseAll(bool force) {
    for (int attempt = 0; attempt < 100; ++attempt) {
      try {
        asio::post(strand_, [this, force] {
          boost::system::error_code ignored;
          (void)tcp_.close(ignored);
          (void)local_.close(ignored);
          for (const auto& weak : known_) {
            if (const auto connection = weak.lock()) connection->Close(force);
          }
        });
        return;
      } catch (const std::exception& error) {
        state_->Report("the connections were not closed", error.what());
        std::this_thread::sleep_for(kTick);
      }
    }
  }

  // Waits for the wish to stop, then for running work, then for nothing more. On the thread of the
  // caller, not among the handlers: it must get its turn whatever becomes of them.
  void Watch() {
    const std::atomic<bool>* const asked = state_->options.stop;
    while (!stop_ && (asked == nullptr || !*asked)) {
      try {
        state_->metrics.Set("arborist_http_connections", static_cast<double>(state_->connections));
      } catch (const std::bad_alloc&) {
        // The next tick may find some.
      }
      std::this_thread::sleep_for(kTick);
    }
    state_->stopping = true;
    CloseAll(false);
    const auto end = std::chrono::steady_clock::now() + state_->options.limits.drain_time;
    while (state_->connections > 0 && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(kTick);
    }
    if (state_->connections > 0) {
      if (state_->options.on_drain_expired) state_->options.on_drain_expired();
      CloseAll(true);
    }
  }

  asio::io_context context_;
  std::shared_ptr<ServerState> state_;
  asio::strand<asio::io_context::executor_type> strand_;
  tcp::acceptor tcp_;
  LocalStream::acceptor local_;
  std::unique_ptr<UnixSocket> socket_;            // the file of local_
  std::vector<std::weak_ptr<Connection>> known_;  // on the strand
  std::uint16_t port_ = 0;
  std::atomic<bool> stop_ = false;
};

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::Open(const Router* router, ServerOptions options) {
  auto impl = std::make_unique<Impl>(router, std::move(options));
  TRY(impl->Listen());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::port() const { return impl_->port(); }
Metrics* Server::metrics() { return impl_->metrics(); }
Status Server::Run() { return impl_->Run(); }
void Server::Stop() { impl_->Stop(); }

}  // namespace arborist::serve::http
