// SPDX-License-Identifier: AGPL-3.0-only
// One connection as a coroutine on its own strand: read a head, check it, read the body, post the
// handler to its lane, write what the Conversation gives. While a handler works, the coroutine
// sleeps on a timer that the Conversation cancels, and looks once a second whether the client is
// still there. Every write has its own time limit, so a slow reader may take long and one that
// stands still may not. After a refusal that left bytes unread the connection is closed, for the
// rest could be taken for a request (smuggling); it lingers a second first, because closing with
// unread bytes resets the connection and loses the answer.
#include "serve/http/connection.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include "serve/http/answer_head.h"
#include "serve/http/incoming.h"
#include "text/escape.h"

namespace arborist::serve::http {

namespace asio = boost::asio;
namespace beast = boost::beast;

namespace {

constexpr std::size_t kSinkBytes = 4096;
constexpr std::chrono::seconds kLingerTime{1};
constexpr std::size_t kLingerBytes = 4 << 20;
// What is read ahead of the parser: a chunk's extension that does not end must not fill the memory.
constexpr std::size_t kMaxReadAhead = 256 << 10;
// How often a client that waits for its answer is looked after. One that has closed its side at two
// looks in a row has left; one that only ended its request has that long to be answered.
constexpr std::chrono::seconds kLook{1};
// What other servers log for a client that left before its answer.
constexpr int kClientLeft = 499;

}  // namespace

void ServerState::Report(std::string_view what, std::string_view why) noexcept {
  try {
    metrics.Count("arborist_http_failures_total");
    if (options.log) {
      options.log(HttpDate() + " " + std::string(what) + ": " +
                  text::EscapeForTerminal(why, false));
    }
  } catch (...) {
    // There is no memory to say that there is none.
  }
}

Connection::Connection(Socket socket, Peer peer, std::optional<AddressPlaces::Place> place,
                       std::shared_ptr<ServerState> state)
    : state_(std::move(state)),
      stream_(std::move(socket)),
      wake_(stream_.get_executor()),
      deadline_(stream_.get_executor()),
      buffer_(kMaxReadAhead),
      peer_(std::move(peer)),
      place_(std::move(place)) {
  ++state_->connections;
}

Connection::~Connection() { --state_->connections; }

void Connection::Start() {
  asio::co_spawn(
      stream_.get_executor(), [self = shared_from_this()] { return self->Run(); }, asio::detached);
}

void Connection::Close(bool force) {
  asio::post(stream_.get_executor(), [self = shared_from_this(), force] {
    self->closing_ = true;
    if (!self->idle_ && !force) return;
    if (self->current_ != nullptr) self->current_->Abandon();
    self->stream_.cancel();
    self->wake_.cancel();
  });
}

// Whatever is thrown on the way costs this connection and no more.
Connection::Awaitable<void> Connection::Run() {
  try {
    co_await Converse();
  } catch (const std::exception& error) {
    state_->Report("connection from " + peer_.address + " was closed", error.what());
  } catch (...) {
    state_->Report("connection from " + peer_.address + " was closed", "unknown exception");
  }
  if (current_ != nullptr) current_->Abandon();
  current_.reset();
  beast::error_code ignored;
  (void)stream_.socket().shutdown(asio::socket_base::shutdown_both, ignored);
  stream_.close();
}

Connection::Awaitable<void> Connection::Converse() {
  while (!closing_) {
    Incoming incoming(state_.get());
    if (!co_await ReadHead(&incoming)) break;
    const bool more = co_await Serve(&incoming);
    current_.reset();
    if (!more || state_->stopping) break;
  }
}

Connection::Awaitable<bool> Connection::Serve(Incoming* incoming) {
  if (const auto refusal = Prepare(incoming)) co_return co_await Refuse(incoming, *refusal);
  if (incoming->preflight) {
    Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", incoming->allow);
    if (state_->access->GrantedOrigin(incoming->request) != nullptr) {
      response.headers.emplace_back("Access-Control-Allow-Methods", incoming->allow);
      // What the page wants to send: clients add headers of their own, and none of them is trusted.
      const std::string* const wanted = incoming->request.Header("access-control-request-headers");
      response.headers.emplace_back("Access-Control-Allow-Headers",
                                    wanted != nullptr ? *wanted : "Authorization, Content-Type");
      response.headers.emplace_back("Access-Control-Max-Age", "600");
    }
    if (incoming->has_body) incoming->keep_alive = false;
    co_return co_await Send(incoming, response);
  }
  if (incoming->has_body && !co_await ReadBody(incoming)) co_return false;
  Request request = incoming->request;  // whose headers the answer needs too
  request.body = std::move(incoming->body);
  current_ =
      std::make_shared<Conversation>(std::move(request), incoming->error_shape, state_->lanes.get(),
                                     [weak = weak_from_this(), executor = stream_.get_executor()] {
                                       asio::post(executor, [weak] {
                                         if (const auto self = weak.lock()) self->wake_.cancel();
                                       });
                                     });
  {
    const ExchangePtr exchange = MakeExchange(current_);
    exchange->Continue(incoming->route->options.lane, [exchange, route = incoming->route] {
      if (!exchange->Abandoned()) route->handler(exchange);
    });
  }
  look_at_ = std::chrono::steady_clock::now() + kLook;
  seems_gone_ = false;
  co_return co_await Answer(incoming, current_);
}

Connection::Awaitable<bool> Connection::Answer(Incoming* incoming,
                                               const std::shared_ptr<Conversation>& conversation) {
  while (true) {
    Conversation::Taken taken = conversation->Take();
    if (taken.kind == Conversation::Kind::kWhole) {
      if (conversation->failure() != Conversation::Failure::kNone) {
        state_->Report("request from " + incoming->client + " failed",
                       conversation->failure() == Conversation::Failure::kOutOfMemory
                           ? "out of memory"
                           : "an exception ended its handler");
      }
      co_return co_await Send(incoming, taken.response);
    }
    if (taken.kind == Conversation::Kind::kHead) {
      const std::string head = Head(*incoming, taken.response, true);
      const bool sent = co_await WriteAll(head, {});
      std::size_t bytes = 0;
      bool more = false;
      if (sent && incoming->request.method != Method::kHead) {
        more = co_await SendStream(incoming, conversation, &bytes);
      }
      conversation->Abandon();
      Note(*incoming, taken.response.status, bytes);
      co_return more;
    }
    if (conversation->Abandoned()) {
      Note(*incoming, kClientLeft, 0);
      co_return false;
    }
    co_await WaitFor(conversation);
  }
}

Connection::Awaitable<void> Connection::WaitFor(const std::shared_ptr<Conversation>& conversation) {
  wake_.expires_at(look_at_);
  const auto [cancelled] = co_await wake_.async_wait(kAwait);
  if (cancelled) co_return;
  look_at_ = std::chrono::steady_clock::now() + kLook;
  const bool seemed = std::exchange(seems_gone_, PeerClosed());
  if (seemed && seems_gone_) conversation->Abandon();
}

// Of a client that has sent its next request already it cannot be told.
bool Connection::PeerClosed() {
  char byte = 0;
  const ssize_t count =
      ::recv(stream_.socket().native_handle(), &byte, sizeof byte, MSG_PEEK | MSG_DONTWAIT);
  return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}

Connection::Awaitable<bool> Connection::SendStream(
    Incoming* incoming, const std::shared_ptr<Conversation>& conversation, std::size_t* bytes) {
  while (true) {
    if (conversation->Abandoned()) co_return false;
    Conversation::Taken taken = conversation->Take();
    if (taken.kind == Conversation::Kind::kEnd) {
      if (incoming->old) co_return false;
      const bool sent = co_await WriteAll("0\r\n\r\n", {});
      co_return sent && incoming->keep_alive;
    }
    if (taken.kind == Conversation::Kind::kPiece) {
      char size[24];
      std::snprintf(size, sizeof size, "%zx\r\n", taken.piece.size());
      *bytes += taken.piece.size();
      if (!incoming->old) taken.piece += "\r\n";
      if (!co_await WriteAll(incoming->old ? std::string_view() : size, taken.piece)) {
        co_return false;
      }
      continue;
    }
    co_await WaitFor(conversation);
  }
}

Connection::Awaitable<bool> Connection::WriteAll(std::string_view first, std::string_view second) {
  // In pieces, each with its time: a slow reader may take long, one that stands still may not.
  constexpr std::size_t kPiece = 64 << 10;
  do {
    const std::string_view piece = second.substr(0, kPiece);
    stream_.expires_after(state_->options.limits.write_time);
    const std::array<asio::const_buffer, 2> buffers = {asio::buffer(first.data(), first.size()),
                                                       asio::buffer(piece.data(), piece.size())};
    const auto [error, count] = co_await asio::async_write(stream_, buffers, kAwait);
    if (error) co_return GiveUp(error);
    first = {};
    second.remove_prefix(piece.size());
  } while (!second.empty());
  co_return true;
}

std::string Connection::Head(const Incoming& incoming, const Response& response,
                             bool chunked) const {
  return AnswerHead(response,
                    {.chunked = chunked,
                     .old = incoming.old,
                     .close = !incoming.keep_alive || state_->stopping || (chunked && incoming.old),
                     .granted_origin = state_->access->GrantedOrigin(incoming.request)});
}

Connection::Awaitable<bool> Connection::Send(Incoming* incoming, const Response& response) {
  const std::string head = Head(*incoming, response, false);
  const bool body =
      incoming->request.method != Method::kHead && response.status != 204 && response.status != 304;
  const bool sent =
      co_await WriteAll(head, body ? std::string_view(response.body) : std::string_view());
  Note(*incoming, response.status, body ? response.body.size() : 0);
  co_return sent && incoming->keep_alive && !state_->stopping;
}

Connection::Awaitable<bool> Connection::Refuse(Incoming* incoming, const Refusal& refusal) {
  Response response = ErrorResponse(
      refusal.status, incoming->error_shape(refusal.status, refusal.code, refusal.message));
  if (refusal.status == 405) response.headers.emplace_back("Allow", incoming->allow);
  if (refusal.status == 429) response.headers.front().second = "60";
  // What was not understood or not read cannot be told from the next request.
  const bool understood =
      incoming->route != nullptr || refusal.status == 404 || refusal.status == 405;
  if (!understood || incoming->has_body) incoming->keep_alive = false;
  if (co_await Send(incoming, response)) co_return true;
  if (!incoming->keep_alive) co_await Linger();
  co_return false;
}

Connection::Awaitable<bool> Connection::RefuseLate(Incoming* incoming, std::string_view what,
                                                   std::chrono::milliseconds time) {
  state_->metrics.Count("arborist_http_timeouts_total");
  const Refusal refusal{408, "timeout",
                        std::string(what) + " did not come within " +
                            std::to_string(time.count() / 1000) + " seconds"};
  co_return co_await Refuse(incoming, refusal);
}

// A close while the client still sends would take our answer away from it.
Connection::Awaitable<void> Connection::Linger() {
  beast::error_code ignored;
  (void)stream_.socket().shutdown(asio::socket_base::shutdown_send, ignored);
  stream_.expires_after(kLingerTime);
  std::array<char, kSinkBytes> sink;
  for (std::size_t taken = 0; taken < kLingerBytes;) {
    const auto [error, count] = co_await stream_.async_read_some(asio::buffer(sink), kAwait);
    if (error) co_return;
    taken += count;
  }
}

void Connection::Note(const Incoming& incoming, int status, std::size_t bytes) const {
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - incoming.begun;
  const std::string code = std::to_string(status);
  const std::string_view route =
      incoming.route != nullptr ? std::string_view(incoming.route->pattern) : "none";
  state_->metrics.Count("arborist_http_requests_total", {{"route", route}, {"status", code}});
  state_->metrics.Observe("arborist_http_request_seconds", took.count(), {{"route", route}});
  if (!state_->options.log) return;
  // The path, never the query or a header: those hold questions and tokens.
  const Request& request = incoming.request;
  char numbers[64];
  std::snprintf(numbers, sizeof numbers, " %d %zu %.3fms", status, bytes, took.count() * 1000);
  std::string line = HttpDate() + " " +
                     (incoming.client.empty() ? peer_.address : incoming.client) + " " +
                     (request.path.empty() ? std::string("-")
                                           : std::string(Name(request.method)) + " " +
                                                 text::EscapeForTerminal(request.path, false)) +
                     numbers;
  if (!request.caller.token_id.empty()) line += " token " + request.caller.token_id;
  state_->options.log(line);
}

}  // namespace arborist::serve::http
