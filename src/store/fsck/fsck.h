// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/layout.h"

namespace arborist::store {

struct FsckOptions {
  bool full = false;                      // every document; else a sample of them
  std::uint64_t sample_documents = 1000;  // per shard, spread evenly
  std::size_t max_problems = 1000;        // per shard; more are only counted
  std::int64_t now = 0;                   // Unix time, for events that are ahead of it; 0: none
};

// One thing that is wrong. kind is a fixed word (docs/guide/fsck.md lists them), subject the root,
// chunk, event or URI it is about.
struct FsckProblem {
  std::string kind;
  std::string shard;
  std::string subject;
  std::string detail;
};

struct FsckReport {
  std::map<std::string, std::uint64_t>
      checked;  // shards, events, documents, chunks, index_rows ...
  std::vector<FsckProblem> problems;
  std::uint64_t problems_not_listed = 0;
  // Parts that could not be checked: the disk is full, memory is short, another program is in the
  // way. That is no damage, and no word that there is none.
  std::vector<FsckProblem> not_checked;
  bool ok() const { return problems.empty() && not_checked.empty(); }

  // The end of a part of the check: an error of the environment is not held against the store.
  void Take(std::string_view kind, std::string_view shard, const Status& status);
};

// Checks all that is stored: SQLite's structure, the chain, leaves and roots (all or a sample), the
// index against the chunks, orphans, the home store. Migrates older files first. Damage is a
// problem in the report; an error means that files could not be listed, and there is no report.
Result<FsckReport> Fsck(const HomePaths& home, const FsckOptions& options,
                        const std::function<void(const std::string&)>& progress);

}  // namespace arborist::store
