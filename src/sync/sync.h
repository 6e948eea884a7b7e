// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "ingest/ingest.h"
#include "store/layout.h"
#include "sync/plan.h"

namespace arborist::sync {

struct SyncOptions {
  std::filesystem::path folder;
  // Which files are taken, and into which shards. Of a folder that is followed already the options
  // of its first sync hold for what is not given.
  std::string shard = "main";
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  bool all = false;
  unsigned jobs = 0;
  PlanOptions::Trust trust = PlanOptions::Trust::kStamps;
  bool dry_run = false;  // make the plan, change nothing
  // So many documents may be retired. Nothing: as many as are plausible (kPlausibleDeletes).
  std::optional<std::uint64_t> max_delete;
  ingest::Limits limits;
};

// Without max_delete no more files than this are retired at once, nor more than half of the folder.
inline constexpr std::uint64_t kPlausibleDeletes = 1000;

struct SyncReport {
  std::string folder;
  Plan plan;
  // Why the gone files of the plan were not retired; empty: they were, or there were none.
  std::string withheld;
  std::uint64_t moved = 0;    // documents whose location moved
  std::uint64_t retired = 0;  // locations that are gone, those inside of files included
  ingest::IngestReport ingest;
  bool interrupted = false;
};

// Brings the store in step with a folder: takes in what is new or changed, moves the locations of
// renamed files without reading them again, and retires what is gone. Only files that an earlier
// sync of this folder took in are its to retire, and none of them when the folder is missing,
// empty, on another device than before, or could not be listed in part. What was done is committed
// step by step; a run that was cut short is made up for by the next one.
//
// kNotFound: the folder is not there; kInvalidArgument: it is no folder, or it stands in another
// one that is followed.
Result<SyncReport> Sync(const SyncOptions& options, const ingest::IngestEnvironment& environment);

}  // namespace arborist::sync
