// SPDX-License-Identifier: AGPL-3.0-only
#include "serve/http/conversation.h"

#include "base/check.h"

namespace arborist::serve::http {

void Conversation::Respond(Response response) {
  {
    const std::scoped_lock lock(mutex_);
    CHECK(!answered_);
    answered_ = true;
    whole_ = std::move(response);
  }
  notify_();
}

void Conversation::Begin(Response head) {
  {
    const std::scoped_lock lock(mutex_);
    CHECK(!answered_);
    answered_ = streaming_ = true;
    head_ = std::move(head);
  }
  notify_();
}

bool Conversation::Write(std::string piece) {
  {
    std::unique_lock lock(mutex_);
    CHECK(streaming_ && !ended_);
    if (piece.empty()) return !gone_;
    room_.wait(lock, [this] { return gone_ || queued_ < kMaxQueuedBytes; });
    if (gone_) return false;
    queued_ += piece.size();
    pieces_.push_back(std::move(piece));
  }
  notify_();
  return true;
}

void Conversation::End() {
  {
    const std::scoped_lock lock(mutex_);
    CHECK(streaming_ && !ended_);
    ended_ = true;
  }
  notify_();
}

bool Conversation::Answered() const {
  const std::scoped_lock lock(mutex_);
  return answered_ && (!streaming_ || ended_);
}

bool Conversation::Abandoned() const {
  const std::scoped_lock lock(mutex_);
  return gone_;
}

Conversation::Taken Conversation::Take() {
  const std::scoped_lock lock(mutex_);
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
    room_.notify_all();
  } else if (ended_ && !end_taken_) {
    taken.kind = Kind::kEnd;
    end_taken_ = true;
  }
  return taken;
}

void Conversation::Abandon() {
  const std::scoped_lock lock(mutex_);
  gone_ = true;
  pieces_.clear();
  queued_ = 0;
  room_.notify_all();
}

namespace {

class HeldExchange final : public Exchange, public std::enable_shared_from_this<HeldExchange> {
 public:
  explicit HeldExchange(std::shared_ptr<Conversation> conversation)
      : conversation_(std::move(conversation)) {}
  ~HeldExchange() override {
    if (conversation_->Answered()) return;
    if (begun_) {
      conversation_->Abandon();  // cut off, so that no reader takes it for whole
      conversation_->End();
    } else {
      const ErrorShape shape = conversation_->error_shape();
      conversation_->Respond(
          ErrorResponse(500, shape(500, "internal", "the request was not answered")));
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
    if (lane == Lane::kInline) return work();
    if (conversation_->lanes()->Post(lane, std::move(work))) return;
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
  const std::shared_ptr<Conversation> conversation_;
  bool begun_ = false;
};

}  // namespace

ExchangePtr MakeExchange(std::shared_ptr<Conversation> conversation) {
  return std::make_shared<HeldExchange>(std::move(conversation));
}

}  // namespace arborist::serve::http
