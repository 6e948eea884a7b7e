// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <string>

namespace arborist {

// Time and randomness reach the code only through these, so that a run can be repeated in a test.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual std::int64_t NowSeconds() const = 0;  // Unix time
};

class SystemClock final : public Clock {
 public:
  std::int64_t NowSeconds() const override;
};

class Random {
 public:
  virtual ~Random() = default;
  virtual std::string Bytes(std::size_t count) = 0;  // thread-safe
};

// The kernel's generator.
class SystemRandom final : public Random {
 public:
  std::string Bytes(std::size_t count) override;
};

}  // namespace arborist
