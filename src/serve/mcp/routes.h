// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/clock.h"
#include "serve/http/router.h"
#include "serve/mcp/protocol.h"

namespace arborist::serve::mcp {

// /mcp, streamable HTTP. Tools that write are there for callers who may write, and only where the
// server allows it at all. Protocol and random numbers must outlive the router.
void AddRoutes(http::Router* router, const Protocol* protocol, Random* random, bool allow_write);

}  // namespace arborist::serve::mcp
