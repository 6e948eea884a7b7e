// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>

namespace arborist {

// The steps that one task may take: linear in the bytes it is given, whatever they are made of, and
// far more than honest ones take. What is done when it is spent is the task's to say.
class Budget {
 public:
  static constexpr std::size_t kFree = 1000000;
  static constexpr std::size_t kPerByte = 64;

  // A search through so many bytes: sixteen in the time of another step.
  static constexpr std::size_t StepsOfSearch(std::size_t bytes) { return bytes / 16 + 1; }

  explicit Budget(std::size_t bytes) : total_(kFree + kPerByte * bytes), left_(total_) {}

  // False when so much is not left; then nothing is.
  bool Take(std::size_t steps) {
    const bool enough = steps <= left_;
    left_ = enough ? left_ - steps : 0;
    return enough;
  }
  std::size_t left() const { return left_; }
  std::size_t spent() const { return total_ - left_; }

 private:
  std::size_t total_;
  std::size_t left_;
};

}  // namespace arborist
