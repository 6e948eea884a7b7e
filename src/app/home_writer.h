// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "app/home_environment.h"
#include "curate/burn.h"
#include "curate/promote.h"
#include "distill/claim_pack.h"
#include "distill/distill.h"
#include "ingest/ingest.h"
#include "room/evict.h"
#include "room/rehydrate.h"
#include "store/fsck/fsck.h"
#include "store/home/follows.h"
#include "sync/sync.h"

namespace arborist::app {

struct IngestWatch {
  std::function<void(const ingest::IngestProgress&)> on_progress = {};
  std::function<void(const std::string&)> on_note = {};
};

// The operations that change a home as a whole, and the check of a whole home, for verbs and
// WriteService alike. Errors, locks and what an interrupted one leaves: see the function of the
// same name in the folder that does it.
//
// None of them works on an app::Home. Each opens corpus, shards and home store in the steps that it
// needs: it must read what it has just committed, and the snapshot of a reader that stays open
// keeps SQLite from folding back the write-ahead log and from freeing pages. So a caller that holds
// a Home gives it up before Burn and Evict.
//
// Each call blocks until all is written. WriteService lets one call at a time pass; between
// processes the lock of each shard lets one writer wait for the other.
class HomeWriter {
 public:
  explicit HomeWriter(HomeEnvironment environment) : environment_(std::move(environment)) {}

  // Makes the home where there is none. The environment's stop ends it after what is under way.
  Result<ingest::IngestReport> Ingest(const ingest::IngestOptions& options,
                                      const IngestWatch& watch = {}) const;
  // Likewise, of a folder that is followed.
  Result<sync::SyncReport> Sync(const sync::SyncOptions& options,
                                const IngestWatch& watch = {}) const;
  Result<std::vector<store::FollowedRoot>> FollowedRoots() const;
  // kNotFound: the folder is not followed.
  Status ForgetRoot(const std::filesystem::path& folder) const;
  Result<distill::ClaimReport> TakeClaims(std::string_view lines) const;
  Result<distill::DistillReport> Distill(const distill::DistillOptions& options) const;
  Result<room::EvictReport> Evict(const room::EvictOptions& options) const;
  Result<room::RehydrateReport> Rehydrate(const room::RehydrateOptions& options) const;
  Result<curate::BurnReport> Burn(const std::string& name, bool force) const;
  Result<curate::PromoteReport> Promote(std::int64_t min_age) const;

  // Writes nothing. Damage is a problem in the report, never an error. `stage` is told what is
  // being checked.
  Result<store::FsckReport> Fsck(store::FsckOptions options,
                                 const std::function<void(const std::string& stage)>& stage) const;

 private:
  ingest::IngestEnvironment IngestIn(const IngestWatch& watch) const;

  const HomeEnvironment environment_;
};

}  // namespace arborist::app
