// SPDX-License-Identifier: AGPL-3.0-only
// The shards one after the other, then the home store, which knows the heads of their logs.
#include "store/fsck/fsck.h"

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
    std::vector<ShardAddress> absent;
    bool used = false;
    for (std::uint32_t i = 0; i < set.count; ++i) {
      const ShardAddress shard = set.ShardAt(home, i);
      TRY_ASSIGN(const bool exists, shard.Exists());
      if (!exists) {
        absent.push_back(shard);
        continue;
      }
      progress(shard.name());
      const ShardUse use = CheckShard(shard, options, &report);
      if (use == ShardUse::kUsed) used = true;
      if (use == ShardUse::kAbsent) absent.push_back(shard);
    }
    for (const ShardAddress& shard : absent) {
      if (used) {
        report.problems.push_back(
            {"shard_missing", shard.name(), shard.shown(), "the set's other shards are there"});
      }
    }
  }
  TRY(CheckHome(home, options, &report));
  return report;
}

}  // namespace arborist::store
