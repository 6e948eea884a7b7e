// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "json/value.h"
#include "serve/http/request.h"
#include "serve/http/response.h"

namespace arborist::serve::http {

// Where work is done. Every lane but the first has threads and a bounded queue of its own, so that
// what is slow in one never keeps another waiting: docs/design/0008-server.md.
enum class Lane : std::uint8_t {
  kInline,  // on the thread of the connection: nothing that blocks
  kRead,    // reads the store
  kAsk,     // may wait for a model; few at a time, and a queue, then 429
  kWrite,   // changes the store; one at a time
};

// One request and its answer. A handler answers once, whole or as a stream, on any thread; an
// exchange that is let go without an answer becomes a 500. Thread-safe.
class Exchange {
 public:
  virtual ~Exchange() = default;

  virtual const Request& request() const = 0;

  // The whole answer.
  virtual void Respond(Response response) = 0;

  // An answer in pieces, chunked: the head goes out at once. Write waits while the client is slow;
  // false when it has gone, and then nothing more is of use. End sends the last chunk.
  virtual void Begin(Response head) = 0;
  virtual bool Write(std::string piece) = 0;
  virtual void End() = 0;

  // True when the client has gone or the server ends: long work may stop.
  virtual bool Abandoned() const = 0;

  // Goes on in another lane. When that is full the client gets a 429 and `work` is dropped.
  virtual void Continue(Lane lane, std::function<void()> work) = 0;

  void Respond(const Result<json::Value>& result) {
    Respond(result ? JsonResponse(*result) : ErrorResponse(result.error()));
  }
};
using ExchangePtr = std::shared_ptr<Exchange>;

// Server-sent events on an exchange.
class EventStream {
 public:
  explicit EventStream(ExchangePtr exchange) : exchange_(std::move(exchange)) {}
  void Begin();
  bool Send(std::string_view event, const json::Value& data);
  void End() { exchange_->End(); }

 private:
  ExchangePtr exchange_;
};

}  // namespace arborist::serve::http
