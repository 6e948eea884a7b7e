// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>

#include "sync/sync.h"

namespace arborist::cli {

class Session;

// Whether the changes of a report are a plan or were made.
enum class SyncShown : std::uint8_t { kPlan, kDone };

// Prints counts, the first changes and what was held back.
void ShowSync(const Session& session, const sync::SyncReport& report, SyncShown shown);

}  // namespace arborist::cli
