// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/beast/core/basic_stream.hpp>
#include <boost/beast/core/flat_buffer.hpp>

#include "serve/http/access.h"
#include "serve/http/addresses.h"
#include "serve/http/conversation.h"
#include "serve/http/lanes.h"
#include "serve/http/metrics.h"
#include "serve/http/server.h"

namespace arborist::serve::http {

// To wait for an operation and get its error as a value.
inline constexpr auto kAwait = boost::asio::as_tuple(boost::asio::use_awaitable);

// What all connections of a server share.
struct ServerState {
  explicit ServerState(ServerOptions given)
      : options(std::move(given)), places(options.limits.max_connections_per_address) {}

  const Router* router = nullptr;
  const ServerOptions options;
  AddressPlaces places;
  std::unique_ptr<Access> access;
  std::unique_ptr<Lanes> lanes;
  Metrics metrics;
  std::atomic<bool> stopping = false;
  std::atomic<std::size_t> connections = 0;
  std::atomic<std::size_t> large_body_bytes = 0;  // that are held now

  // Says that an exception ended something, for the log and the metrics. Nothing when even that
  // fails.
  void Report(std::string_view what, std::string_view why) noexcept;
};

// A connection's socket, of whichever protocol.
using Socket = boost::asio::basic_stream_socket<boost::asio::generic::stream_protocol,
                                                boost::asio::any_io_executor>;

// One connection: requests one after the other, until either side has enough. Everything here runs
// on the connection's strand; handlers reach it through their Conversation only.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  // place: among the connections of its address, where these are counted.
  Connection(Socket socket, Peer peer, std::optional<AddressPlaces::Place> place,
             std::shared_ptr<ServerState> state);
  ~Connection();

  void Start();
  // From any thread: ends it now if it waits for a request, else after its answer; at once when
  // forced.
  void Close(bool force);

 private:
  template <typename T>
  using Awaitable = boost::asio::awaitable<T>;
  using Strand = boost::asio::strand<boost::asio::io_context::executor_type>;

  struct Incoming;  // a request while it is read
  class Deadline;
  Awaitable<void> Run();
  Awaitable<void> Converse();
  Awaitable<bool> ReadHead(Incoming* incoming);
  Awaitable<bool> ReadBody(Incoming* incoming);
  Awaitable<bool> Serve(Incoming* incoming);
  bool GiveUp(const boost::beast::error_code& error) const;  // false
  std::optional<Refusal> TakeBody(Incoming* incoming);       // what has come of it
  std::optional<Refusal> Prepare(Incoming* incoming) const;
  Awaitable<bool> Refuse(Incoming* incoming, const Refusal& refusal);
  Awaitable<bool> RefuseLate(Incoming* incoming, std::string_view what,
                             std::chrono::milliseconds time);
  Awaitable<bool> Answer(Incoming* incoming, const std::shared_ptr<Conversation>& conversation);
  // Until the conversation has something new, or the client was looked after.
  Awaitable<void> WaitFor(const std::shared_ptr<Conversation>& conversation);
  bool PeerClosed();
  Awaitable<bool> Send(Incoming* incoming, const Response& response);
  Awaitable<bool> SendStream(Incoming* incoming, const std::shared_ptr<Conversation>& conversation,
                             std::size_t* bytes);
  Awaitable<bool> WriteAll(std::string_view first, std::string_view second);
  Awaitable<void> Linger();
  std::string Head(const Incoming& incoming, const Response& response, bool chunked) const;
  void Note(const Incoming& incoming, int status, std::size_t bytes) const;

  std::shared_ptr<ServerState> state_;
  boost::beast::basic_stream<boost::asio::generic::stream_protocol, boost::asio::any_io_executor>
      stream_;
  boost::asio::steady_timer wake_;      // cancelled when the conversation has something new
  boost::asio::steady_timer deadline_;  // of what is being read
  std::chrono::steady_clock::time_point look_at_;
  bool seems_gone_ = false;
  std::uint64_t turn_ = 0;  // of the deadline
  bool late_ = false;       // it is over
  boost::beast::flat_buffer buffer_;
  const Peer peer_;
  const std::optional<AddressPlaces::Place> place_;
  bool idle_ = true;
  bool closing_ = false;
  std::shared_ptr<Conversation> current_;
};

}  // namespace arborist::serve::http
