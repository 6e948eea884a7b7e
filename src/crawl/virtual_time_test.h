// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/clock.h"
#include "base/sleeper.h"

namespace arborist::crawl {

// Time that passes when somebody sleeps, and at no other time.
class VirtualTime final : public Clock, public Sleeper {
 public:
  static constexpr std::int64_t kBegin = 1'800'000'000;

  std::int64_t NowSeconds() const override { return kBegin + passed_.load() / 1000; }
  std::chrono::milliseconds Elapsed() const override {
    return std::chrono::milliseconds(passed_.load());
  }
  bool Sleep(std::chrono::milliseconds duration, const std::atomic<bool>* stop) override {
    if (stop != nullptr && *stop) return false;
    passed_ += duration.count();
    return true;
  }
  void Pass(std::chrono::seconds duration) { passed_ += duration.count() * 1000; }

 private:
  std::atomic<std::int64_t> passed_ = 0;
};

}  // namespace arborist::crawl
