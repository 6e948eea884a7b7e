// SPDX-License-Identifier: AGPL-3.0-only
// Problems up to the limit go into the report; the others are counted, so that a shard with a
// million damaged rows still gives a report of bounded size.
#include "store/fsck/checked_shard.h"

namespace arborist::store {

void ShardFindings::Problem(std::string_view kind, std::string subject, std::string detail) {
  if (listed_ >= max_problems_) {
    ++report_->problems_not_listed;
    return;
  }
  ++listed_;
  report_->problems.push_back({.kind = std::string(kind),
                               .shard = shard_,
                               .subject = std::move(subject),
                               .detail = std::move(detail)});
}

void ShardFindings::Take(std::string_view kind, const Status& status) {
  if (status) return;
  if (status.error().code == ErrorCode::kEnvironment) return report_->Take(kind, shard_, status);
  Problem(kind, "", status.error().message);
}

Status CheckedShard::EachIsProblem(std::string_view kind, std::string_view sql,
                                   std::string_view detail) const {
  TRY_ASSIGN(sqlite::Statement select, database()->Prepare(sql));
  return select.ForEachRow([&](const sqlite::Statement& row) {
    Problem(kind, std::string(row.Text(0)), std::string(detail));
  });
}

}  // namespace arborist::store
