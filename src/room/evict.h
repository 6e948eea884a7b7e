// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/hash256.h"
#include "json/value.h"
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
  // What all shard files together may take: pages in use times their size, which is the size of the
  // files when they are written anew. Index, leaves, locations and logs count, the home store not.
  std::optional<std::uint64_t> max_bytes;
  std::vector<std::string> names;   // roots or URIs, whatever their use
  std::optional<store::Tier> tier;  // warm, cold; nothing: warm, then cold if that is not enough
  bool superseded = false;          // also texts that are no longer current
  bool dry_run = false;
};

struct Evicted {
  DocumentRoot root;
  std::string uri;
  store::Tier from = store::Tier::kHot;
  store::Tier to = store::Tier::kWarm;
  std::uint64_t bytes = 0;  // about what goes
  std::int64_t last_use = 0;
  std::int64_t hits = 0;
};

struct EvictReport {
  std::vector<Evicted> documents;  // in the order of going
  std::uint64_t bytes_before = 0;
  std::uint64_t bytes_after = 0;  // of a dry run: about
  bool reached = true;            // max_bytes
  bool dry_run = false;
  std::vector<std::string> notes;
};

// Makes room: surfaces only, the longest unused first (last use is the newer of the last hit and
// the ingest), then the least used, then by root. Each document in all its shards, each with its
// event. Killed half way, what was done is done and doing it again goes on.
Result<EvictReport> Evict(const EvictOptions& options, const Environment& environment);

json::Object ToJson(const EvictReport& report);

}  // namespace arborist::room
