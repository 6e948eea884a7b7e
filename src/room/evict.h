// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "store/layout.h"
#include "store/shard/tier.h"

namespace arborist::room {

struct Environment {
  store::HomePaths home;
  const Clock* clock = nullptr;
  Random* random = nullptr;
  std::string actor;
};

struct EvictOptions {
  // The most bytes of all shard files together: pages in use times their size, which is the size of
  // the files after they are rewritten. Index, leaves, locations and logs count; the home store
  // does not.
  std::optional<std::uint64_t> max_bytes;
  std::vector<std::string> names;   // roots or URIs, however much they are used
  std::optional<store::Tier> tier;  // warm or cold; nullopt: warm, then cold if that is not enough
  bool superseded = false;          // also texts that are not current any more
  bool dry_run = false;
};

struct Evicted {
  DocumentRoot root;
  std::string uri;
  store::Tier from = store::Tier::kHot;
  store::Tier to = store::Tier::kWarm;
  std::uint64_t bytes = 0;  // estimated bytes freed
  std::int64_t last_use = 0;
  std::int64_t hits = 0;
};

struct EvictReport {
  std::vector<Evicted> documents;  // in the order of eviction
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;  // of a dry run: estimated
  bool reached = true;            // max_bytes was reached
  bool dry_run = false;
  std::vector<std::string> notes;
};

// Makes room by evicting surfaces: the longest unused first (last use is the newer of last hit and
// ingest), then the least used, then by root; each in all its shards, each with its event. A run
// that is killed has done what it committed; running it again continues. kInvalidArgument unless
// exactly one of max_bytes and names is given; kConflict for a core.
Result<EvictReport> Evict(const EvictOptions& options, const Environment& environment);

}  // namespace arborist::room
