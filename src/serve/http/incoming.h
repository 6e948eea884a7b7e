// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include "serve/http/chunked_body.h"
#include "serve/http/connection.h"

// What reading a request needs, for the files of Connection.
namespace arborist::serve::http {

// Counts a large body among those that are held at a time, as long as it lives.
class LargeBody {
 public:
  explicit LargeBody(ServerState* state) : state_(state) {}
  ~LargeBody() { state_->large_body_bytes -= held_; }
  LargeBody(const LargeBody&) = delete;
  LargeBody& operator=(const LargeBody&) = delete;

  // False when too much is held already.
  bool Grow(std::size_t bytes) {
    constexpr std::size_t kLarge = std::size_t{1} << 20;
    if (bytes <= kLarge || bytes <= held_) return true;
    const std::size_t more = bytes - std::exchange(held_, bytes);
    return state_->large_body_bytes.fetch_add(more) + more <=
           state_->options.limits.large_body_bytes;
  }

 private:
  ServerState* state_;
  std::size_t held_ = 0;
};

// A request while it is read.
struct Connection::Incoming {
  explicit Incoming(ServerState* state) : share(state) {}

  std::chrono::steady_clock::time_point begun;
  std::optional<boost::beast::http::request_parser<boost::beast::http::string_body>> parser;
  Request request;  // without its body
  std::string body;
  std::optional<ChunkedBody> chunks;  // where the body comes so
  LargeBody share;
  std::string client;                         // whom it is from; empty: not known yet
  std::optional<AddressPlaces::Place> place;  // of a client behind a proxy
  const Route* route = nullptr;
  ErrorShape error_shape = ContractError;
  std::string allow;  // for a 405, and for OPTIONS
  bool keep_alive = false;
  bool old = false;       // HTTP/1.0
  bool has_body = false;  // that was not read yet
  bool preflight = false;
};

// The time for reading something. When it is over the read is ended but the socket stays open, so
// that a 408 can be said. On the connection's strand.
class Connection::Deadline {
 public:
  Deadline(Connection* connection, std::chrono::milliseconds time) : connection_(connection) {
    connection_->stream_.expires_never();
    connection_->deadline_.expires_after(time);
    connection_->deadline_.async_wait(
        [self = connection_->shared_from_this(),
         turn = connection_->turn_](const boost::beast::error_code& error) {
          if (error || self->turn_ != turn) return;
          self->late_ = true;
          boost::beast::error_code ignored;
          (void)self->stream_.socket().cancel(ignored);
        });
  }
  ~Deadline() {
    ++connection_->turn_;
    connection_->late_ = false;
    connection_->deadline_.cancel();
  }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  bool over() const { return connection_->late_; }

 private:
  Connection* connection_;
};

}  // namespace arborist::serve::http
