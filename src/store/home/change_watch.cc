// SPDX-License-Identifier: AGPL-3.0-only
// SQLite counts the commits of other connections to a file (data_version), which costs a look at
// shared memory. One connection is kept open for each file; all of them give up at once where a
// lock is held. Files that came or went are found by the time of their folder.
#include "store/home/change_watch.h"

#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

#include "base/files.h"
#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

struct ChangeWatch::Impl {
  struct WatchedFile {
    std::filesystem::path path;
    sqlite::Database database;
    sqlite::Statement version;
    std::int64_t seen = 0;

    static Result<WatchedFile> Open(const std::filesystem::path& path) {
      TRY_ASSIGN(
          sqlite::Database database,
          sqlite::Database::Open(path, {.busy_timeout_ms = 0, .cache_kib = 64, .mmap_bytes = 0}));
      TRY_ASSIGN(sqlite::Statement version, database.Prepare("PRAGMA data_version"));
      return WatchedFile{path, std::move(database), std::move(version)};
    }

    bool Changed() {
      const auto row = version.Step();
      const std::int64_t now = row && *row ? version.Int(0) : -1;
      version.Reset();
      if (now != -1 && now == seen) return false;
      seen = now;
      return true;
    }
  };

  HomePaths paths;
  WatchedFile home;
  sqlite::Statement record, model;
  std::vector<WatchedFile> shards = {};
  std::filesystem::file_time_type folder_time = {};
  bool shards_open = false;
  Versions versions = {};

  bool ShardsChanged();
  Status OpenShards();
};

ChangeWatch::ChangeWatch(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChangeWatch::~ChangeWatch() = default;

Result<std::unique_ptr<ChangeWatch>> ChangeWatch::Open(const HomePaths& home) {
  TRY_ASSIGN(Impl::WatchedFile file, Impl::WatchedFile::Open(home.home_store()));
  TRY_ASSIGN(sqlite::Statement record,
             file.database.Prepare("SELECT state, revision FROM records WHERE record_id=?1"));
  TRY_ASSIGN(sqlite::Statement model,
             file.database.Prepare(
                 "SELECT revision FROM model_revisions WHERE endpoint=?1 AND model_id=?2"));
  auto impl = std::make_unique<Impl>(home, std::move(file), std::move(record), std::move(model));
  return std::unique_ptr<ChangeWatch>(new ChangeWatch(std::move(impl)));
}

Status ChangeWatch::Impl::OpenShards() {
  shards.clear();
  shards_open = false;
  std::error_code ignored;
  folder_time = std::filesystem::last_write_time(paths.shards(), ignored);
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(paths));
  for (const ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const ShardAddress shard = set.ShardAt(paths, i);
      TRY_ASSIGN(const bool exists, shard.Exists());
      if (!exists) continue;
      TRY_ASSIGN(WatchedFile file, WatchedFile::Open(FileOf(shard)));
      file.Changed();
      shards.push_back(std::move(file));
    }
  }
  shards_open = true;
  return {};
}

bool ChangeWatch::Impl::ShardsChanged() {
  std::error_code ignored;
  const bool same_folder =
      shards_open && std::filesystem::last_write_time(paths.shards(), ignored) == folder_time;
  if (!same_folder) {
    (void)OpenShards();  // again at the next look, if it failed
    return true;
  }
  bool changed = false;
  for (WatchedFile& file : shards) changed = file.Changed() || changed;
  return changed;
}

ChangeWatch::Versions ChangeWatch::Look() {
  if (impl_->ShardsChanged()) ++impl_->versions.shards;
  if (impl_->home.Changed()) ++impl_->versions.home;
  return impl_->versions;
}

bool ChangeWatch::IsLive(std::int64_t record_id, std::int64_t revision) {
  sqlite::Statement& record = impl_->record;
  const auto row = record.Bind(1, record_id).Step();
  const bool live = row && *row && record.Text(0) == "live" && record.Int(1) == revision;
  record.Reset();
  return live;
}

bool ChangeWatch::HasModelRevision(std::string_view endpoint, std::string_view model_id,
                                   std::string_view revision) {
  sqlite::Statement& model = impl_->model;
  const auto row = model.BindText(1, endpoint).BindText(2, model_id).Step();
  const bool same = row && (*row ? model.Text(0) : std::string_view()) == revision;
  model.Reset();
  return same;
}

}  // namespace arborist::store
