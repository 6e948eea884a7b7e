// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>

namespace arborist {

// Waiting reaches the code only through this, as time does through Clock: a test of something that
// waits need not wait itself.
class Sleeper {
 public:
  virtual ~Sleeper() = default;
  // Time since some fixed moment; never goes back.
  virtual std::chrono::milliseconds Elapsed() const = 0;
  // False: `stop` (may be null) was set before the time was over.
  virtual bool Sleep(std::chrono::milliseconds duration, const std::atomic<bool>* stop) = 0;
};

class SystemSleeper final : public Sleeper {
 public:
  std::chrono::milliseconds Elapsed() const override;
  bool Sleep(std::chrono::milliseconds duration, const std::atomic<bool>* stop) override;
};

}  // namespace arborist
