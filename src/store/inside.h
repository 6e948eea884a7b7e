// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include <filesystem>

#include "base/result.h"
#include "store/layout.h"

// What files of src/store have of its public classes and nobody else has: tools/lint-seams refuses
// this header in other folders.

namespace arborist::sqlite {
class Database;
}

namespace arborist::store {

class AuditLog;
class HomeStore;
class ShardReader;

struct Inside {
  static sqlite::Database* DatabaseOf(HomeStore* home);
  static sqlite::Database* DatabaseOf(ShardReader* shard);
  static Result<AuditLog> OpenAuditLog(HomeStore* home);
  static const std::filesystem::path& FileOf(const ShardAddress& shard) { return shard.file_; }
};

// The connection that it reads and writes with.
inline sqlite::Database* DatabaseOf(HomeStore* home) { return Inside::DatabaseOf(home); }
inline sqlite::Database* DatabaseOf(ShardReader* shard) { return Inside::DatabaseOf(shard); }

inline const std::filesystem::path& FileOf(const ShardAddress& shard) {
  return Inside::FileOf(shard);
}

// The writing end of the home store's log (log/audit_log.h), within a transaction of the caller's.
Result<AuditLog> OpenAuditLog(HomeStore* home);

}  // namespace arborist::store
