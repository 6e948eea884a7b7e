// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>

namespace arborist::cli {

// From now on Ctrl-C and SIGTERM set this flag instead of ending the process.
const std::atomic<bool>* StopOnSignals();

}  // namespace arborist::cli
