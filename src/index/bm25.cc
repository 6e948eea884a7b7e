// SPDX-License-Identifier: AGPL-3.0-only
#include "index/bm25.h"

#include <algorithm>
#include <cmath>

namespace arborist::index {

double InverseFrequency(std::int64_t chunks, std::int64_t frequency) {
  const auto n = static_cast<double>(chunks);
  const auto df = static_cast<double>(frequency);
  return std::log(1 + std::max(0.0, n - df + 0.5) / (df + 0.5));
}

}  // namespace arborist::index
