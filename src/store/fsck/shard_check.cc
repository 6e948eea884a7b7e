// SPDX-License-Identifier: AGPL-3.0-only
#include "store/fsck/shard.h"

#include <utility>

#include "store/schema/schema.h"

namespace arborist::store {

bool ShardCheck::Run() {
  auto reader = ShardReader::Open(path_);
  if (!reader && reader.error().code == ErrorCode::kNotFound) return false;
  if (!reader && IsOfTheSystem(reader.error().code)) {
    Guard("unreadable_shard", Status(std::unexpected(reader.error())));
    return true;
  }
  if (!reader) {
    Problem(reader.error().code == ErrorCode::kUnsupported ? "schema_version" : "unreadable_shard",
            "", reader.error().message);
    return true;
  }
  reader_ = std::move(*reader);
  ++report_->checked["shards"];
  Guard("sqlite_damage", CheckSqlite());
  Guard("log_damage", CheckChain());
  Guard("log_damage", CheckTexts());
  Guard("log_damage", CheckDictionaries());
  Guard("document_damage", CheckDocuments());
  Guard("document_damage", CheckTiers());
  Guard("location_damage", CheckLocations());
  Guard("document_damage", CheckRevisionRows());
  Guard("derivation_damage", CheckDerivations());
  Guard("orphan_check_failed", CheckValues());
  Guard("orphan_check_failed", CheckOrphans());
  Guard("index_damage", CheckIndex());
  Guard("schema_damage", CheckDefinitions(db()));
  const auto events = reader_->Head();
  return !events || events->size > 1;
}

void ShardCheck::Problem(std::string kind, std::string subject, std::string detail) {
  if (listed_ >= options_.max_problems) {
    ++report_->problems_not_listed;
    return;
  }
  ++listed_;
  report_->problems.push_back({.kind = std::move(kind),
                               .shard = path_.stem().string(),
                               .subject = std::move(subject),
                               .detail = std::move(detail)});
}

void ShardCheck::Guard(std::string_view kind, const Status& status) {
  if (!status && status.error().code == ErrorCode::kEnvironment) {
    return report_->Take(kind, path_.stem().string(), status);
  }
  if (!status) Problem(std::string(kind), "", status.error().message);
}

}  // namespace arborist::store
