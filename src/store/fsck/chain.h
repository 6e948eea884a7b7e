// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sqlite/database.h"
#include "store/log/chain_check.h"
#include "store/log/log_view.h"

namespace arborist::store {

// Whether there are events that no reader of the log sees, for logs begin at 0.
inline constexpr std::string_view kStrayEvents =
    "SELECT EXISTS(SELECT 1 FROM audit_events WHERE seq<0)";

struct WalkedChain {
  std::uint64_t size = 0;      // events that hold
  std::int64_t last_time = 0;  // of the last of them
  std::optional<ChainBreak> broken;
};

// Hashes a log again from event 0 and shows each event that holds, up to the first that does not.
Result<WalkedChain> WalkChain(sqlite::Database* database,
                              const std::function<void(const StoredEvent&)>& visit);

// More than a day after now: subject and detail of the problem. now 0: nothing to compare with.
std::optional<std::pair<std::string, std::string>> AheadOf(std::int64_t now,
                                                           const WalkedChain& chain);

}  // namespace arborist::store
