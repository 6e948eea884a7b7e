// SPDX-License-Identifier: AGPL-3.0-only
#include "base/clock.h"

#include <sys/random.h>

#include <chrono>

#include "base/check.h"

namespace arborist {

std::int64_t SystemClock::NowSeconds() const {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

std::string SystemRandom::Bytes(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t done = 0;
  while (done < count) {
    const ssize_t got = getrandom(bytes.data() + done, count - done, 0);
    CHECK(got > 0);  // the kernel's pool never fails once the system has booted
    done += static_cast<std::size_t>(got);
  }
  return bytes;
}

}  // namespace arborist
