// SPDX-License-Identifier: AGPL-3.0-only
// Hands an answer from the thread of a handler to the coroutine of a connection: one value or a
// queue of pieces under a mutex. Write blocks above a number of queued bytes, which is the
// back-pressure of streams. HeldExchange is the handler's end: when the last holder lets go without
// an answer (an exception, a full lane), its destructor answers 500 or 503, or cuts off a stream
// that had begun.
#include "serve/http/conversation.h"

#include <new>

#include "base/check.h"

namespace arborist::serve::http {

void Conversation::Respond(Response response) {
  {
    const MutexLock lock(mutex_);
    CHECK(!answered_);
    answered_ = true;
    whole_ = std::move(response);
  }
  notify_();
}

void Conversation::Begin(Response head) {
  {
    const MutexLock lock(mutex_);
    CHECK(!answered_);
    answered_ = streaming_ = true;
    head_ = std::move(head);
  }
  notify_();
}

bool Conversation::Write(std::string piece) {
  {
    const MutexLock lock(mutex_);
    CHECK(streaming_ && !ended_);
    if (piece.empty()) return !gone_;
    while (!gone_ && queued_ >= kMaxQueuedBytes) room_.Wait(mutex_);
    if (gone_) return false;
    queued_ += piece.size();
    pieces_.push_back(std::move(piece));
  }
  notify_();
  return true;
}

void Conversation::End() {
  {
    const MutexLock lock(mutex_);
    CHECK(streaming_ && !ended_);
    ended_ = true;
  }
  notify_();
}

bool Conversation::Answered() const {
  const MutexLock lock(mutex_);
  return answered_ && (!streaming_ || ended_);
}

bool Conversation::Abandoned() const {
  const MutexLock lock(mutex_);
  return gone_;
}

void Conversation::NoteFailure(Failure failure) noexcept {
  const MutexLock lock(mutex_);
  if (failure_ == Failure::kNone) failure_ = failure;
}

Conversation::Failure Conversation::failure() const {
  const MutexLock lock(mutex_);
  return failure_;
}

// Nobody is woken, for that may need memory: a connection that waits looks every second.
void Conversation::GiveUp() noexcept {
  const MutexLock lock(mutex_);
  answered_ = ended_ = gone_ = true;
  room_.NotifyAll();
}

Conversation::Taken Conversation::Take() {
  const MutexLock lock(mutex_);
  Taken taken;
  if (whole_) {
    taken.kind = Kind::kWhole;
    taken.response = std::move(*whole_);
    whole_.reset();
  } else if (head_) {
    taken.kind = Kind::kHead;
    taken.response = std::move(*head_);
    head_.reset();
  } else if (!pieces_.empty()) {
    taken.kind = Kind::kPiece;
    // Several small pieces leave as one.
    while (!pieces_.empty() && taken.piece.size() < kMaxQueuedBytes / 4) {
      taken.piece += pieces_.front();
      pieces_.pop_front();
    }
    queued_ -= taken.piece.size();
    room_.NotifyAll();
  } else if (ended_ && !end_taken_) {
    taken.kind = Kind::kEnd;
    end_taken_ = true;
  }
  return taken;
}

void Conversation::Abandon() {
  const MutexLock lock(mutex_);
  gone_ = true;
  pieces_.clear();
  queued_ = 0;
  room_.NotifyAll();
}

namespace {

class HeldExchange final : public Exchange, public std::enable_shared_from_this<HeldExchange> {
 public:
  explicit HeldExchange(std::shared_ptr<Conversation> conversation)
      : conversation_(std::move(conversation)) {}
  ~HeldExchange() override {
    try {
      AnswerAtLast();
    } catch (...) {
      conversation_->GiveUp();
    }
  }

  const Request& request() const override { return conversation_->request(); }
  using Exchange::Respond;
  void Respond(Response response) override { conversation_->Respond(std::move(response)); }
  void Begin(Response head) override {
    begun_ = true;
    conversation_->Begin(std::move(head));
  }
  bool Write(std::string piece) override { return conversation_->Write(std::move(piece)); }
  void End() override { conversation_->End(); }
  bool Abandoned() const override { return conversation_->Abandoned(); }
  void Continue(Lane lane, std::function<void()> work) override {
    if (lane == Lane::kInline) return Contain(work);
    const bool posted = conversation_->lanes()->Post(
        lane, [self = shared_from_this(), work = std::move(work)] { self->Contain(work); });
    if (posted) return;
    Error busy{ErrorCode::kBusy, "too many requests of this kind are under way; come back later"};
    if (begun_) {
      EventStream events(shared_from_this());
      events.Send("error", ContractError(429, "busy", busy.message));
      events.End();
    } else {
      Respond(ErrorResponse(busy, conversation_->error_shape()));
    }
  }

 private:
  // An exception ends the work alone; the client hears of it once nobody holds the exchange.
  void Contain(const std::function<void()>& work) noexcept {
    try {
      work();
    } catch (const std::bad_alloc&) {
      conversation_->NoteFailure(Conversation::Failure::kOutOfMemory);
    } catch (...) {
      conversation_->NoteFailure(Conversation::Failure::kUnexpected);
    }
  }

  void AnswerAtLast() {
    if (conversation_->Answered()) return;
    if (begun_) {
      conversation_->Abandon();  // cut off, so that no reader takes it for whole
      conversation_->End();
      return;
    }
    const ErrorShape shape = conversation_->error_shape();
    if (conversation_->failure() == Conversation::Failure::kOutOfMemory) {
      return conversation_->Respond(ErrorResponse(
          503, shape(503, "environment", "there is not enough memory for this request")));
    }
    conversation_->Respond(
        ErrorResponse(500, shape(500, "internal", "the request was not answered")));
  }

  const std::shared_ptr<Conversation> conversation_;
  bool begun_ = false;
};

}  // namespace

ExchangePtr MakeExchange(std::shared_ptr<Conversation> conversation) {
  return std::make_shared<HeldExchange>(std::move(conversation));
}

}  // namespace arborist::serve::http
