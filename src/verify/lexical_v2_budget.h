// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>

namespace arborist::verify::lexical {

// The steps that one verification may take: linear in the bytes of answer and sources, whatever
// they are made of, and far more than a real answer takes. FROZEN lexical-v2: what is reached when
// it is spent is not supported (docs/format/lexical-v2.md).
class Budget {
 public:
  static constexpr std::size_t kFree = 1000000;
  static constexpr std::size_t kPerByte = 64;

  // A search through so many bytes: sixteen in the time of another step.
  static constexpr std::size_t StepsOfSearch(std::size_t bytes) { return bytes / 16 + 1; }

  explicit Budget(std::size_t bytes) : left_(kFree + kPerByte * bytes) {}

  // False when so much is not left; then nothing is.
  bool Take(std::size_t steps) {
    const bool enough = steps <= left_;
    left_ = enough ? left_ - steps : 0;
    return enough;
  }
  std::size_t left() const { return left_; }

 private:
  std::size_t left_;
};

}  // namespace arborist::verify::lexical
