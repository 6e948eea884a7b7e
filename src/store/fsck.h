// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/layout.h"

namespace arborist::store {

struct FsckOptions {
  bool full = false;                      // every document; else a sample of them
  std::uint64_t sample_documents = 1000;  // per shard, spread evenly
  std::size_t max_problems = 1000;        // per shard; more are only counted
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
  bool ok() const { return problems.empty(); }
};

// Reads everything again and says what does not fit: SQLite's own structure, the chain, every leaf
// and root (or a sample), the index against the chunks, orphans, and the home store. Damage is a
// problem in the report, never an error; an error means that nothing could be checked.
Result<FsckReport> Fsck(const HomePaths& home, const FsckOptions& options,
                        const std::function<void(const std::string&)>& progress);

}  // namespace arborist::store
