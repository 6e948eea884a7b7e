// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/server.h"

#include <atomic>
#include <mutex>
#include <thread>
#include <unordered_map>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>

#include "serve/http/connection.h"

namespace arborist::serve::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::chrono::milliseconds kTick{50};

}  // namespace

class Server::Impl {
 public:
  Impl(const Router* router, ServerOptions options)
      : state_(std::make_shared<ServerState>()), acceptor_(asio::make_strand(context_)) {
    state_->router = router;
    state_->options = std::move(options);
    state_->access = std::make_unique<Access>(state_->options);
    const Limits& limits = state_->options.limits;
    state_->lanes = std::make_unique<Lanes>(Lanes::Size{limits.read_threads, limits.read_queue},
                                            Lanes::Size{limits.ask_threads, limits.ask_queue},
                                            Lanes::Size{1, limits.write_queue});
  }
  // Handlers end before what they answer through.
  ~Impl() { state_->lanes.reset(); }

  Status Listen() {
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
    (void)acceptor_.open(endpoint.protocol(), error);
    if (error) return failed("cannot open a socket for");
    (void)acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    (void)acceptor_.bind(endpoint, error);
    if (error) return failed("cannot bind to");
    (void)acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (error) return failed("cannot listen on");
    port_ = acceptor_.local_endpoint(error).port();
    return {};
  }

  Status Run() {
    asio::co_spawn(acceptor_.get_executor(), [this] { return Accept(); }, asio::detached);
    asio::co_spawn(acceptor_.get_executor(), [this] { return Watch(); }, asio::detached);
    std::vector<std::thread> threads;
    for (std::size_t i = 1; i < state_->options.limits.io_threads; ++i) {
      threads.emplace_back([this] { context_.run(); });
    }
    context_.run();
    for (std::thread& thread : threads) thread.join();
    return {};
  }

  void Stop() { stop_ = true; }
  std::uint16_t port() const { return port_; }
  Metrics* metrics() { return &state_->metrics; }

 private:
  asio::awaitable<void> Accept() {
    while (!state_->stopping) {
      auto [error, socket] = co_await acceptor_.async_accept(asio::make_strand(context_), kAwait);
      if (error == asio::error::operation_aborted) co_return;
      if (error) {  // out of descriptors: others will close theirs
        asio::steady_timer pause(acceptor_.get_executor(), kTick);
        co_await pause.async_wait(kAwait);
        continue;
      }
      if (state_->connections >= state_->options.limits.max_connections) {
        state_->metrics.Count("arborist_http_connections_refused_total");
        (void)socket.close(error);
        continue;
      }
      auto connection = std::make_shared<Connection>(std::move(socket), state_);
      Remember(connection);
      connection->Start();
    }
  }

  void Remember(const std::shared_ptr<Connection>& connection) {
    // Those that ended are forgotten once they are as many as those that live.
    if (known_.size() > 64 && known_.size() > 2 * state_->connections) {
      std::erase_if(known_, [](const auto& weak) { return weak.expired(); });
    }
    known_.push_back(connection);
  }

  void CloseAll(bool force) {
    for (const auto& weak : known_) {
      if (const auto connection = weak.lock()) connection->Close(force);
    }
  }

  // Waits for the wish to stop, then for running work, then for nothing more.
  asio::awaitable<void> Watch() {
    asio::steady_timer tick(acceptor_.get_executor());
    const auto pause = [&] {
      tick.expires_after(kTick);
      return tick.async_wait(kAwait);
    };
    const std::atomic<bool>* const asked = state_->options.stop;
    while (!stop_ && (asked == nullptr || !*asked)) {
      state_->metrics.Set("arborist_http_connections", static_cast<double>(state_->connections));
      co_await pause();
    }
    state_->stopping = true;
    boost::system::error_code ignored;
    (void)acceptor_.close(ignored);
    CloseAll(false);
    const auto end = std::chrono::steady_clock::now() + state_->options.limits.drain_time;
    while (state_->connections > 0 && std::chrono::steady_clock::now() < end) co_await pause();
    if (state_->connections > 0) {
      if (state_->options.on_drain_expired) state_->options.on_drain_expired();
      CloseAll(true);
    }
  }

  asio::io_context context_;
  std::shared_ptr<ServerState> state_;
  tcp::acceptor acceptor_;
  std::vector<std::weak_ptr<Connection>> known_;  // on the acceptor's strand
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
