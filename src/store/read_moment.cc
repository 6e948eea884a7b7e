// SPDX-License-Identifier: AGPL-3.0-only
// A deferred transaction of SQLite takes its snapshot at its first read. It is rolled back at the
// end, for it wrote nothing.
#include "store/read_moment.h"

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Result<ReadMoment> ReadMoment::Begin(sqlite::Database* database) {
  if (database->in_transaction()) return ReadMoment(nullptr);
  TRY(database->Execute("BEGIN"));
  return ReadMoment(database);
}

Result<ReadMoment> ReadMoment::Begin(HomeStore* home) { return Begin(DatabaseOf(home)); }

ReadMoment::~ReadMoment() {
  if (database_ != nullptr) (void)database_->Execute("ROLLBACK");
}

}  // namespace arborist::store
