// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "net/scripted_server.h"

namespace arborist::scripted_llm {

// A script is JSON Lines, an object for each request in turn. What it may hold:
//   answer          text of a whole reply       stream          pieces of text, as server-sent
//   events model, finish_reason   of these two ("scripted-model", "stop"; null leaves it out)
//   status, headers {name: value}, body (a string, or JSON)    in their place
//   stall_ms, stall_forever, piece_bytes, piece_pause_ms, chunked, cut_after, forever,
//   filler_header_bytes, raw        as in net::ScriptedReply
//   times           that often in a row (1)
// Anything else is an error, so that a slip of the pen does not make a test pass.
Result<std::vector<net::ScriptedReply>> ReadScript(std::string_view lines);

}  // namespace arborist::scripted_llm
