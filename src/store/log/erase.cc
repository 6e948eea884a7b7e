// SPDX-License-Identifier: AGPL-3.0-only
#include "store/log/erase.h"

namespace arborist::store {

namespace {

struct Rewritten {
  Status vacuumed;
  bool busy = false;  // a reader looks at an older moment, so the write-ahead log stays
};

Result<Rewritten> VacuumAndFold(sqlite::Database* database) {
  // secure_delete alone is not enough: pages that were divided or freed before keep what they had.
  // The copy is made in a file, for a shard may be larger than memory.
  TRY(database->Execute("PRAGMA busy_timeout=3000; PRAGMA temp_store=FILE"));
  Rewritten done{.vacuumed = database->Execute("VACUUM")};
  TRY(database->Execute("PRAGMA temp_store=MEMORY"));
  if (done.vacuumed) {
    TRY_ASSIGN(sqlite::Statement checkpoint, database->Prepare("PRAGMA wal_checkpoint(TRUNCATE)"));
    TRY_ASSIGN(const bool row, checkpoint.Step());
    done.busy = row && checkpoint.Int(0) != 0;
  }
  TRY(database->Execute("PRAGMA busy_timeout=30000"));
  return done;
}

}  // namespace

Status Rewrite(sqlite::Database* database, std::string_view file) {
  TRY_ASSIGN(const Rewritten done, VacuumAndFold(database));
  if (!done.vacuumed) {
    return Fail(ErrorCode::kEnvironment, std::string(file) + " could not be written anew (" +
                                             done.vacuumed.error().message +
                                             "); it shrinks at the next evict");
  }
  if (done.busy) {
    return Fail(ErrorCode::kEnvironment,
                "another program reads " + std::string(file) +
                    ", which shrinks when that program ends and something is written again");
  }
  return {};
}

Status EraseRemains(sqlite::Database* database, std::string_view file) {
  const auto remains = [&](std::string_view where, std::string_view why) {
    return Fail(ErrorCode::kEnvironment, "it is deleted, but " + std::string(why) +
                                             ": its text remains in " + std::string(where) +
                                             " until that program ends; then burn it again");
  };
  TRY_ASSIGN(const Rewritten done, VacuumAndFold(database));
  if (!done.vacuumed) {
    return remains(file, "the file could not be cleaned (" + done.vacuumed.error().message +
                             "), probably because another program writes to it");
  }
  if (done.busy) {
    return remains(std::string(file) + " and its write-ahead log",
                   "another program still reads the store");
  }
  return {};
}

}  // namespace arborist::store
