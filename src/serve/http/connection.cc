// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/connection.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include "base/ascii.h"
#include "serve/http/answer_head.h"
#include "serve/http/target.h"
#include "text/utf8.h"

namespace arborist::serve::http {

namespace asio = boost::asio;
namespace beast = boost::beast;

namespace {

constexpr auto kAwait = asio::as_tuple(asio::use_awaitable);
constexpr std::size_t kReadBytes = 4096;
constexpr std::chrono::seconds kLingerTime{1};
constexpr std::size_t kLingerBytes = 4 << 20;

// The media type without its parameters.
std::string MediaType(const std::string* header) {
  if (header == nullptr) return {};
  std::string type = LowerAscii(std::string_view(*header).substr(0, header->find(';')));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  return type;
}

}  // namespace

struct Connection::Incoming {
  std::chrono::steady_clock::time_point begun;
  std::optional<beast::http::request_parser<beast::http::string_body>> parser;
  Request request;
  const Route* route = nullptr;
  std::string allow;  // for a 405, and for OPTIONS
  bool keep_alive = false;
  bool old = false;       // HTTP/1.0
  bool has_body = false;  // that was not read yet
  bool preflight = false;
};

Connection::Connection(asio::ip::tcp::socket socket, std::shared_ptr<ServerState> state)
    : state_(std::move(state)), stream_(std::move(socket)), wake_(stream_.get_executor()) {
  ++state_->connections;
  beast::error_code error;
  stream_.socket().set_option(asio::ip::tcp::no_delay(true), error);
  const auto endpoint = stream_.socket().remote_endpoint(error);
  if (error) return;
  asio::ip::address address = endpoint.address();
  if (address.is_v6() && address.to_v6().is_v4_mapped()) {
    address = asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6());
  }
  peer_.address = address.to_string();
  peer_.loopback = address.is_loopback();
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

Connection::Awaitable<void> Connection::Run() {
  while (!closing_) {
    Incoming incoming;
    if (!co_await ReadHead(&incoming)) break;
    const bool more = co_await Serve(&incoming);
    current_.reset();
    if (!more || state_->stopping) break;
  }
  beast::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_both, ignored);
  stream_.close();
}

