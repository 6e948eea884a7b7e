// SPDX-License-Identifier: AGPL-3.0-only
#include "cli/stop_signal.h"

#include <csignal>

namespace arborist::cli {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> g_stop = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

const std::atomic<bool>* StopOnSignals() {
  std::signal(SIGINT, [](int) { g_stop = true; });
  std::signal(SIGTERM, [](int) { g_stop = true; });
  return &g_stop;
}

}  // namespace arborist::cli
