// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "base/hash256.h"
#include "sqlite/database.h"
#include "store/fsck.h"

namespace arborist::store {

// Checks the home store: its own chain, and what it knows of the shards against their logs. An
// error: it could not be looked for.
Status CheckHome(const HomePaths& home, FsckReport* report);

// Every snapshot made anew, and one for each of these events of the log.
Status CheckSnapshots(sqlite::Database* home, const std::set<std::uint64_t>& events,
                      FsckReport* report);

// What the log says of tokens, by their ids.
struct TokenEvents {
  struct Made {
    std::uint64_t seq = 0;
    Hash256 grant;
  };
  std::map<std::string, Made> made;
  std::set<std::string> revoked;
};
Status CheckTokens(sqlite::Database* home, const TokenEvents& events, FsckReport* report);

}  // namespace arborist::store
