// SPDX-License-Identifier: AGPL-3.0-only
#pragma once

#include "base/result.h"

// What files of src/store have of its public classes and nobody else has: tools/lint-includes
// refuses this header elsewhere.

namespace arborist::sqlite {
class Database;
}

namespace arborist::store {

class AuditLog;
class HomeStore;
class ShardReader;

// The connection that it reads and writes with.
sqlite::Database* DatabaseOf(HomeStore* home);
sqlite::Database* DatabaseOf(ShardReader* shard);

// The writing end of the home store's log (log/audit_log.h), within a transaction of the caller's.
Result<AuditLog> OpenAuditLog(HomeStore* home);

}  // namespace arborist::store
