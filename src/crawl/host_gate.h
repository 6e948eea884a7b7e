// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <unordered_map>

#include "base/mutex.h"
#include "base/sleeper.h"

namespace arborist::crawl {

// Holds the requests to one host apart: one at a time, with a pause between two. For any thread.
class HostGate {
 public:
  HostGate(Sleeper* sleeper, const std::atomic<bool>* stop) : sleeper_(sleeper), stop_(stop) {}

  // Waits for the host's turn. False: stopped; there is nothing to leave then.
  bool Enter(const std::string& host) EXCLUDES(mutex_);
  void Leave(const std::string& host, std::chrono::milliseconds pause) EXCLUDES(mutex_);

  // How long Enter would wait if no request is under way.
  std::chrono::milliseconds WaitOf(const std::string& host) const EXCLUDES(mutex_);

 private:
  struct Host {
    bool busy = false;
    std::chrono::milliseconds next{0};  // by the sleeper's time
  };

  Sleeper* const sleeper_;
  const std::atomic<bool>* const stop_;
  mutable Mutex mutex_;
  CondVar left_;
  std::unordered_map<std::string, Host> hosts_ GUARDED_BY(mutex_);
};

}  // namespace arborist::crawl
