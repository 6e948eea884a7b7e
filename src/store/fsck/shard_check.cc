// SPDX-License-Identifier: AGPL-3.0-only
// The order of the checks of one shard. The log comes first, because most checks compare rows with
// what it says (LoggedShard); then the documents, which say what the index must hold
// (ExpectedPostings).
#include "store/fsck/shard_check.h"

#include <utility>

#include "store/fsck/checked_shard.h"
#include "store/fsck/derivations.h"
#include "store/fsck/dictionary.h"
#include "store/fsck/documents.h"
#include "store/fsck/index.h"
#include "store/fsck/locations.h"
#include "store/fsck/log.h"
#include "store/fsck/postings.h"
#include "store/fsck/revisions.h"
#include "store/fsck/rows.h"
#include "store/fsck/tiers.h"
#include "store/schema/schema.h"
#include "store/shard/shard_reader.h"

namespace arborist::store {

namespace {

void RunChecks(const CheckedShard& shard) {
  LoggedShard logged;
  LocationHistories histories;
  ExpectedPostings expected;
  const auto take = [&](std::string_view kind, const Status& status) {
    shard.findings->Take(kind, status);
  };
  take("sqlite_damage", CheckStructure(shard));
  take("log_damage", CheckLog(shard, &logged));
  take("log_damage", CheckLocationTexts(shard, logged, &histories));
  take("log_damage", CheckDictionary(shard, logged));
  take("document_damage", CheckDocuments(shard, logged, &expected));
  take("document_damage", CheckTiers(shard, logged));
  take("location_damage", CheckLocations(shard, logged, histories));
  take("document_damage", CheckRevisionRows(shard, logged));
  take("derivation_damage", CheckDerivations(shard, logged));
  take("orphan_check_failed", CheckValues(shard));
  take("orphan_check_failed", CheckOrphans(shard));
  take("index_damage", CheckIndex(shard, expected));
  take("schema_damage", CheckDefinitions(shard.database()));
}

}  // namespace

ShardUse CheckShard(const ShardAddress& shard, const FsckOptions& options, FsckReport* report) {
  ShardFindings findings(shard.name(), options.max_problems, report);
  auto reader = ShardReader::Open(shard);
  if (!reader) {
    const Error& error = reader.error();
    if (error.code == ErrorCode::kNotFound) return ShardUse::kAbsent;
    if (IsOfTheSystem(error.code)) {
      findings.Take("unreadable_shard", Status(std::unexpected(error)));
    } else {
      findings.Problem(
          error.code == ErrorCode::kUnsupported ? "schema_version" : "unreadable_shard", "",
          error.message);
    }
    return ShardUse::kUsed;
  }
  findings.Count("shards");
  RunChecks({.reader = reader->get(), .options = options, .findings = &findings});
  const auto head = (*reader)->Head();
  return !head || head->size > 1 ? ShardUse::kUsed : ShardUse::kUnused;
}

}  // namespace arborist::store
