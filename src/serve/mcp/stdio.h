// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>

#include "base/result.h"
#include "serve/mcp/protocol.h"

namespace arborist::serve::mcp {

struct StdioOptions {
  bool may_write = false;
  std::size_t threads = 4;  // requests that are worked on at once
  std::size_t queue = 64;   // and that wait; more are refused
  // How long work under way may go on when the input has ended.
  std::chrono::milliseconds drain_time{10'000};
  const std::atomic<bool>* stop = nullptr;
};

// Serves one client: a message a line on both descriptors, until the input ends or `stop` is set.
// Requests are worked on side by side and answered when they are done. An output that nobody reads
// any more ends it without an error.
Status ServeStdio(const Protocol& protocol, int input_fd, int output_fd,
                  const StdioOptions& options = {});

}  // namespace arborist::serve::mcp
