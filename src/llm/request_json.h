// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <string>

#include "llm/chat_client.h"

namespace arborist::llm {

// The body of POST chat/completions, valid UTF-8. Internal to this module.
Result<std::string> RequestBody(const ChatRequest& request);

}  // namespace arborist::llm
