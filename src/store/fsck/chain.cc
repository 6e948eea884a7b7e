// SPDX-License-Identifier: AGPL-3.0-only
// audit::ChainChecker sees each event in order and recomputes its hash; this adds what only a store
// can get wrong: events below 0, and a log id that is not the one of event 0.
#include "store/fsck/chain.h"

#include <algorithm>

#include "audit/event.h"
#include "base/utc_time.h"
#include "store/log/audit_log.h"

namespace arborist::store {

Result<WalkedChain> WalkChain(sqlite::Database* database,
                              const std::function<void(const StoredEvent&)>& visit) {
  audit::ChainChecker checker;
  WalkedChain chain;
  TRY_ASSIGN(const std::int64_t stray, database->QueryInt(kStrayEvents));
  if (stray != 0) {
    chain.broken = {"seq_gap", "event 0", "an event has a number below 0"};
    return chain;
  }
  TRY(ReadEvents(database, 0, [&](const StoredEvent& event) {
    // The id stands apart from the events, once for all of them; event 0 tells what it was.
    if (event.body.seq == 0 && event.body.subject != event.body.log.hex()) {
      chain.broken = {"log_changed", "event 0", "the log's id is not the one it was created with"};
      return false;
    }
    if (const Status status = checker.Next(event.body, event.hash); !status) {
      const Error& error = status.error();
      chain.broken = {std::string(error.refusal.name()), "event " + std::to_string(checker.size()),
                      std::string(error.detail())};
      return false;
    }
    chain.last_time = event.body.time;
    visit(event);
    return true;
  }));
  chain.size = checker.size();
  return chain;
}

std::optional<std::pair<std::string, std::string>> AheadOf(std::int64_t now,
                                                           const WalkedChain& chain) {
  constexpr std::int64_t kDay = 86400;
  if (now == 0 || chain.last_time <= now + kDay) return std::nullopt;
  return std::pair("event " + std::to_string(chain.size - 1),
                   "it is of " + FormatUtc(chain.last_time) + " UTC, and the clock says " +
                       FormatUtc(now) +
                       " UTC: one of them is wrong, and later events have this time too");
}

}  // namespace arborist::store
