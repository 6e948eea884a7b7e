// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>

#include "app/rpc_server.h"
#include "base/result.h"

namespace arborist::app {

struct RpcLineLimits {
  std::size_t max_line_bytes = std::size_t{64} << 20;
};

// Serves requests from one descriptor to another until the input ends: one per line, one response
// per line, in order. Responses are written whenever no further whole line is waiting, so a caller
// that waits for each answer gets it, and one that sends many gets them in large writes. Blank
// lines are passed over; a line beyond the limit is answered with an error and skipped. An output
// that nobody reads any more ends it without an error.
Status ServeRpcLines(const RpcServer& server, int input_fd, int output_fd,
                     const RpcLineLimits& limits = {});

}  // namespace arborist::app
