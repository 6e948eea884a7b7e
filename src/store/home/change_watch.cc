// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/change_watch.h"

#include "base/files.h"

namespace arborist::store {

Result<ChangeWatch::File> ChangeWatch::OpenFile(const std::filesystem::path& path) {
  TRY_ASSIGN(
      sqlite::Database database,
      sqlite::Database::Open(path, {.busy_timeout_ms = 0, .cache_kib = 64, .mmap_bytes = 0}));
  TRY_ASSIGN(sqlite::Statement version, database.Prepare("PRAGMA data_version"));
  return File{path, std::move(database), std::move(version)};
}

Result<std::unique_ptr<ChangeWatch>> ChangeWatch::Open(const HomePaths& home) {
  TRY_ASSIGN(File file, OpenFile(home.home_store()));
  return std::unique_ptr<ChangeWatch>(new ChangeWatch(home, std::move(file)));
}

bool ChangeWatch::Changed(File* file) {
  const auto row = file->version.Step();
  const std::int64_t now = row && *row ? file->version.Int(0) : -1;
  file->version.Reset();
  if (now != -1 && now == file->seen) return false;
  file->seen = now;
  return true;
}

Status ChangeWatch::OpenShards() {
  shards_.clear();
  shards_open_ = false;
  std::error_code ignored;
  folder_time_ = std::filesystem::last_write_time(paths_.shards(), ignored);
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(paths_));
  for (const ShardSet& set : sets) {
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const std::filesystem::path path = set.PathOf(paths_, i);
      TRY_ASSIGN(const bool exists, Exists(path));
      if (!exists) continue;
      TRY_ASSIGN(File file, OpenFile(path));
      Changed(&file);
      shards_.push_back(std::move(file));
    }
  }
  shards_open_ = true;
  return {};
}

bool ChangeWatch::ShardsChanged() {
  std::error_code ignored;
  const bool same_folder =
      shards_open_ && std::filesystem::last_write_time(paths_.shards(), ignored) == folder_time_;
  if (!same_folder) {
    (void)OpenShards();  // again at the next look, if it failed
    return true;
  }
  bool changed = false;
  for (File& file : shards_) changed = Changed(&file) || changed;
  return changed;
}

ChangeWatch::Versions ChangeWatch::Look() {
  if (ShardsChanged()) ++versions_.shards;
  if (Changed(&home_)) ++versions_.home;
  return versions_;
}

}  // namespace arborist::store
