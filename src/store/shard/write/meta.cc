// SPDX-License-Identifier: AGPL-3.0-only
// Rows of the table meta. The newest date is kept in memory between transactions, because most
// documents are not newer than it.
#include "store/shard/write/meta.h"

#include "store/shard/write/connection.h"

namespace arborist::store {

Result<std::optional<std::string>> ShardMeta::Get(std::string_view key) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare("SELECT value FROM meta WHERE key=?1"));
  return select.BindText(1, key).FirstRow(
      [](const sqlite::Statement& row) { return std::string(row.Text(0)); });
}

Status ShardMeta::Set(std::string_view key, std::string_view value) {
  if (value.empty()) return connection_->RunWith("DELETE FROM meta WHERE key=?1", key);
  TRY_ASSIGN(sqlite::Statement put, connection_->database().Prepare(
                                        "INSERT INTO meta VALUES(?1,?2,?3) ON CONFLICT(key) DO "
                                        "UPDATE SET value=?2, updated_at=?3"));
  return put.BindText(1, key).BindText(2, value).Bind(3, connection_->NowSeconds()).Run();
}

Result<std::vector<std::pair<std::string, std::string>>> ShardMeta::WithPrefix(
    std::string_view prefix) {
  TRY_ASSIGN(sqlite::Statement select,
             connection_->database().Prepare(
                 "SELECT key, value FROM meta WHERE substr(key,1,length(?1))=?1 ORDER BY key"));
  return select.BindText(1, prefix).CollectRows([](const sqlite::Statement& row) {
    return std::pair(std::string(row.Text(0)), std::string(row.Text(1)));
  });
}

Status ShardMeta::NoteDate(const PreparedDocument& document) {
  if (document.content_date <= newest_date_) return {};
  if (newest_date_.empty()) {
    TRY_ASSIGN(const std::optional<std::string> known, Get(kNewestContentDate));
    newest_date_ = known.value_or("");
    if (document.content_date <= newest_date_) return {};
  }
  newest_date_ = document.content_date;
  return Set(kNewestContentDate, newest_date_);
}

}  // namespace arborist::store
