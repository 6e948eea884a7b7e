// SPDX-License-Identifier: AGPL-3.0-only
// From bytes to a request that may be answered.
#include <algorithm>
#include <new>

#include "base/ascii.h"
#include "serve/http/incoming.h"
#include "serve/http/target.h"

namespace arborist::serve::http {

namespace asio = boost::asio;
namespace beast = boost::beast;

namespace {

constexpr std::size_t kReadBytes = 4096;
constexpr std::size_t kBodyReadBytes = 64 << 10;

// The media type without its parameters.
std::string MediaType(const std::string* header) {
  if (header == nullptr) return {};
  std::string type = LowerAscii(std::string_view(*header).substr(0, header->find(';')));
  while (!type.empty() && (type.back() == ' ' || type.back() == '\t')) type.pop_back();
  return type;
}

}  // namespace

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
  std::optional<Deadline> deadline;  // most headers come in one piece and need none
  std::size_t scanned = 0;
  std::size_t end = 0;
  while (true) {
    const std::string_view text(static_cast<const char*>(buffer_.data().data()), buffer_.size());
    end = text.find("\r\n\r\n", scanned);
    const bool found = end != std::string_view::npos;
    end = found ? end + 4 : text.size();
    if (end > limits.header_bytes) {
      deadline.reset();
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
        deadline.reset();
        const Refusal refusal{400, "bad_request", "a line does not end with CR LF"};
        co_return co_await Refuse(incoming, refusal);
      }
    }
    scanned = text.size() < 3 ? 0 : text.size() - 3;
    if (!deadline) deadline.emplace(this, limits.header_time);
    const auto [error, count] =
        co_await stream_.async_read_some(buffer_.prepare(kReadBytes), kAwait);
    if (deadline->over()) {
      deadline.reset();
      co_return co_await RefuseLate(incoming, "the header", limits.header_time);
    }
    if (error) co_return GiveUp(error);
    buffer_.commit(count);
  }
  deadline.reset();
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
  Router::Match match = state_->router->Find(*method, request.path);
  if (match.route != nullptr) incoming->error_shape = match.route->options.error_shape;
  incoming->client = state_->access->ClientOf(peer_, request);
  if (auto refusal = state_->access->CheckNames(request, host)) return refusal;
  if (incoming->client != peer_.address) {
    incoming->place = state_->places.Take(incoming->client);
    if (!incoming->place) {
      return Refusal{429, "busy", "too many requests from one address are under way"};
    }
  }

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

// From the buffer to the body; nothing is waited for.
std::optional<Refusal> Connection::TakeBody(Incoming* incoming) {
  std::string_view bytes(static_cast<const char*>(buffer_.data().data()), buffer_.size());
  std::optional<Refusal> refusal;
  std::string& body = incoming->body;
  try {
    if (incoming->chunks) {
      refusal = incoming->chunks->Take(&bytes);
      if (incoming->chunks->done()) body = incoming->chunks->TakeBody();
    } else {
      const std::size_t length = incoming->parser->content_length().value_or(0);
      body.reserve(length);
      const std::size_t count = std::min(length - body.size(), bytes.size());
      body.append(bytes.substr(0, count));
      bytes.remove_prefix(count);
    }
  } catch (const std::bad_alloc&) {
    return Refusal{503, "environment", "there is not enough memory for this body"};
  }
  buffer_.consume(buffer_.size() - bytes.size());
  if (refusal) return refusal;
  if (!incoming->share.Grow(incoming->chunks ? incoming->chunks->body().size() : body.size())) {
    return Refusal{429, "busy", "too many large bodies are under way; come back later"};
  }
  return std::nullopt;
}

Connection::Awaitable<bool> Connection::ReadBody(Incoming* incoming) {
  const Limits& limits = state_->options.limits;
  const std::size_t limit = incoming->route->options.max_body_bytes;
  if (incoming->request.Header("expect") != nullptr) {
    if (!co_await WriteAll("HTTP/1.1 100 Continue\r\n\r\n", {})) co_return false;
  }
  if (incoming->parser->chunked()) {
    incoming->chunks.emplace(
        ChunkedBody::Limits{.body_bytes = limit, .trailer_bytes = limits.header_bytes});
  }
  const std::uint64_t length = incoming->parser->content_length().value_or(0);
  std::optional<Deadline> deadline(std::in_place, this, limits.body_time);
  // What the coding adds is limited too: a body in chunks of one byte may cost a few times itself.
  const std::size_t most = limit * 4 + (64 << 10);
  std::size_t taken = 0;
  while (true) {
    const std::size_t before = buffer_.size();
    std::optional<Refusal> refusal = TakeBody(incoming);
    taken += before - buffer_.size();
    if (!refusal && taken > most) {
      refusal = Refusal{413, "limit_exceeded",
                        "the body is larger than " + std::to_string(limit) + " bytes"};
    }
    if (refusal) {
      deadline.reset();
      co_return co_await Refuse(incoming, *refusal);
    }
    // No lambda: one that lives across co_await has no linkage for GCC 12 in a unity build.
    if (incoming->chunks ? incoming->chunks->done() : incoming->body.size() == length) break;
    const auto [error, count] =
        co_await stream_.async_read_some(buffer_.prepare(kBodyReadBytes), kAwait);
    if (deadline->over()) {
      deadline.reset();
      co_return co_await RefuseLate(incoming, "the body", limits.body_time);
    }
    if (error) co_return GiveUp(error);
    buffer_.commit(count);
  }
  incoming->has_body = false;
  co_return true;
}

}  // namespace arborist::serve::http
