// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"
#include "sqlite/database.h"
#include "store/fsck/fsck.h"
#include "store/inside.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

// What the checks of one shard find, written into the report under the shard's name. Beyond a limit
// problems are only counted.
class ShardFindings {
 public:
  ShardFindings(std::string shard, std::size_t max_problems, FsckReport* report)
      : shard_(std::move(shard)), max_problems_(max_problems), report_(report) {}

  void Problem(std::string_view kind, std::string subject, std::string detail);
  // The end of a check: an error is a problem of this kind; one of the environment (disk full,
  // another program in the way) says that the check could not be made.
  void Take(std::string_view kind, const Status& status);
  void Count(const std::string& what, std::uint64_t count = 1) { report_->checked[what] += count; }

 private:
  std::string shard_;
  std::size_t max_problems_;
  std::size_t listed_ = 0;
  FsckReport* report_;
};

// All that the checks of one shard share: a connection to read with, the limits and where findings
// go. A view; its creator keeps what it names. A check returns an error where damage or the system
// ends it, which its caller gives to findings->Take.
struct CheckedShard {
  ShardReader* reader = nullptr;
  const FsckOptions& options;
  ShardFindings* findings = nullptr;

  sqlite::Database* database() const { return DatabaseOf(reader); }
  void Problem(std::string_view kind, std::string subject, std::string detail) const {
    findings->Problem(kind, std::move(subject), std::move(detail));
  }
  // One problem for each row of a query; its first column is the subject.
  Status EachIsProblem(std::string_view kind, std::string_view sql, std::string_view detail) const;
};

}  // namespace arborist::store
