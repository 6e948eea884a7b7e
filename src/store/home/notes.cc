// SPDX-License-Identifier: AGPL-3.0-only
#include "store/home/notes.h"

#include "sqlite/database.h"
#include "store/inside.h"

namespace arborist::store {

Result<std::optional<std::string>> Notes::Get(std::string_view key) {
  TRY_ASSIGN(sqlite::Statement select,
             DatabaseOf(home_)->Prepare("SELECT value FROM meta WHERE key=?1"));
  select.BindText(1, key);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return std::string(select.Text(0));
}

Status Notes::Set(std::string_view key, std::string_view value) {
  TRY_ASSIGN(sqlite::Statement put,
             DatabaseOf(home_)->Prepare("INSERT INTO meta VALUES(?1,?2,?3) ON CONFLICT(key) DO "
                                        "UPDATE SET value=?2, updated_at=?3"));
  return put.BindText(1, key).BindText(2, value).Bind(3, home_->clock().NowSeconds()).Run();
}

}  // namespace arborist::store
