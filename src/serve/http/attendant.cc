// SPDX-License-Identifier: AGPL-3.0-only
// A thread beside a handler that waits for a model: ten times a second it looks whether the client
// left and sets the flag that ends the model call; on a stream it writes a comment every second so
// that proxies keep it open.
#include "serve/http/attendant.h"

#include <chrono>
#include <utility>

namespace arborist::serve::http {

namespace {

constexpr std::chrono::milliseconds kGlance{100};
// Every second: what stands between us and the client must not take a silent stream for dead.
constexpr int kGlancesPerComment = 10;

}  // namespace

Attendant::Attendant(ExchangePtr exchange, bool streams, std::atomic<bool>* gone)
    : exchange_(std::move(exchange)),
      streams_(streams),
      gone_(gone),
      thread_([this] { Watch(); }) {}

Attendant::~Attendant() {
  {
    const MutexLock lock(mutex_);
    ended_ = true;
  }
  wake_.NotifyAll();
}

void Attendant::Watch() {
  MutexLock lock(mutex_);
  for (int glances = 1;; ++glances) {
    const auto until = std::chrono::steady_clock::now() + kGlance;
    while (!ended_ && wake_.WaitUntil(mutex_, until)) {
    }
    if (ended_) return;
    lock.Unlock();
    try {
      if (streams_ && glances % kGlancesPerComment == 0) exchange_->Write(": at work\n\n");
    } catch (...) {
      // No memory for a comment: the next one may find some.
    }
    if (exchange_->Abandoned()) gone_->store(true);
    lock.Lock();
  }
}

}  // namespace arborist::serve::http
