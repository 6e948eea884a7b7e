// SPDX-License-Identifier: AGPL-3.0-only
#include "llm/retry.h"

#include <algorithm>
#include <cstdint>

namespace arborist::llm {

using std::chrono::milliseconds;

bool IsTransient(int status) {
  return status == 429 || status == 502 || status == 503 || status == 504;
}

milliseconds Backoff(milliseconds base, int attempt) {
  constexpr int kMaxDoublings = 20;
  return base * (std::int64_t{1} << std::clamp(attempt - 1, 0, kMaxDoublings));
}

}  // namespace arborist::llm
