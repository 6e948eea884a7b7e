// SPDX-License-Identifier: AGPL-3.0-only
// What a shard keeps beside its documents: marks and the compression dictionary.
#include <utility>

#include "base/check.h"
#include "crypto/sha256.h"
#include "store/shard/shard_reader.h"
#include "store/shard/shard_writer.h"

namespace arborist::store {

Result<std::optional<std::string>> ShardWriter::GetMeta(std::string_view key) {
  TRY_ASSIGN(sqlite::Statement select, database_.Prepare("SELECT value FROM meta WHERE key=?1"));
  select.BindText(1, key);
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return std::string(select.Text(0));
}

Result<std::vector<std::pair<std::string, std::string>>> ShardWriter::MetaWithPrefix(
    std::string_view prefix) {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare(
                 "SELECT key, value FROM meta WHERE substr(key,1,length(?1))=?1 ORDER BY key"));
  select.BindText(1, prefix);
  std::vector<std::pair<std::string, std::string>> rows;
  while (true) {
    TRY_ASSIGN(const bool row, select.Step());
    if (!row) return rows;
    rows.emplace_back(select.Text(0), select.Text(1));
  }
}

Status ShardWriter::SetMeta(std::string_view key, std::string_view value) {
  if (value.empty()) {
    TRY_ASSIGN(sqlite::Statement remove, database_.Prepare("DELETE FROM meta WHERE key=?1"));
    return remove.BindText(1, key).Run();
  }
  TRY_ASSIGN(sqlite::Statement put,
             database_.Prepare("INSERT INTO meta VALUES(?1,?2,?3) ON CONFLICT(key) DO "
                               "UPDATE SET value=?2, updated_at=?3"));
  return put.BindText(1, key).BindText(2, value).Bind(3, options_.clock->NowSeconds()).Run();
}

Status ShardWriter::NoteDate(const PreparedDocument& document) {
  if (document.content_date <= newest_date_) return {};
  if (newest_date_.empty()) {
    TRY_ASSIGN(const std::optional<std::string> known, GetMeta(kNewestContentDate));
    newest_date_ = known.value_or("");
    if (document.content_date <= newest_date_) return {};
  }
  newest_date_ = document.content_date;
  return SetMeta(kNewestContentDate, newest_date_);
}

Result<std::optional<std::string>> ShardWriter::Dictionary() {
  TRY_ASSIGN(sqlite::Statement select,
             database_.Prepare("SELECT content FROM dictionaries ORDER BY dictionary_id LIMIT 1"));
  TRY_ASSIGN(const bool row, select.Step());
  if (!row) return std::nullopt;
  return std::string(select.Blob(0));
}

Status ShardWriter::SetDictionary(std::string_view content) {
  CHECK(transaction_);
  TRY_ASSIGN(sqlite::Statement insert,
             database_.Prepare("INSERT INTO dictionaries(content) VALUES(?1)"));
  TRY(insert.BindBlob(1, content).Run());
  const Hash256 hash = crypto::Sha256(content);
  return log_->Append(
      {.type = "dictionary_added", .subject = hash.hex(), .hashes = {}, .texts = {}});
}

}  // namespace arborist::store
