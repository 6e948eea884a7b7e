// SPDX-License-Identifier: AGPL-3.0-only
// Hands paths, clock, random source and actor of the environment to the folder that does the work,
// so that every event of a program names the same actor however the operation was asked for.
#include "app/home_writer.h"

#include "distill/fsck_cores.h"
#include "ingest/file_uri.h"
#include "notary/fsck_checkpoints.h"
#include "prove/fsck_records.h"

namespace arborist::app {

namespace {

distill::DistillEnvironment DistillIn(const HomeEnvironment& environment) {
  return {.home = environment.paths,
          .clock = environment.clock,
          .random = environment.random,
          .actor = environment.actor};
}

room::Environment RoomIn(const HomeEnvironment& environment) {
  return {.home = environment.paths,
          .clock = environment.clock,
          .random = environment.random,
          .actor = environment.actor};
}

}  // namespace

ingest::IngestEnvironment HomeWriter::IngestIn(const IngestWatch& watch) const {
  return {.home = environment_.paths,
          .clock = environment_.clock,
          .random = environment_.random,
          .actor = environment_.actor,
          .stop = environment_.stop,
          .on_progress = watch.on_progress,
          .on_note = watch.on_note};
}

Result<ingest::IngestReport> HomeWriter::Ingest(const ingest::IngestOptions& options,
                                                const IngestWatch& watch) const {
  return ingest::Ingest(options, IngestIn(watch));
}

Result<sync::SyncReport> HomeWriter::Sync(const sync::SyncOptions& options,
                                          const IngestWatch& watch) const {
  return sync::Sync(options, IngestIn(watch));
}

Result<std::vector<store::FollowedRoot>> HomeWriter::FollowedRoots() const {
  auto home = store::HomeStore::OpenToRead(environment_.paths);
  if (!home && home.error().code == ErrorCode::kNotFound) return {};
  if (!home) return std::unexpected(std::move(home).error());
  return store::Follows(home->get()).Roots();
}

Status HomeWriter::ForgetRoot(const std::filesystem::path& folder) const {
  TRY_ASSIGN(const std::filesystem::path absolute, ingest::AbsolutePath(folder));
  TRY_ASSIGN(const std::unique_ptr<store::HomeStore> home,
             store::HomeStore::Open(environment_.paths, {.clock = environment_.clock,
                                                         .random = environment_.random,
                                                         .actor = environment_.actor}));
  TRY_ASSIGN(const bool forgotten,
             store::Follows(home.get()).Forget(ingest::FileUri(absolute) + "/"));
  if (!forgotten) return Fail(ErrorCode::kNotFound, absolute.string() + " is not followed");
  return {};
}

Result<distill::ClaimReport> HomeWriter::TakeClaims(std::string_view lines) const {
  return distill::TakeClaims(lines, DistillIn(environment_));
}

Result<distill::DistillReport> HomeWriter::Distill(const distill::DistillOptions& options) const {
  return distill::Distill(options, DistillIn(environment_));
}

Result<room::EvictReport> HomeWriter::Evict(const room::EvictOptions& options) const {
  return room::Evict(options, RoomIn(environment_));
}

Result<room::RehydrateReport> HomeWriter::Rehydrate(const room::RehydrateOptions& options) const {
  return room::Rehydrate(options, RoomIn(environment_));
}

Result<curate::BurnReport> HomeWriter::Burn(const std::string& name, bool force) const {
  return curate::Burn({.home = environment_.paths,
                       .clock = environment_.clock,
                       .random = environment_.random,
                       .actor = environment_.actor,
                       .name = name,
                       .force = force});
}

Result<curate::PromoteReport> HomeWriter::Promote(std::int64_t min_age) const {
  return curate::Promote({.home = environment_.paths,
                          .clock = environment_.clock,
                          .random = environment_.random,
                          .actor = environment_.actor,
                          .min_age = min_age});
}

// Each part opens what it checks by itself: Home::Open ends at the first shard that cannot be
// opened, and damage is what is looked for here.
Result<store::FsckReport> HomeWriter::Fsck(
    store::FsckOptions options, const std::function<void(const std::string& stage)>& stage) const {
  options.now = environment_.clock->NowSeconds();
  TRY_ASSIGN(store::FsckReport report,
             store::Fsck(environment_.paths, options,
                         [&](const std::string& shard) { stage("shard " + shard); }));
  stage("records");
  prove::CheckRecords(environment_.paths, options.full, &report);
  stage("cores");
  distill::CheckCores(environment_.paths, options.full, &report);
  notary::CheckCheckpoints(environment_.paths, &report);
  return report;
}

}  // namespace arborist::app
