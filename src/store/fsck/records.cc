// SPDX-License-Identifier: AGPL-3.0-only
// Two kinds of damage that no reader of single records would meet: a value outside of the schema,
// and rows that belong to no record.
#include "store/fsck/records.h"

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Status CheckRecordRows(HomeStore* home,
                       const std::function<void(std::string_view kind, std::string subject,
                                                std::string detail)>& problem) {
  sqlite::Database* const database = DatabaseOf(home);
  TRY_ASSIGN(const std::int64_t strange,
             database->QueryInt("SELECT count(*) FROM records WHERE drifted NOT IN (0,1)"));
  if (strange != 0) {
    problem("record_row_mismatch", "records", "drifted holds a value that the schema forbids");
  }
  for (const std::string table : {"record_sources", "falsifications"}) {
    TRY_ASSIGN(sqlite::Statement select,
               database->Prepare("SELECT DISTINCT record_id FROM " + table +
                                 " WHERE record_id NOT IN (SELECT record_id FROM records)"));
    TRY(select.ForEachRow([&](const sqlite::Statement& row) {
      problem("record_missing", "record " + std::to_string(row.Int(0)),
              table + " has rows of it, and it is not there");
    }));
  }
  return {};
}

}  // namespace arborist::store
