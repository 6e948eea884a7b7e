// SPDX-License-Identifier: AGPL-3.0-only
#include "base/sleeper.h"

#include <algorithm>
#include <thread>

namespace arborist {

using std::chrono::milliseconds;

milliseconds SystemSleeper::Elapsed() const {
  return std::chrono::duration_cast<milliseconds>(
      std::chrono::steady_clock::now().time_since_epoch());
}

bool SystemSleeper::Sleep(milliseconds duration, const std::atomic<bool>* stop) {
  // A signal handler can set a flag and nothing else, so the flag is looked at now and then.
  constexpr milliseconds kLook{50};
  const milliseconds end = Elapsed() + duration;
  while (true) {
    if (stop != nullptr && *stop) return false;
    const milliseconds left = end - Elapsed();
    if (left <= milliseconds(0)) return true;
    std::this_thread::sleep_for(std::min(left, kLook));
  }
}

}  // namespace arborist
