// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/mutex.h"
#include "serve/http/exchange.h"
#include "serve/http/lanes.h"

namespace arborist::serve::http {

// What a connection and the handler of its request share. The handler's side answers, the
// connection's side takes what there is and sends it.
class Conversation {
 public:
  // notify: called, from any thread, when there is something to take.
  Conversation(Request request, ErrorShape shape, Lanes* lanes, std::function<void()> notify)
      : request_(std::move(request)),
        error_shape_(shape),
        lanes_(lanes),
        notify_(std::move(notify)) {}

  const Request& request() const { return request_; }
  ErrorShape error_shape() const { return error_shape_; }
  Lanes* lanes() const { return lanes_; }

  // -- the handler's side
  void Respond(Response response);
  void Begin(Response head);
  bool Write(std::string piece);
  void End();
  bool Answered() const;
  bool Abandoned() const;
  // An exception ended the handler. The first one counts.
  enum class Failure : std::uint8_t { kNone, kOutOfMemory, kUnexpected };
  void NoteFailure(Failure failure) noexcept;
  Failure failure() const;
  // Ends it without an answer when there is no memory for one: the connection is closed.
  void GiveUp() noexcept;

  // -- the connection's side
  enum class Kind { kNothing, kWhole, kHead, kPiece, kEnd };
  struct Taken {
    Kind kind = Kind::kNothing;
    Response response;  // kWhole, kHead
    std::string piece;
  };
  Taken Take();
  void Abandon();  // nobody reads any more

 private:
  // What a slow client may leave unread before its handler waits.
  static constexpr std::size_t kMaxQueuedBytes = 256 << 10;

  const Request request_;
  const ErrorShape error_shape_;
  Lanes* const lanes_;
  const std::function<void()> notify_;
  mutable Mutex mutex_;
  CondVar room_;
  std::optional<Response> whole_ GUARDED_BY(mutex_);
  std::optional<Response> head_ GUARDED_BY(mutex_);
  std::deque<std::string> pieces_ GUARDED_BY(mutex_);
  std::size_t queued_ GUARDED_BY(mutex_) = 0;  // bytes of pieces_
  bool answered_ GUARDED_BY(mutex_) = false;
  bool streaming_ GUARDED_BY(mutex_) = false;
  bool ended_ GUARDED_BY(mutex_) = false;
  bool end_taken_ GUARDED_BY(mutex_) = false;
  bool gone_ GUARDED_BY(mutex_) = false;
  Failure failure_ GUARDED_BY(mutex_) = Failure::kNone;
};

// The exchange that a handler holds; see exchange.h for what happens when it is let go.
ExchangePtr MakeExchange(std::shared_ptr<Conversation> conversation);

}  // namespace arborist::serve::http
