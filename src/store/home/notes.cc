// SPDX-License-Identifier: AGPL-3.0-only
// Rows of the table meta. A note that is lost costs time and nothing else, so none has an event.
#include "store/home/notes.h"

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Result<std::optional<std::string>> Notes::Get(std::string_view key) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT value FROM meta WHERE key=?1"));
  return select.BindText(1, key).FirstRow(
      [](const sqlite::Statement& row) { return std::string(row.Text(0)); });
}

Status Notes::Set(std::string_view key, std::string_view value) {
  TRY_ASSIGN(sqlite::Statement put,
             DatabaseOf(home_)->Prepare("INSERT INTO meta VALUES(?1,?2,?3) ON CONFLICT(key) DO "
                                        "UPDATE SET value=?2, updated_at=?3"));
  return put.BindText(1, key).BindText(2, value).Bind(3, home_->clock().NowSeconds()).Run();
}

}  // namespace arborist::store
