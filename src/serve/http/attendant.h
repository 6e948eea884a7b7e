// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <thread>

#include "base/mutex.h"
#include "serve/http/exchange.h"

namespace arborist::serve::http {

// Looks after an exchange while its handler waits for something slow: notices when the client has
// gone, and keeps an event stream alive with comments. Must end before the stream does.
class Attendant {
 public:
  // gone: set once the client has gone, within a second or two, or the server ends.
  Attendant(ExchangePtr exchange, bool streams, std::atomic<bool>* gone);
  ~Attendant();
  Attendant(const Attendant&) = delete;
  Attendant& operator=(const Attendant&) = delete;

 private:
  void Watch();
  ExchangePtr exchange_;
  bool streams_;
  std::atomic<bool>* gone_;
  Mutex mutex_;
  CondVar wake_;
  bool ended_ GUARDED_BY(mutex_) = false;
  std::jthread thread_;  // last: it uses the rest
};

}  // namespace arborist::serve::http