Connection::Awaitable<bool> Connection::ReadHead(Incoming* incoming) {
  const Limits& limits = state_->options.limits;
  idle_ = true;
  if (buffer_.size() == 0) {
    buffer_.shrink_to_fit();  // an idle connection holds next to nothing
    stream_.expires_after(limits.idle_time);
    const auto [error, count] = co_await stream_.async_read_some(buffer_.prepare(1024), kAwait);
    if (error) co_return false;
    buffer_.commit(count);
  }
  idle_ = false;
  incoming->begun = std::chrono::steady_clock::now();
  stream_.expires_after(limits.header_time);
  std::size_t scanned = 0;
  std::size_t end = 0;
  while (true) {
    const std::string_view text(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    end = text.find("\r\n\r\n", scanned);
    const bool found = end != std::string_view::npos;
    end = found ? end + 4 : text.size();
    if (end > limits.header_bytes) {
      const Refusal refusal{
          431, "header_too_large",
          "the header is larger than " + std::to_string(limits.header_bytes) + " bytes"};
      co_return co_await Refuse(incoming, refusal);
    }
    if (found) break;
    // Who ends lines with LF alone would be waited for until the time is over.
    for (std::size_t at = text.find('\n', scanned); at != std::string_view::npos;
         at = text.find('\n', at + 1)) {
      if (at == 0 || text[at - 1] != '\r') {
        const Refusal refusal{400, "bad_request", "a line does not end with CR LF"};
        co_return co_await Refuse(incoming, refusal);
      }
    }
    scanned = text.size() < 3 ? 0 : text.size() - 3;
    const auto [error, count] =
        co_await stream_.async_read_some(buffer_.prepare(kReadBytes), kAwait);
    if (error) co_return GiveUp(error);
    buffer_.commit(count);
  }
  const std::string_view head(static_cast<const char*>(buffer_.data().data()), end);
  if (const auto refusal = CheckHead(head)) co_return co_await Refuse(incoming, *refusal);
  auto& parser = incoming->parser.emplace();
  parser.header_limit(static_cast<std::uint32_t>(limits.header_bytes));
  parser.body_limit(boost::none);  // the route says
  beast::error_code error;
  parser.put(asio::buffer(head.data(), head.size()), error);
  if ((error && error != beast::http::error::need_more) || !parser.is_header_done()) {
    const Refusal refusal{400, "bad_request", "the header cannot be read"};
    co_return co_await Refuse(incoming, refusal);
  }
  buffer_.consume(end);
  co_return true;
}

// The other end has gone, or was too slow: Beast has closed the socket then.
bool Connection::GiveUp(const beast::error_code& error) const {
  if (error == beast::error::timeout) state_->metrics.Count("arborist_http_timeouts_total");
  return false;
}

// From the parser's fields to a request, and whether it may go on.
std::optional<Refusal> Connection::Prepare(Incoming* incoming) const {
  const auto& parser = *incoming->parser;
  const auto& message = parser.get();
  Request& request = incoming->request;
  incoming->keep_alive = message.keep_alive();
  incoming->old = message.version() < 11;
  incoming->has_body = parser.chunked() || parser.content_length().value_or(0) > 0;
  for (const auto& field : message.base()) {
    request.headers.emplace_back(LowerAscii(field.name_string()), std::string(field.value()));
  }
  auto target = ParseTarget(message.target());
  if (!target) return Refusal{400, "bad_request", target.error().message};
  request.path = std::move(target->path);
  request.query = std::move(target->query);
  const auto method = MethodFromName(message.method_string());
  if (!method) return Refusal{501, "not_implemented", "there is no such method here"};
  request.method = *method;
  const std::string* const header = request.Header("host");
  if (!target->authority.empty() && header != nullptr && *header != target->authority) {
    return Refusal{400, "bad_request", "the target and Host name two hosts"};
  }
  const std::string host = header != nullptr ? *header : std::string("localhost");
  if (auto refusal = state_->access->CheckNames(request, host)) return refusal;

  Router::Match match = state_->router->Find(*method, request.path);
  for (const Method allowed : match.allowed) {
    incoming->allow += (incoming->allow.empty() ? "" : ", ") + std::string(Name(allowed));
  }
  if (match.route == nullptr && match.allowed.empty()) {
    return Refusal{404, "not_found", "there is nothing at this path"};
  }
  if (match.route == nullptr && *method == Method::kOptions) {
    incoming->preflight = true;
    return std::nullopt;
  }
  if (match.route == nullptr) {
    return Refusal{405, "method_not_allowed", "this path takes " + incoming->allow};
  }
  incoming->route = match.route;
  request.params = std::move(match.params);
  if (auto refusal = state_->access->Identify(peer_, &request)) return refusal;
  if (auto refusal = Access::Allow(request.caller, match.route->options.scope)) return refusal;
  const RouteOptions& options = match.route->options;
  if (incoming->has_body && !options.accepts.empty() && *method != Method::kGet &&
      std::ranges::find(options.accepts, MediaType(request.Header("content-type"))) ==
          options.accepts.end()) {
    std::string list;
    for (const std::string& type : options.accepts) list += (list.empty() ? "" : ", ") + type;
    return Refusal{415, "unsupported_media_type", "Content-Type must be " + list};
  }
  if (parser.content_length().value_or(0) > options.max_body_bytes) {
    return Refusal{413, "limit_exceeded",
                   "the body is larger than " + std::to_string(options.max_body_bytes) + " bytes"};
  }
  return std::nullopt;
}

Connection::Awaitable<bool> Connection::ReadBody(Incoming* incoming) {
  auto& parser = *incoming->parser;
  const std::size_t limit = incoming->route->options.max_body_bytes;
  parser.body_limit(limit);
  stream_.expires_after(state_->options.limits.body_time);
  if (incoming->request.Header("expect") != nullptr) {
    if (!co_await WriteAll("HTTP/1.1 100 Continue\r\n\r\n", {})) co_return false;
    stream_.expires_after(state_->options.limits.body_time);
  }
  // What the coding adds is limited too: a body in chunks of one byte may cost a few times itself.
  const std::size_t most = limit * 4 + (64 << 10);
  std::size_t taken = 0;
  while (!parser.is_done()) {
    const auto [error, count] =
        co_await beast::http::async_read_some(stream_, buffer_, parser, kAwait);
    taken += count;
    if (error == beast::http::error::body_limit || (!error && taken > most)) {
      const Refusal refusal{413, "limit_exceeded",
                            "the body is larger than " + std::to_string(limit) + " bytes"};
      co_return co_await Refuse(incoming, refusal);
    }
    if (error == beast::error::timeout || error == asio::error::eof ||
        error == beast::http::error::partial_message ||
        error == beast::http::error::end_of_stream || error == asio::error::connection_reset ||
        error == asio::error::operation_aborted) {
      co_return GiveUp(error);
    }
    if (error) {
      const Refusal refusal{400, "bad_request", "the body's chunks cannot be read"};
      co_return co_await Refuse(incoming, refusal);
    }
  }
  incoming->has_body = false;
  incoming->request.body = std::move(parser.get().body());
  co_return true;
}

Connection::Awaitable<bool> Connection::Serve(Incoming* incoming) {
  if (const auto refusal = Prepare(incoming)) co_return co_await Refuse(incoming, *refusal);
  if (incoming->preflight) {
    Response response;
    response.status = 204;
    response.headers.emplace_back("Allow", incoming->allow);
    if (state_->access->GrantedOrigin(incoming->request) != nullptr) {
      response.headers.emplace_back("Access-Control-Allow-Methods", incoming->allow);
      response.headers.emplace_back("Access-Control-Allow-Headers", "Authorization, Content-Type");
      response.headers.emplace_back("Access-Control-Max-Age", "600");
    }
    if (incoming->has_body) incoming->keep_alive = false;
    co_return co_await Send(incoming, response);
  }
  if (incoming->has_body && !co_await ReadBody(incoming)) co_return false;
  const Request& request = incoming->request;
  current_ = std::make_shared<Conversation>(
      request, state_->lanes.get(), [weak = weak_from_this(), executor = stream_.get_executor()] {
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
  co_return co_await Answer(incoming, current_);
}

Connection::Awaitable<bool> Connection::Answer(Incoming* incoming,
                                               const std::shared_ptr<Conversation>& conversation) {
  while (true) {
    Conversation::Taken taken = conversation->Take();
    if (taken.kind == Conversation::Kind::kWhole) {
      co_return co_await Send(incoming, taken.response);
    }
    if (taken.kind == Conversation::Kind::kHead) {
      const std::string head = Head(*incoming, taken.response, true);
      const bool sent = co_await WriteAll(head, {});
      std::size_t bytes = 0;
      const bool more = sent && incoming->request.method != Method::kHead &&
                        co_await SendStream(incoming, conversation);
      conversation->Abandon();
      Note(*incoming, taken.response.status, bytes);
      co_return more;
    }
    if (conversation->Abandoned()) co_return false;
    wake_.expires_at(std::chrono::steady_clock::time_point::max());
    co_await wake_.async_wait(kAwait);
  }
}

Connection::Awaitable<bool> Connection::SendStream(
    Incoming* incoming, const std::shared_ptr<Conversation>& conversation) {
  while (true) {
    if (conversation->Abandoned()) co_return false;
    Conversation::Taken taken = conversation->Take();
    if (taken.kind == Conversation::Kind::kEnd) {
      if (incoming->old) co_return false;
      co_return co_await WriteAll("0\r\n\r\n", {}) && incoming->keep_alive;
    }
    if (taken.kind == Conversation::Kind::kPiece) {
      char size[24];
      std::snprintf(size, sizeof size, "%zx\r\n", taken.piece.size());
      if (!incoming->old) taken.piece += "\r\n";
      if (!co_await WriteAll(incoming->old ? std::string_view() : size, taken.piece)) {
        co_return false;
      }
      continue;
    }
    wake_.expires_at(std::chrono::steady_clock::time_point::max());
    co_await wake_.async_wait(kAwait);
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
  Response response = ErrorResponse(refusal.status, refusal.code, refusal.message);
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

// A close while the client still sends would take our answer away from it.
Connection::Awaitable<void> Connection::Linger() {
  beast::error_code ignored;
  stream_.socket().shutdown(asio::ip::tcp::socket::shutdown_send, ignored);
  stream_.expires_after(kLingerTime);
  std::array<char, kReadBytes> sink;
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
  std::string line = HttpDate() + " " + peer_.address + " " +
                     (request.path.empty() ? std::string("-")
                                           : std::string(Name(request.method)) + " " +
                                                 text::EscapeForTerminal(request.path, false)) +
                     numbers;
  if (!request.caller.token_id.empty()) line += " token " + request.caller.token_id;
  state_->options.log(line);
}

}  // namespace arborist::serve::http
