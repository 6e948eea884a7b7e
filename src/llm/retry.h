// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <chrono>

namespace arborist::llm {

// States of an endpoint that pass: 429, 502, 503, 504. A retry then does not ask the model twice,
// for it has not answered.
bool IsTransient(int status);

// base, 2 base, 4 base, ...: the pause after attempt 1, 2, 3, ...
std::chrono::milliseconds Backoff(std::chrono::milliseconds base, int attempt);

}  // namespace arborist::llm
