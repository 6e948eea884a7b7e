// SPDX-License-Identifier: AGPL-3.0-only
// The shards one after the other, then the home store, which knows the heads of their logs.
#include "store/fsck/fsck.h"

#include <filesystem>

#include "base/files.h"
#include "store/fsck/home.h"
#include "store/fsck/shard_check.h"

namespace arborist::store {

void FsckReport::Take(std::string_view kind, std::string_view shard, const Status& status) {
  if (status) return;
  std::vector<FsckProblem>& list = IsOfTheSystem(status.error().code) ? not_checked : problems;
  list.push_back({.kind = std::string(kind),
                  .shard = std::string(shard),
                  .subject = {},
                  .detail = status.error().message});
}

Result<FsckReport> Fsck(const HomePaths& home, const FsckOptions& options,
                        const std::function<void(const std::string&)>& progress) {
  FsckReport report;
  TRY_ASSIGN(const std::vector<ShardSet> sets, ListShardSets(home));
  for (const ShardSet& set : sets) {
    // All files of a set are made before anything is put into one: until then none is missed.
    std::vector<std::filesystem::path> absent;
    bool used = false;
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const std::filesystem::path path = set.PathOf(home, i);
      TRY_ASSIGN(const bool exists, Exists(path));
      if (!exists) {
        absent.push_back(path);
        continue;
      }
      progress(path.stem().string());
      const ShardUse use = CheckShard(path, options, &report);
      if (use == ShardUse::kUsed) used = true;
      if (use == ShardUse::kAbsent) absent.push_back(path);
    }
    for (const auto& path : absent) {
      if (used) {
        report.problems.push_back({"shard_missing", path.stem().string(), path.string(),
                                   "the set's other shards are there"});
      }
    }
  }
  TRY(CheckHome(home, options, &report));
  return report;
}

}  // namespace arborist::store
