// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/hash256.h"
#include "store/fsck/fsck.h"
#include "store/fsck/texts.h"
#include "store/home/home.h"

namespace arborist::store {

// Checks the home store: its own chain, and what it knows of the shards against their logs. An
// error: it could not be looked for.
Status CheckHome(const HomePaths& home, const FsckOptions& options, FsckReport* report);

// Every snapshot made anew, and one for each of these events of the log, given with their times.
Status CheckSnapshots(HomeStore* home, const std::map<std::uint64_t, std::int64_t>& events,
                      const LoggedErasures& erasures, FsckReport* report);

// What the log says of tokens, by their ids.
struct TokenEvents {
  struct Made {
    std::uint64_t seq = 0;
    std::int64_t time = 0;
    Hash256 grant;
  };
  std::map<std::string, Made> made;
  std::map<std::string, Made> revoked;
};
Status CheckTokens(HomeStore* home, const TokenEvents& events, const LoggedErasures& erasures,
                   FsckReport* report);

}  // namespace arborist::store
